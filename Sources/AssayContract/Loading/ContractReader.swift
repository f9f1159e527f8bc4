import AssayFindings
import AssayJSON
import AssayRegex
import AssaySchema
import AssayText

/// The reader that builds the model from a contract's JSON. It reports errors that the format's schema cannot express:
/// broken references, names, expressions.
///
/// `FormatCheck` reports wrong keys and types; the reader silently skips them.
struct ContractReader {
  let document: JSONDocument
  let root: ContractNode
  let file: String
  let schemas: SchemaSet
  let defined: DefinedNames
  /// The names by which the current step's expressions read the item of its `forEach`.
  var stepVariables: Set<String> = []
  /// Reads the bytes of a file that the contract names; `nil` if files are not to be read.
  let files: ((String) -> [UInt8]?)?
  /// The names `row.NAME` for the values in the rows of the scenario being read.
  var columns: Set<String> = []
  /// The security schemes, read before the operations and steps that use them.
  var securitySchemes: [SecurityScheme] = []
  /// The contract's default security, for operations without their own.
  var inheritedSecurity: [[SecurityUse]] = []
  var log: DiagnosticLog
  /// The expressions and templates read so far.
  let texts = ParsedTemplates()

  init(document: JSONDocument, file: String, log: DiagnosticLog, files: ((String) -> [UInt8]?)? = nil) {
    self.document = document
    self.file = file
    self.log = log
    self.files = files
    root = ContractNode(root: document.root)
    schemas = SchemaSet(document: document)
    defined = DefinedNames(root)
  }

  /// Reads the contract as far as possible; returns `nil` if the text is not an object.
  mutating func read() -> Contract? {
    guard root.value.kind == .object else {
      log.add(.wrongType, "a contract is a JSON object", range: root.range)
      return nil
    }
    let sites = ContractSite.all(in: document, schemas)
    checkSources(sites)
    checkOlderSchemas(sites)
    checkReferences(sites)
    let variables = root.table("variables").map { variable($0) }
    let environments = root.table("environments").map { environment($0, variables) }
    securitySchemes = root.table("securitySchemes").compactMap { securityScheme($0) }
    inheritedSecurity = security(root["security"]) ?? []
    let operations = root.table("operations").compactMap { operation($0) }
    let operationsByName = Dictionary(operations.map { (ExactText($0.name), $0) }) { first, _ in first }
    let scenarios = root.table("scenarios").map { scenario($0, operations: operationsByName) }
    checkDefinitions()
    var contract = Contract(
      file: file,
      document: document,
      service: root.string("service") ?? "",
      title: root.string("title") ?? "",
      documents: root.table("documents").map { node in
        DocumentReference(
          name: node.name,
          title: node.string("title") ?? "",
          file: node.string("file") ?? "",
          digest: node.string("digest"),
          remembered: remembered(node)
        )
      },
      servers: root.table("servers").map { node in
        ServerDefinition(name: node.name, url: node.string("url") ?? "", promise: node.promise)
      },
      operations: operations,
      scenarios: scenarios,
      mockData: root.value["mock"]?["data"],
      schemas: schemas,
      templates: texts
    )
    contract.variables = variables
    contract.environments = environments
    contract.securitySchemes = securitySchemes
    return contract
  }

  /// Returns the texts of the document's lines in `cited`, by line number. Reports a text whose number of lines differs
  /// from its range.
  private mutating func remembered(_ node: ContractNode) -> [Int: String] {
    var lines: [Int: String] = [:]
    for entry in node.table("cited") {
      guard let citation = Citation("cited:\(entry.name)"), let text = entry.value.string else { continue }
      let texts = text.split(separator: "\n", omittingEmptySubsequences: false)
      if texts.count == citation.lines.count {
        for (number, text) in zip(citation.lines, texts) { lines[number] = String(text) }
      } else {
        log.add(
          .wrongValue,
          "\(texts.count.counted("line")) \(texts.count == 1 ? "stands" : "stand") here for the lines \(entry.name)",
          help: "`assay derive DOCUMENT --update CONTRACT` writes what is cited",
          range: entry.range,
          pointer: entry.pointer
        )
      }
    }
    return lines
  }

  /// Compiles all shared schemas, so that errors are reported even in schemas nothing refers to.
  private mutating func checkDefinitions() {
    for error in schemas.errors(at: root.table("$defs").map(\.pointer)) { note(error) }
  }

