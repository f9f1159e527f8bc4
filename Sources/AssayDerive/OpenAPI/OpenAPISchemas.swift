import AssayDocuments
import AssayFindings
import AssayJSON
import AssayRegex
import AssaySchema
import AssayText

/// Schemas of a description as JSON Schema 2020-12; each schema referred to becomes one of the `$defs`.
final class OpenAPISchemas {
  /// The direction of a value: a `writeOnly` value is never received, a `readOnly` value is never sent.
  enum Direction { case request, response }

  let files: OpenAPIFiles
  /// True if the description is of version 3.0, which has its own schema language.
  var isOld: Bool
  /// The name that the draft gives the description's first file in its list of documents.
  private let rootName: String
  /// The names of the files among the documents of the draft.
  private(set) var documents: [Int: String] = [:]
  private(set) var definitions: DraftTree.Members = []
  /// The parts that could not be carried over, with their lines and places in the file.
  private(set) var losses: Set<OpenAPILoss> = []
  /// The examples of the draft, to be checked once all their schemas are read.
  var shown: [ShownExample] = []
  var variables = DraftVariables()
  /// A cache of the lines of files, by the file's index.
  private var texts: [Int: DocumentLines] = [:]
  private var names: [String: String] = [:]
  private var taken = UniqueNames()
  private var directional: [String: Bool] = [:]
  /// The definitions that are named but not yet read. The outermost call reads them, so that long chains of references
  /// need no deep recursion.
  private var unread: [(place: Int, node: OpenAPINode, direction: Direction)] = []
  /// The current depth of definitions being read because another refers to them.
  private var nesting = 0
  private static let mostNesting = 64
  /// The most schemas that are referred to: each takes some kilobytes while examples are checked.
  private static let most = 10_000

  init(files: OpenAPIFiles, isOld: Bool, rootName: String = "openapi") {
    self.files = files
    self.isOld = isOld
    self.rootName = rootName
  }

  // MARK: Sources

  /// The most bytes of a line in which a reader finds a value without being told where.
  private static let mostOfLine = 400

  /// Returns the lines of a node, in citations of readable length; in a long line, with the node's place.
  func sources(_ node: OpenAPINode) -> [Citation] {
    let (lines, document, text) = (node.lines, document(node.file), text(of: node.file))
    if lines.count == 1, text.indices.contains(lines.lowerBound - 1),
      text.length(at: lines.lowerBound - 1) > Self.mostOfLine
    {
      let pointer = node.way.pointer.dropFirst()
      return [Citation(document: document, lines: lines, pointer: pointer.isEmpty ? nil : String(pointer))]
    }
    let pieces = stride(from: lines.lowerBound, through: lines.upperBound, by: 40).prefix(3).map {
      $0...min($0 + 39, lines.upperBound)
    }
    return pieces.filter { $0 == pieces[0] || hasWords($0, of: node.file) }.map {
      Citation(document: document, lines: $0)
    }
  }

  /// Returns true if the lines of a file contain a letter or a digit, not only brackets.
  private func hasWords(_ lines: ClosedRange<Int>, of file: Int) -> Bool {
    let text = text(of: file)
    return text[min(lines.lowerBound - 1, text.count)..<min(lines.upperBound, text.count)].contains {
      $0.contains { $0.isLetter || $0.isNumber }
    }
  }

  /// The lines of a file.
  func text(of file: Int) -> DocumentLines {
    if let known = texts[file] { return known }
    let text = DocumentLines(files.files[file].bytes)
    texts[file] = text
    return text
  }

  func source(_ node: OpenAPINode) -> DraftTree {
    let sources = sources(node).map { DraftTree.string($0.description) }
    return sources.count == 1 ? sources[0] : .array(sources)
  }

  func lose(_ words: String, _ node: OpenAPINode) {
    let source = Source(document(node.file), node.lines.lowerBound)
    losses.insert(OpenAPILoss(source: source, pointer: node.way.pointer, words: words))
  }

