import AssayJSON
import AssayRegex

/// The compiler of a schema, and every schema it refers to, into a graph.
struct SchemaCompiler {
  var registry: SchemaRegistry
  private var nodes: [SchemaNode] = []
  private var known: [Key: SchemaNodeID] = [:]
  private var pending: [(key: Key, id: SchemaNodeID)] = []
  private var errors: [SchemaError] = []
  /// The nodes of the schemas that were found valid, without their keywords.
  private var validNodes: [SchemaNode] = []
  private var validKnown: [Key: SchemaNodeID] = [:]
  /// False after a schema that is not valid.
  private var areAllValid = true
  /// The patterns compiled so far, as a schema repeats some of them often.
  private var regexes: [ExactText: ECMARegex] = [:]
  private static let nodeLimit = 250_000
  /// The maximum number of errors collected, since some will be fixed before the next attempt.
  private static let errorLimit = 100

  private struct Key: Hashable {
    var place: SchemaPlace
    var resource: Int
    var context: DynamicContext
  }

  init(registry: SchemaRegistry) {
    self.registry = registry
  }

  /// Compiles the schemas at `roots` into one graph that starts at the first of them. Each root belongs to the given
  /// resource of the registry.
  ///
  /// Returns `nil` if there are errors; `errors` holds them.
  mutating func compile(_ roots: [(place: SchemaPlace, resource: Int)]) -> SchemaGraph? {
    (nodes, known, pending, errors) = ([], [:], [], [])
    add(roots)
    guard errors.isEmpty else { return nil }
    return SchemaGraph(nodes: nodes, root: 0, registry: registry)
  }

  /// Compiles the schemas at `roots`, each of which belongs to a resource, into one graph, in which what several refer to
  /// is there once; returns it with the schema of each root. Returns `nil` if there are errors.
  mutating func compileTogether(_ roots: [(place: SchemaPlace, resource: Int)])
    -> (graph: SchemaGraph, roots: [SchemaNodeID])?
  {
    guard let graph = compile(roots) else { return nil }
    let ids = roots.compactMap { known[key(of: $0)] }
    return ids.count == roots.count ? (graph, ids) : nil
  }

  private func key(of root: (place: SchemaPlace, resource: Int)) -> Key {
    let context = DynamicContext().entering(registry.resources[root.resource])
    return Key(place: root.place, resource: root.resource, context: context)
  }

  /// Returns true if the schemas at `roots`, each of which belongs to a resource, and all they refer to can be compiled. What was
  /// found valid before is not looked at again; after one that is not valid, nothing is known of any.
  mutating func accepts(_ roots: [(place: SchemaPlace, resource: Int)]) -> Bool {
    guard areAllValid else { return false }
    (nodes, known, pending, errors) = ([], [:], [], [])
    // Exchanged, since a copy for each of many schemas would be quadratic.
    swap(&nodes, &validNodes)
    swap(&known, &validKnown)
    let start = nodes.count
    add(roots)
    areAllValid = errors.isEmpty
    guard areAllValid else { return false }
    for index in start..<nodes.count { nodes[index].keywords = [] }
    swap(&nodes, &validNodes)
    swap(&known, &validKnown)
    return true
  }

  private mutating func add(_ roots: [(place: SchemaPlace, resource: Int)]) {
    let start = nodes.count
    for root in roots {
      attempt { compiler throws(SchemaError) in
        _ = try compiler.node(compiler.key(of: root))
      }
    }
    while errors.count < Self.errorLimit, let (key, id) = pending.popLast() { fill(id, key) }
    guard errors.isEmpty else { return }
    attempt { compiler throws(SchemaError) in try compiler.refuseEndlessReferences(from: start) }
  }

  /// The errors of the last compilation, in the order of the documents.
  var failures: [SchemaError] {
    errors.sorted { ($0.document, $0.offset) < ($1.document, $1.offset) }
  }

  /// Runs a step that may fail, and continues after an error, so that later errors are also found.
  private mutating func attempt(_ step: (inout SchemaCompiler) throws(SchemaError) -> Void) {
    do throws(SchemaError) { try step(&self) } catch { errors.append(error) }
  }

  // MARK: For keywords

  /// Returns the graph's node for a subschema in a keyword's value.
  mutating func node(_ schema: JSONValue, _ input: KeywordInput) throws(SchemaError) -> SchemaNodeID {
    guard schema.kind == .object || schema.bool != nil else { throw input.error(.notASchema, at: schema) }
    let place = SchemaPlace(document: input.document, index: schema.index)
    return try node(place, registry.resource(of: place) ?? input.resource, from: input)
  }

  mutating func nodes(_ schemas: some Sequence<JSONValue>, _ input: KeywordInput) throws(SchemaError) -> [SchemaNodeID]
  {
    var list: [SchemaNodeID] = []
    for schema in schemas { list.append(try node(schema, input)) }
    return list
  }

  /// Returns the graph's node that a `$ref`, `$dynamicRef` or `$recursiveRef` leads to in the current dynamic scope.
  mutating func node(reference: String, _ input: KeywordInput) throws(SchemaError) -> SchemaNodeID {
    guard
      let (place, owner) = try registry.resolve(reference, by: input.name, from: input.resource, input.context)
    else { throw input.error(.danglingReference(reference)) }
    return try node(place, owner, from: input)
  }