  private mutating func checkSources(_ sites: [ContractSite]) {
    for site in sites {
      for source in site.node.ownSourceValues {
        guard let text = source.string, Citation(text) == nil else { continue }
        log.add(
          .badSource,
          "`\(text)` is not a valid range of lines",
          help:
            "write `document:first-last`, as in `guide:27-33`, or `document:line`, the first line not after the last; "
            + "in a long line the place, too: `openapi:1 #/paths`",
          range: source.byteRange,
          pointer: site.node.pointer.appending("source")
        )
      }
    }
  }

  // MARK: Values

  /// Returns the compiled schema at `node`.
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
      let expression = try Expression(parsing: text, variables: variables(in: setting))
      texts.note(expression)
      if case .run = setting, !defined.secrets.isEmpty { checkSecrets(expression, node) }
      return expression
    } catch {
      note(error, .badExpression, in: node.value, pointer: node.pointer)
      return nil
    }
  }

  /// Reports an error in the text of the string `value`, at its exact column in the file.
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

  /// Reads a time limit: a duration, or an object with a duration.
  mutating func limit(_ node: ContractNode?) -> TimeLimit? {
    guard let node, let value = node.value.string == nil ? node.value["limit"] : node.value else { return nil }
    return duration(value, pointer: node.pointer).map {
      TimeLimit(duration: $0, text: value.string ?? "", promise: node.promise)
    }
  }

  mutating func duration(_ node: ContractNode?) -> Duration? {
    node.flatMap { duration($0.value, pointer: $0.pointer) }
  }

  private mutating func duration(_ value: JSONValue, pointer: JSONPointer) -> Duration? {
    guard let text = value.string else { return nil }
    if let duration = Duration(written: text) { return duration }
    log.add(
      .badDuration,
      "`\(text)` is not a valid duration",
      help: "write `250ms`, `3s` or `5m`, a day at most",
      range: value.byteRange,
      pointer: pointer
    )
    return nil
  }

  /// Reads a JSON Pointer in a string.
  mutating func pointer(_ value: JSONValue?, at place: JSONPointer) -> JSONPointer? {
    guard let value, let text = value.string else { return nil }
    if let pointer = JSONPointer(text) { return pointer }
    log.add(
      .badPointer,
      "`\(text)` is not a valid JSON Pointer",
      help: "start with `/`, and write `~0` for a tilde, `~1` for a slash inside a name (RFC 6901)",
      range: value.byteRange,
      pointer: place
    )
    return nil
  }

  /// Reads the pointers to values that are promised to be constant or never to fall.
  mutating func pointerPromises(_ nodes: [ContractNode]) -> [PointerPromise] {
    nodes.compactMap { node in
      let value = node.value.kind == .object ? node.value["pointer"] : node.value
      guard let pointer = pointer(value, at: node.pointer) else { return nil }
      return PointerPromise(pointer: pointer, equals: expression(node["equals"]), promise: node.promise)
    }
  }

  /// Reports that nothing is named `value`, with the most similar existing name.
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
      "\(noun) `\(name)` is not defined",
      help: SpellingSuggestion.help(for: name, among: known, noun: "the \(plural) there are"),
      range: value.byteRange,
      pointer: pointer
    )
  }
}

extension ContractReader {
  /// Reports the reason why a schema of the contract could not be compiled.
  mutating func note(_ error: SchemaError) {
    let value = document.root[error.pointer]
    let range = value?.byteRange ?? error.offset..<error.offset + 1
    switch error.reason {
    case .danglingReference(let reference):
      let definitions = root.table("$defs").map { "#/$defs/\($0.name)" }
      log.add(
        .danglingRef,
        "`\(reference)` does not exist",
        help: SpellingSuggestion.help(for: reference, among: definitions, noun: "the definitions there are"),
        range: range,
        pointer: error.pointer
      )
    case .invalidPattern(let pattern, let reason):
      notePattern(value?.string == pattern ? value : nil, pattern, reason, range, error.pointer)
    default:
      log.add(.badSchema, error.description, range: range, pointer: error.pointer)
    }
  }

