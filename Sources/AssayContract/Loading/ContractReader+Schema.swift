import AssayJSON
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
    case .invalidPattern(let pattern, let reason, let position):
      notePattern(value?.string == pattern ? value : nil, reason, position, range, error.pointer)
    default:
      log.add(.badSchema, error.description, range: range, pointer: error.pointer)
    }
  }

  /// Notes a pattern outside of schemas that is no regular expression.
  mutating func checkPattern(_ value: JSONValue, _ pattern: String, at pointer: JSONPointer) {
    do {
      _ = try ECMARegex(pattern)
    } catch {
      notePattern(value, error.description, error.position, value.byteRange, pointer)
    }
  }

  /// Notes what is wrong with a pattern at its own character, which is counted from 0, or else with all of `range`.
  private mutating func notePattern(
    _ value: JSONValue?,
    _ reason: String,
    _ position: Int,
    _ range: Range<Int>,
    _ pointer: JSONPointer
  ) {
    let start = value?.byteOffset(ofColumn: position + 1)
    log.add(
      .badPattern,
      "not a regular expression of ECMA-262: \(reason)",
      help: "in JSON a backslash is written twice: `\\\\d`",
      range: start.map { $0..<$0 + 1 } ?? range,
      pointer: pointer
    )
  }
}