  private func document(_ file: Int) -> String {
    if let known = documents[file] { return known }
    var name = rootName
    if file > 0 {
      let stem = files.files[file].path.split(separator: ".").first.map { String($0).slug } ?? ""
      name = stem.first?.isLetter == true ? stem : "file-\(file + 1)"
      if documents.values.contains(name) { name += "-\(file + 1)" }
    }
    documents[file] = name
    return name
  }

  func mapDefinitions(_ change: (_ name: String, _ schema: DraftTree) -> DraftTree) {
    definitions.change { $0.value = change($0.key, $0.value) }
  }

  // MARK: Values

  /// Returns a value of a schema: the one `given`, its own examples, or else the simplest; `nil` if none is found.
  func value(
    _ node: OpenAPINode?,
    _ given: DocumentValue? = nil,
    isRequest: Bool,
    usingExamples: Bool = true
  ) throws(DraftError) -> DocumentValue? {
    guard given == nil, let node else { return given }
    var maker = OpenAPIExample(files: files, isRequest: isRequest, usesExamples: usingExamples)
    return try maker.value(node)
  }

  // MARK: Schemas

  /// The schema of a node; a reference becomes one to a definition.
  func schema(_ node: OpenAPINode, _ direction: Direction, depth: Int = 0) throws(DraftError) -> DraftTree {
    if let truth = node.value.bool { return .bool(truth) }
    guard node.value.isObject else {
      lose("a schema that is not an object", node)
      return true
    }
    guard depth < 100 else { throw node.failure("schemas are nested deeper than 100 levels") }
    guard let reference = node["$ref"]?.string else { return try body(node, direction, depth: depth) }
    let name = try definition(reference, at: node, direction)
    let link: DraftTree = ["$ref": "#/$defs/\(name)"]
    // Next to a reference 3.0 reads nothing, later versions all.
    let siblings = node.value.members.filter { $0.key != "$ref" }
    if isOld || siblings.allSatisfy({ ["description", "summary", "title"].contains($0.key) }) { return link }
    var rest = node
    rest.value.kind = .object(siblings)
    var schema = try body(rest, direction, depth: depth)
    schema["$ref"] = link["$ref"]
    return schema
  }

  /// Returns the name, under `$defs`, of the definition for `reference`; adds the definition if it is new.
  private func definition(_ reference: String, at node: OpenAPINode, _ direction: Direction)
    throws(DraftError) -> String
  {
    let target = try files.target(of: reference, at: node)
    // A chain of references alone is followed, so that it cannot be a circle.
    _ = try files.resolved(target.node)
    let isDirectional = try isDirectional(target.node, target.key)
    let key = target.key + (isDirectional && direction == .request ? "#request" : "")
    if let known = names[key] { return known }
    let last = target.key.parts("/#").last ?? "Schema"
    var stem = last.plain("_-")
    if isDirectional, direction == .request { stem += "Request" }
    let name = taken.take(stem, "")
    names[key] = name
    let place = definitions.count
    definitions.append((name, true))
    unread.append((place, target.node, direction))
    guard nesting < Self.mostNesting else { return name }
    nesting += 1
    defer { nesting -= 1 }
    try readLast()
    while nesting == 1, !unread.isEmpty { try readLast() }
    return name
  }

  /// Reads the most recently named definition that is not yet read.
  private func readLast() throws(DraftError) {
    guard let next = unread.popLast() else { return }
    var made = try schema(next.node, next.direction)
    if case .object = made, made["source"] == nil { made["source"] = source(next.node) }
    definitions[next.place].value = made
  }

