import AssayJSON
import AssayRegex
import AssaySchema

extension ContractReader {
  /// Notes why a schema of the contract could not be compiled.
  mutating func note(_ error: SchemaError) {
    let value = document.root[error.pointer]
    let range = value?.byteRange ?? error.offset..<error.offset + 1
    switch error.reason {
    case .danglingReference(let reference):
      let definitions = root.table("$defs").map { "#/$defs/\($0.name)" }
      log.add(
        .danglingRef,
        "`\(reference)` refers to nothing",
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

  /// Notes what the draft a schema names does not know; that of the format itself is `FormatCheck`'s business.
  mutating func checkOlderSchemas(_ sites: [ContractSite]) {
    for site in sites where site.kind == .schema {
      guard let dialect = site.node.value.olderDialect else { continue }
      let known = dialect.keywords
      for schema in SchemaWalk.schemas(from: site.node) {
        for member in schema.value.members where !known.contains(member.key) && !member.key.hasPrefix("x-") {
          log.add(
            .unknownKey,
            "unknown key `\(member.key)`, by the draft \(dialect.rawValue) that the schema names",
            help: SpellingSuggestion.nearest(to: member.key, among: known.sorted()).map { "did you mean `\($0)`?" }
              ?? "delete it, or name the draft that has it in `$schema`",
            range: member.keyValue.byteRange,
            pointer: schema.pointer.appending(member.key)
          )
        }
      }
    }
  }

  /// Notes a pattern outside of schemas that is no regular expression.
  mutating func checkPattern(_ value: JSONValue, _ pattern: String, at pointer: JSONPointer) {
    do {
      _ = try ECMARegex(pattern)
    } catch {
      notePattern(value, pattern, error, value.byteRange, pointer)
    }
  }

  /// Notes what is wrong with a pattern at its own character, or else with all of `range`.
  private mutating func notePattern(
    _ value: JSONValue?,
    _ pattern: String,
    _ error: ECMARegexError,
    _ range: Range<Int>,
    _ pointer: JSONPointer
  ) {
    let start = value?.byteOffset(ofColumn: error.position + 1)
    let verdict =
      error.isLimitation ? "valid in ECMA-262, but not matched here" : "not a regular expression of ECMA-262"
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
  /// The draft a schema names where it is not the one contracts are written in.
  var olderDialect: SchemaDialect? {
    guard let dialect = self["$schema"]?.string.flatMap(SchemaDialect.init(metaSchemaURI:)) else { return nil }
    return dialect < .draft2020_12 ? dialect : nil
  }
}
