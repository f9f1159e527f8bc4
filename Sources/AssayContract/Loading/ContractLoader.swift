import AssayJSON
import AssaySchema

/// Reads a contract: bytes to a `Contract`, or everything that is wrong with it.
package enum ContractLoader {
  /// The most diagnostics that are shown at once.
  private static let shownDiagnostics = 20
  /// Far beyond any contract a person wrote, and small enough to be read at once.
  private static let limits = JSONLimits(depth: 128, size: 4 << 20)

  /// Reads the contract in `bytes`; `file` is its name for messages.
  package static func load(bytes: [UInt8], file: String) throws(ContractError) -> Contract {
    let document: JSONDocument
    do {
      document = try JSONDocument(parsing: bytes, limits: limits)
    } catch {
      throw ContractError(diagnostics: [JSONSyntaxDiagnostic.diagnostic(for: error, bytes: bytes, file: file)])
    }
    var log = DiagnosticLog()
    noteDuplicateKeys(of: document, in: &log)
    let left = FormatCheck.check(document, log: &log)

    var reader = ContractReader(document: document, file: file, log: log)
    let contract = reader.read()
    FormatCheck.note(left, of: document, log: &reader.log)
    if reader.log.isEmpty, let contract { return contract }
    if reader.log.isEmpty {
      reader.log.add(.missingKey, "the contract lacks a part it cannot do without", range: 0..<1)
    }
    let text = ContractText(file: file, bytes: bytes)
    let (shown, omitted) = reader.log.diagnostics(in: text, limit: shownDiagnostics)
    throw ContractError(diagnostics: shown, omitted: omitted)
  }

  private static func noteDuplicateKeys(of document: JSONDocument, in log: inout DiagnosticLog) {
    for duplicate in document.duplicateKeys() {
      let length = JSONEscapes.quote(duplicate.key).utf8.count
      log.add(
        .duplicateKey,
        "the key `\(duplicate.key)` stands twice in one object",
        help: "JSON readers disagree on which of the two counts (RFC 8259 section 4); keep one",
        range: duplicate.offset..<duplicate.offset + length,
        pointer: duplicate.object.appending(duplicate.key)
      )
    }
  }
}