  /// Returns true if a schema, or one to which it refers, has `readOnly` or `writeOnly` members, so that it differs
  /// between requests and responses.
  ///
  /// Each schema referred to is examined once, and the result is kept.
  private func isDirectional(_ node: OpenAPINode, _ key: String) throws(DraftError) -> Bool {
    if let known = directional[key] { return known }
    var pending = [(node: node, of: key)]
    var seen: Set<String> = [key]
    // The schemas that go one way only, and from each schema those that refer to it.
    var found: [String] = []
    var referring: [String: [String]] = [:]
    while let (next, owner) = pending.popLast() {
      guard directional.count + seen.count <= Self.most else {
        throw next.failure("more than \(Self.most) schemas are referred to; draft from a part of the description")
      }
      for (name, child) in next.members {
        if name == "readOnly" || name == "writeOnly", child.value.bool == true { found.append(owner) }
        if name == "$ref", let reference = child.string {
          let target = try files.target(of: reference, at: next)
          referring[target.key, default: []].append(owner)
          if let known = directional[target.key] {
            if known { found.append(owner) }
          } else if seen.insert(target.key).inserted {
            pending.append((target.node, target.key))
          }
        } else if !["example", "examples", "enum", "default", "const"].contains(name) {
          pending += ([child] + child.items).map { ($0, owner) }
        }
      }
    }
    for key in seen { directional[key] = false }
    while let next = found.popLast() {
      if directional.updateValue(true, forKey: next) != true { found += referring[next] ?? [] }
    }
    return directional[key] ?? false
  }

  private static let single = CommaSeparated.set(
    """
    items, additionalProperties, not, contains, propertyNames, if, then, else, unevaluatedItems,
    unevaluatedProperties
    """
  )
  private static let several = CommaSeparated.set("allOf, anyOf, oneOf, prefixItems")
  private static let named = CommaSeparated.set("properties, patternProperties, dependentSchemas")
  private static let plain = CommaSeparated.set(
    """
    type, enum, const, multipleOf, maximum, minimum, maxLength, minLength, maxItems, minItems, uniqueItems,
    maxContains, minContains, maxProperties, minProperties, required, dependentRequired, title, description,
    default, deprecated, readOnly, writeOnly, contentEncoding, contentMediaType
    """
  )
  private func schemas(_ nodes: [OpenAPINode], _ direction: Direction, depth: Int) throws(DraftError)
    -> [DraftTree]
  {
    var made: [DraftTree] = []
    for node in nodes { made.append(try schema(node, direction, depth: depth + 1)) }
    return made
  }

  private func body(_ node: OpenAPINode, _ direction: Direction, depth: Int) throws(DraftError) -> DraftTree {
    var tree: DraftTree = [:]
    var isNullable = false
    for (key, child) in node.members {
      if let reason = IdleKeyword.reason(key, child, in: node) {
        lose("`\(key)` of a schema: \(reason)", child)
        continue
      }
      switch key {
      case "items" where child.value.isArray:
        // The list of earlier drafts of JSON Schema, which is met in descriptions of 3.0.
        tree["prefixItems"] = .array(try schemas(child.items, direction, depth: depth))
      case _ where Self.single.contains(key):
        tree[key] = try schema(child, direction, depth: depth + 1)
      case _ where Self.several.contains(key):
        let items = try schemas(child.items, direction, depth: depth)
        if !items.isEmpty { tree[key] = .array(items) }
      case _ where Self.named.contains(key): tree[key] = try members(of: child, direction, depth: depth)
      case "exclusiveMinimum", "exclusiveMaximum":
        if child.value.bool == nil { tree[key] = child.value.tree }
      case "minimum", "maximum":
        let isExclusive = node[key == "minimum" ? "exclusiveMinimum" : "exclusiveMaximum"]?.value.bool == true
        tree[isExclusive ? "exclusive" + key.prefix(1).uppercased() + key.dropFirst() : key] = child.value.tree
      case "required":
        let names = try required(child, of: node, direction)
        if !names.isEmpty { tree[key] = .strings(names) }
      case "pattern":
        let pattern = child.string ?? ""
        if (try? ECMARegex(pattern)) != nil {
          tree[key] = child.value.tree
        } else {
          lose("the pattern \(pattern.shortened(to: 60)) cannot be matched in linear time", child)
        }
      case "format":
        let isKnown =
          SchemaDialect.draft2020_12.formats.contains(child.string ?? "")
          && IdleKeyword.isOf("string", node)
        tree[isKnown ? key : "x-format"] = child.value.tree
      case "nullable": isNullable = child.value.bool == true
      case "example": tree["examples"] = .array([child.value.tree])
      case "examples": if child.value.isArray { tree[key] = .array(child.value.items.map(\.tree)) }
      case "discriminator", "$defs", "definitions", "$comment", "xml", "externalDocs":
        if key == "xml" { lose("`xml` of a schema: bodies are judged as JSON", child) }
      case _ where Self.plain.contains(key): tree[key] = child.value.tree
      default: lose("the keyword \(key.shortened(to: 40)) of a schema", child)
      }
    }
    if let discriminator = node["discriminator"] { try discriminate(&tree, discriminator, node, direction) }
    if isNullable { allowNull(&tree, node) }
    return tree
  }

