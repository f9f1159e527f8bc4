import AssayJSON

/// Turns a schema, and all it refers to, into a graph.
struct SchemaCompiler {
  private(set) var registry: SchemaRegistry
  private var nodes: [SchemaNode] = []
  private var known: [Key: SchemaNodeID] = [:]
  private var pending: [(key: Key, id: SchemaNodeID)] = []
  private static let nodeLimit = 250_000

  private struct Key: Hashable {
    var place: SchemaPlace
    var resource: Int
    var context: DynamicContext
  }

  init(registry: SchemaRegistry) {
    self.registry = registry
  }

  /// Compiles the schema at `place`, which belongs to `resource`.
  mutating func compile(_ place: SchemaPlace, in resource: Int) throws(SchemaError) -> SchemaGraph {
    let context = DynamicContext().entering(registry.resources[resource])
    let root = try node(Key(place: place, resource: resource, context: context))
    while let (key, id) = pending.popLast() { try fill(id, key) }
    try refuseEndlessReferences()
    return SchemaGraph(nodes: nodes, root: root, registry: registry)
  }

  // MARK: For keywords

  /// The node of a schema that stands inside a keyword.
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

  /// The node `reference` means.
  mutating func node(reference: String, _ input: KeywordInput) throws(SchemaError) -> SchemaNodeID {
    let (place, owner) = try resolve(reference, input)
    return try node(place, owner, from: input)
  }

  /// The node a dynamic reference means on this path; `anchor` is empty for `$recursiveRef`.
  mutating func node(dynamicReference: String, anchor: String, _ input: KeywordInput) throws(SchemaError)
    -> SchemaNodeID
  {
    let (place, owner) = try resolve(dynamicReference, input)
    guard registry.resources[owner].dynamicAnchors[anchor] == place,
      let outermost = input.context.place(of: anchor), let holder = registry.resource(of: outermost)
    else { return try node(place, owner, from: input) }
    return try node(outermost, holder, from: input)
  }

  // MARK: Nodes

  private mutating func resolve(_ reference: String, _ input: KeywordInput) throws(SchemaError) -> (SchemaPlace, Int) {
    guard let found = try registry.resolve(reference, from: input.resource) else {
      throw input.error(.danglingReference(reference))
    }
    let target = registry.value(at: found.0)
    guard target.kind == .object || target.bool != nil else { throw input.error(.danglingReference(reference)) }
    return found
  }

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

  private mutating func fill(_ id: SchemaNodeID, _ key: Key) throws(SchemaError) {
    let schema = registry.value(at: key.place)
    let resource = registry.resources[key.resource]
    if let refusal = resource.refusal, resource.place == key.place { throw refusal }
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
      if let keyword = try definition.compile(input, &self) { compiled.append((definition.phase, keyword)) }
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

  /// Finds a cycle of schemas that are all applied to the same value.
  private func refuseEndlessReferences() throws(SchemaError) {
    enum Mark { case unseen, open, done }
    var marks = Array(repeating: Mark.unseen, count: nodes.count)
    for start in nodes.indices where marks[start] == .unseen {
      var path: [(id: SchemaNodeID, next: [SchemaNodeID])] = []
      func enter(_ id: SchemaNodeID) {
        marks[id] = .open
        path.append((id, nodes[id].keywords.flatMap(\.inPlace)))
      }
      enter(start)
      while let (id, rest) = path.last {
        guard let next = rest.last else {
          marks[id] = .done
          path.removeLast()
          continue
        }
        path[path.count - 1].next.removeLast()
        switch marks[next] {
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