  /// Reports each `$ref` to a value of the contract that is not a schema: such a schema would accept any value.
  mutating func checkReferences(_ sites: [ContractSite]) {
    let schemas = sites.compactMap(\.schema)
    let places = Set(schemas.map(\.pointer))
    for schema in schemas {
      for name in ["$ref", "$dynamicRef", "$recursiveRef"] {
        guard let reference = schema.keyword(name), let target = schema.target(of: name), target.isInOwnDocument,
          !places.contains(target.pointer)
        else { continue }
        let tokens = target.pointer.tokens
        let isBelowSchema = tokens.indices.contains { places.contains(JSONPointer(tokens: Array(tokens[..<$0]))) }
        // What tells events apart may be a schema as well.
        let isKind = tokens.count > 5 && tokens[0] == "operations" && tokens[2] == "stream" && tokens[5] == "when"
        if isBelowSchema || isKind || tokens.first == "variables" || tokens.first?.hasPrefix("x-") == true { continue }
        log.add(
          .danglingRef,
          tokens.isEmpty
            ? "`#` refers to the whole contract, which is not a schema" : "`#\(target.pointer)` is not a schema",
          help: "put the schema into `$defs`, and refer to it as `#/$defs/NAME`",
          range: reference.value.byteRange,
          pointer: reference.pointer
        )
      }
    }
  }

  /// Reports keywords that are unknown in the older draft that a schema names; `FormatCheck` covers the format's own
  /// draft.
  mutating func checkOlderSchemas(_ sites: [ContractSite]) {
    for schema in sites.compactMap(\.schema) where schema.dialect < .draft2020_12 {
      let known = schema.dialect.keywords
      for member in schema.value.members where !known.contains(member.key) && !member.key.hasPrefix("x-") {
        log.add(
          .unknownKey,
          "unknown key `\(member.key)`, by the draft \(schema.dialect.rawValue) that the schema names",
          help: SpellingSuggestion.nearest(to: member.key, among: known.sorted()).map { "did you mean `\($0)`?" }
            ?? "delete it, or name the draft that has it in `$schema`",
          range: member.keyValue.byteRange,
          pointer: schema.pointer.appending(member.key)
        )
      }
    }
  }

  /// Reports a pattern outside of schemas that is not a valid regular expression.
  mutating func checkPattern(_ value: JSONValue, _ pattern: String, at pointer: JSONPointer) {
    do {
      _ = try ECMARegex(pattern)
    } catch {
      notePattern(value, pattern, error, value.byteRange, pointer)
    }
  }

  /// Reports an error in a pattern at its character, or for all of `range` if that is not known.
  private mutating func notePattern(
    _ value: JSONValue?,
    _ pattern: String,
    _ error: ECMARegexError,
    _ range: Range<Int>,
    _ pointer: JSONPointer
  ) {
    let start = value?.byteOffset(ofColumn: error.position + 1)
    let verdict =
      error.isLimitation ? "valid in ECMA-262, but not supported" : "not a regular expression of ECMA-262"
    // Where a backslash is at fault it was most likely meant as the character.
    let isBackslash = error.reason == .invalidEscape || (error.reason == .unexpectedEnd && pattern.hasSuffix("\\"))
    log.add(
      .badPattern,
      "\(verdict): \(error)",
      help: isBackslash
        ? "for a backslash in the text write `\\\\\\\\`: two for the expression, each twice in JSON" : "",
      range: start.map { $0..<$0 + 1 } ?? range,
      pointer: pointer
    )
  }
}

extension JSONValue {
  /// The draft that a schema names, if it is older than the one in which contracts are written.
  var olderDialect: SchemaDialect? {
    guard let dialect = self["$schema"]?.string.flatMap(SchemaDialect.init(metaSchemaURI:)) else { return nil }
    return dialect < .draft2020_12 ? dialect : nil
  }
}

extension ContractReader {
  /// The setting in which an expression is evaluated. It determines which values it may read besides the observed
  /// exchanges and events.
  enum Setting {
    /// Rules of a run, which read the contract's variables and the row of the scenario.
    case run
    /// Requests of a run, which also read `$run`, the values of the current call.
    case request
    /// The mock, which reads its variables, and the resources that the contract's operations create.
    case mock
  }

  /// Returns the names that may follow a dollar sign in `setting`, besides those of observations.
  func variables(in setting: Setting) -> Set<String> {
    switch setting {
    case .run: defined.outside.union(columns).union(stepVariables)
    case .request: defined.outside.union(columns).union(stepVariables).union(["run.uuid", "run.now", "run.number"])
    case .mock: defined.mockVariables.union(defined.outside)
    }
  }

  /// Parses every expression inside a template, so that errors are reported on loading instead of during a run.
  mutating func checkTemplate(_ node: ContractNode?, in setting: Setting = .request) {
    guard let node else { return }
    for (value, error) in Template.problems(in: node.value, variables: variables(in: setting)) {
      note(error, .badExpression, in: value, pointer: node.pointer)
    }
  }
}