  private func members(of node: OpenAPINode, _ direction: Direction, depth: Int) throws(DraftError)
    -> DraftTree
  {
    var result: DraftTree.Members = []
    for member in node.value.members {
      let child = node.child(member)
      var schema = try schema(child, direction, depth: depth + 1)
      if case .object = schema { schema["source"] = source(child) }
      result.append((member.key, schema))
    }
    return .object(result)
  }

  /// Returns the names of the required members of an object, without those that are never sent in `direction`.
  private func required(_ child: OpenAPINode, of node: OpenAPINode, _ direction: Direction) throws(DraftError)
    -> [String]
  {
    let other = direction == .request ? "readOnly" : "writeOnly"
    var names: [String] = []
    for name in child.strings.unique {
      if let member = node["properties"]?[name] {
        let found = try member.resolved
        if member[other]?.value.bool == true || found[other]?.value.bool == true { continue }
      }
      names.append(name)
    }
    return names
  }

  /// Converts `nullable` of 3.0: adds `null` to the types and to a list of values.
  private func allowNull(_ tree: inout DraftTree, _ node: OpenAPINode) {
    if tree["type"] != nil, let type = node["type"]?.string {
      tree["type"] = [.string(type), "null"]
      if let values = node["enum"]?.value.items, !values.contains(where: \.isNull) {
        tree["enum"] = .array(values.map(\.tree) + [.null])
      }
    } else if !tree.members.isEmpty {
      tree = ["anyOf": [tree, ["type": "null"]]]
    }
  }

  /// Converts a discriminator to conditions: each value of its property requires the schema that it selects, regardless
  /// of how many alternatives match.
  private func discriminate(
    _ tree: inout DraftTree,
    _ discriminator: OpenAPINode,
    _ node: OpenAPINode,
    _ direction: Direction
  ) throws(DraftError) {
    guard let name = discriminator["propertyName"]?.string, let choice = node["oneOf"] ?? node["anyOf"],
      choice.items.allSatisfy({ $0["$ref"]?.string != nil })
    else { return lose("a discriminator without a list of references to choose from", discriminator) }
    var mapped: [String: [String]] = [:]
    for (value, target) in discriminator["mapping"]?.members ?? [] {
      guard let text = target.string else { continue }
      let reference = text.containsAny("#", ".") ? text : "#/components/schemas/\(text)"
      mapped[try files.target(of: reference, at: target).key, default: []].append(value)
    }
    var (values, rules): ([DraftTree], [DraftTree]) = ([], [])
    for item in choice.items {
      let reference = item["$ref"]?.string ?? ""
      let key = try files.target(of: reference, at: item).key
      for value in mapped[key] ?? [reference.parts("/").last ?? reference] {
        values.append(.string(value))
        let isIt: DraftTree = ["properties": [name: ["const": .string(value)]]]
        rules.append(["if": isIt, "then": try schema(item, direction)])
      }
    }
    tree["oneOf"] = nil
    tree["anyOf"] = nil
    let choose: DraftTree = ["required": [.string(name)], "properties": [name: ["enum": .array(values)]]]
    tree["allOf"] = .array((tree["allOf"]?.items ?? []) + [choose] + rules)
  }
}
