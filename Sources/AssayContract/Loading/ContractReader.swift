import AssayFindings
import AssayJSON
import AssaySchema
import AssayText

/// Builds the model from a contract's JSON, and notes what its own schema cannot say: broken references, names, expressions.
///
/// Wrong keys and types are `FormatCheck`'s business; here what does not fit is left out without a word.
struct ContractReader {
  let document: JSONDocument
  let root: ContractNode
  let file: String
  let schemas: SchemaSet
  let serverNames: [String]
  let operationNames: [String]
  let mockVariables: Set<String>
  var log: DiagnosticLog

  init(document: JSONDocument, file: String, log: DiagnosticLog) {
    self.document = document
    self.file = file
    self.log = log
    root = ContractNode(root: document.root)
    schemas = SchemaSet(document: document)
    serverNames = root.table("servers").map(\.name)
    operationNames = root.table("operations").map(\.name)
    mockVariables = Self.mockVariables(of: root)
  }

  /// The contract, as far as it could be read; `nil` where the text is not even an object.
  mutating func read() -> Contract? {
    guard root.value.kind == .object else {
      log.add(.wrongType, "a contract is a JSON object", range: root.range)
      return nil
    }
    let sites = ContractSite.all(in: root)
    checkSources(sites)
    checkOlderSchemas(sites)
    let operations = root.table("operations").compactMap { operation($0) }
    let scenarios = root.table("scenarios").map { scenario($0, operations: operations) }
    checkDefinitions()
    return Contract(
      file: file,
      document: document,
      service: root.string("service") ?? "",
      title: root.string("title") ?? "",
      documents: root.table("documents").map { node in
        DocumentReference(name: node.name, title: node.string("title") ?? "", file: node.string("file") ?? "")
      },
      servers: root.table("servers").map { node in
        ServerDefinition(name: node.name, url: node.string("url") ?? "", promise: node.promise)
      },
      operations: operations,
      scenarios: scenarios,
      mockData: root.value["mock"]?["data"]
    )
  }

  /// Compiles the shared schemas, all at once, so that none is wrong unnoticed, whatever refers to it.
  private mutating func checkDefinitions() {
    for error in schemas.errors(at: root.table("$defs").map(\.pointer)) { note(error) }
  }

  private mutating func checkSources(_ sites: [ContractSite]) {
    for site in sites {
      for source in site.node.ownSourceValues {
        guard let text = source.string, Citation(text) == nil else { continue }
        log.add(
          .badSource,
          "`\(text)` is no range of lines",
          help:
            "write `document:first-last`, as in `guide:27-33`, or `document:line`, the first line not behind the last",
          range: source.byteRange,
          pointer: site.node.pointer.appending("source")
        )
      }
    }
  }

  // MARK: Values

  /// The compiled schema at `node`.
  mutating func schema(_ node: ContractNode?) -> SchemaPromise? {
    guard let node else { return nil }
    do {
      return SchemaPromise(schema: try schemas.schema(at: node.pointer), promise: node.promise)
    } catch {
      for error in schemas.errors(at: [node.pointer]) { note(error) }
      return nil
    }
  }

  mutating func expression(_ node: ContractNode?, in setting: Setting = .run) -> Expression? {
    guard let node, let text = node.value.string else { return nil }
    do {
      return try Expression(parsing: text, variables: variables(in: setting))
    } catch {
      note(error, .badExpression, in: node.value, pointer: node.pointer)
      return nil
    }
  }

  /// Notes an error in the text of the string `value`, at its very column in the file.
  mutating func note(_ error: ExpressionError, _ kind: DiagnosticKind, in value: JSONValue, pointer: JSONPointer) {
    let offset = value.byteOffset(ofColumn: error.column)
    log.add(kind, error.message, help: error.help, range: offset..<offset + 1, pointer: pointer)
  }

  mutating func invariants(_ nodes: [ContractNode]) -> [Invariant] {
    nodes.compactMap { node in
      expression(node["rule"]).map {
        Invariant(expression: $0, message: node.string("message") ?? "", promise: node.promise)
      }
    }
  }

  /// A limit: a duration, or an object with one.
  mutating func limit(_ node: ContractNode?) -> TimeLimit? {
    guard let node, let value = node.value.string == nil ? node.value["limit"] : node.value else { return nil }
    return duration(value, pointer: node.pointer).map { TimeLimit(duration: $0, promise: node.promise) }
  }

  mutating func duration(_ value: JSONValue, pointer: JSONPointer) -> Duration? {
    guard let text = value.string else { return nil }
    if let duration = Duration(written: text) { return duration }
    log.add(
      .badDuration,
      "`\(text)` is no duration",
      help: "write `250ms`, `3s` or `5m`, a day at most",
      range: value.byteRange,
      pointer: pointer
    )
    return nil
  }

  /// A JSON Pointer in a string.
  mutating func pointer(_ value: JSONValue?, at place: JSONPointer) -> JSONPointer? {
    guard let value, let text = value.string else { return nil }
    if let pointer = JSONPointer(text) { return pointer }
    log.add(
      .badPointer,
      "`\(text)` is no JSON Pointer",
      help: "start with `/`, and write `~0` for a tilde, `~1` for a slash inside a name (RFC 6901)",
      range: value.byteRange,
      pointer: place
    )
    return nil
  }

  /// Pointers promised to be constant or never to fall.
  mutating func pointerPromises(_ nodes: [ContractNode]) -> [PointerPromise] {
    nodes.compactMap { node in
      let value = node.value.kind == .object ? node.value["pointer"] : node.value
      guard let pointer = pointer(value, at: node.pointer) else { return nil }
      return PointerPromise(pointer: pointer, equals: expression(node["equals"]), promise: node.promise)
    }
  }

  /// Notes that nothing is called `value`, with the nearest name there is.
  mutating func noteUnknown(
    _ noun: String,
    plural: String,
    _ kind: DiagnosticKind,
    _ value: JSONValue,
    known: [String],
    at pointer: JSONPointer
  ) {
    // Without a single name there is a missing or misspelt table, and that is said where the table should be.
    guard !known.isEmpty || log.isEmpty else { return }
    let name = value.string ?? value.text
    log.add(
      kind,
      "there is no \(noun) `\(name)`",
      help: SpellingSuggestion.help(for: name, among: known, noun: "the \(plural) there are"),
      range: value.byteRange,
      pointer: pointer
    )
  }
}
