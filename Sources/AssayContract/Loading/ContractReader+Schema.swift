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
      // The error counts from 0, columns from 1.
      let start = value?.string == pattern ? value?.byteOffset(ofColumn: position + 1) : nil
      log.add(
        .badPattern,
        "not a regular expression of ECMA-262: \(reason)",
        help: "in JSON a backslash is written twice: `\\\\d`",
        range: start.map { $0..<$0 + 1 } ?? range,
        pointer: error.pointer
      )
    default:
      log.add(.badSchema, error.description, range: range, pointer: error.pointer)
    }
  }
}