  /// Returns the compiled `pattern`, which is written at `value`, or is the value of the keyword.
  mutating func regex(_ pattern: String, at value: JSONValue? = nil, _ input: KeywordInput) throws(SchemaError)
    -> ECMARegex
  {
    let text = ExactText(pattern)
    if let known = regexes[text] { return known }
    do {
      let regex = try ECMARegex(pattern)
      regexes[text] = regex
      return regex
    } catch {
      throw input.error(.invalidPattern(pattern, error), at: value)
    }
  }

  // MARK: Nodes

  private mutating func node(_ place: SchemaPlace, _ owner: Int, from input: KeywordInput) throws(SchemaError)
    -> SchemaNodeID
  {
    let context = owner == input.resource ? input.context : input.context.entering(registry.resources[owner])
    return try node(Key(place: place, resource: owner, context: context))
  }

  private mutating func node(_ key: Key) throws(SchemaError) -> SchemaNodeID {
    if let id = known[key] { return id }
    let value = registry.value(at: key.place)
    guard nodes.count < Self.nodeLimit else {
      throw SchemaError(
        .tooManySchemas(limit: Self.nodeLimit),
        at: value.pointer,
        offset: value.byteRange.lowerBound,
        document: registry.documentURIs[key.place.document]
      )
    }
    let id = nodes.count
    known[key] = id
    nodes.append(SchemaNode(place: key.place, resource: key.resource, boolean: value.bool))
    if value.kind == .object { pending.append((key, id)) }
    return id
  }

  private mutating func fill(_ id: SchemaNodeID, _ key: Key) {
    let schema = registry.value(at: key.place)
    let resource = registry.resources[key.resource]
    if let refusal = resource.refusal, resource.place == key.place { return errors.append(refusal) }
    let vocabularies = resource.vocabularies
    let hidesSiblings = vocabularies.dialect.refHidesSiblings && schema["$ref"] != nil
    var compiled: [(phase: Int, keyword: any SchemaKeyword)] = []
    for member in schema.members {
      let name = member.key
      if hidesSiblings, name != "$ref" { continue }
      let input = KeywordInput(
        name: name,
        value: member.value,
        schema: schema,
        document: key.place.document,
        resource: key.resource,
        context: key.context,
        vocabularies: vocabularies,
        documentURI: registry.documentURIs[key.place.document]
      )
      let definition = KeywordDefinition.find(name, for: vocabularies) ?? .unknown
      attempt { compiler throws(SchemaError) in
        if let keyword = try definition.type?.compile(input, &compiler) { compiled.append((definition.phase, keyword)) }
      }
    }
    compiled.sort { $0.phase < $1.phase }
    nodes[id].keywords = compiled.map(\.keyword)
    if vocabularies.knows(.assay) {
      nodes[id].level = schema["level"]?.string
      nodes[id].sources = schema["source"].map(Self.sources) ?? []
    }
  }

  private static func sources(_ value: JSONValue) -> [String] {
    if let one = value.string { return [one] }
    return value.items.compactMap(\.string)
  }

  /// Finds a cycle of schemas that are all applied to the same value, among the nodes from `first` on: those before lead to none
  /// of them.
  private func refuseEndlessReferences(from first: SchemaNodeID) throws(SchemaError) {
    enum Mark { case unseen, open, done }
    var marks = Array(repeating: Mark.unseen, count: nodes.count - first)
    for start in first..<nodes.count where marks[start - first] == .unseen {
      var path: [(id: SchemaNodeID, next: [SchemaNodeID])] = []
      func enter(_ id: SchemaNodeID) {
        marks[id - first] = .open
        path.append((id, nodes[id].keywords.flatMap(\.inPlace)))
      }
      enter(start)
      while let id = path.last?.id {
        // Taken out in place: a copy of a long list at each of its entries would be quadratic.
        guard let next = path[path.count - 1].next.popLast() else {
          marks[id - first] = .done
          path.removeLast()
          continue
        }
        switch next < first ? .done : marks[next - first] {
        case .unseen: enter(next)
        case .done: break
        case .open:
          let value = registry.value(at: nodes[id].place)
          throw SchemaError(
            .infiniteReference,
            at: value.pointer,
            offset: value.byteRange.lowerBound,
            document: registry.documentURIs[nodes[id].place.document]
          )
        }
      }
    }
  }
}

/// The schema that each dynamic anchor stands for on one evaluation path: the first one on the path that defines it
/// (2020-12 section 7.1).
///
/// Each schema is compiled once for each such context, which turns dynamic references into static ones.
struct DynamicContext: Hashable, Sendable {
  private var bindings: [Binding] = []

  private struct Binding: Hashable, Sendable {
    var name: String
    var place: SchemaPlace
  }

  func place(of name: String) -> SchemaPlace? { bindings.first { $0.name == name }?.place }

  /// Returns the context after evaluation has entered `resource`: its dynamic anchors are added unless they are already
  /// bound.
  func entering(_ resource: SchemaResource) -> DynamicContext {
    guard !resource.dynamicAnchors.isEmpty else { return self }
    var inner = self
    for (name, place) in resource.dynamicAnchors where self.place(of: name) == nil {
      inner.bindings.append(Binding(name: name, place: place))
    }
    inner.bindings.sort { $0.name < $1.name }
    return inner
  }
}
