import AssayDocuments
import AssayFindings
package import AssayJSON
import AssaySchema

/// The loader of contracts: it turns bytes into a `Contract`, or reports everything that is wrong with them.
package enum ContractLoader {
  /// The maximum number of diagnostics shown at once.
  private static let shownDiagnostics = 20
  /// The limits for a contract: far beyond any handwritten one, and small enough to be read at once.
  private static let limits = JSONLimits(depth: 128, size: 64 << 20)

  /// Reads the contract in `bytes`. `file` is its name for messages; `files` reads a file named relative to it. Without
  /// `files`, rows in separate files are left out.
  package static func load(
    bytes: [UInt8],
    file: String,
    files: ((String) -> [UInt8]?)? = nil
  ) throws(ContractError) -> Contract {
    let document = try document(bytes, file: file)
    var log = DiagnosticLog()
    noteDuplicateKeys(of: document, in: &log)
    let left = FormatCheck.check(document, log: &log)

    var reader = ContractReader(document: document, file: file, log: log, files: files)
    let contract = reader.read()
    FormatCheck.note(left, of: document, log: &reader.log)
    if reader.log.isEmpty, let contract { return contract }
    if reader.log.isEmpty {
      reader.log.add(.missingKey, "a required part of the contract is missing", range: 0..<1)
    }
    let text = ContractText(file: file, document: document)
    let (shown, omitted) = reader.log.diagnostics(in: text, limit: shownDiagnostics)
    throw ContractError(diagnostics: shown, omitted: omitted)
  }

  /// Returns true if a file of this name is YAML; any other file is JSON, which may have comments.
  package static func isYAML(_ file: String) -> Bool {
    let name = file.lowercased()
    return name.hasSuffix(".yaml") || name.hasSuffix(".yml")
  }

  /// Returns the JSON document in `bytes`, whose values have positions.
  package static func document(_ bytes: [UInt8], file: String) throws(ContractError) -> JSONDocument {
    guard isYAML(file) else {
      do throws(JSONError) { return try JSONDocument(parsingCommented: bytes, limits: limits) } catch {
        throw ContractError(diagnostics: [JSONSyntaxDiagnostic.diagnostic(for: error, bytes: bytes, file: file)])
      }
    }
    do throws(DocumentError) { return try YAMLText.document(bytes, limits: limits) } catch {
      let text = ContractText(file: file, bytes: bytes)
      let offset = text.offset(ofLine: error.line, column: error.column)
      let excerpt = text.excerpt(of: offset..<offset + 1)
      throw ContractError(
        diagnostics: [
          Diagnostic(
            severity: .error,
            id: DiagnosticKind.yamlSyntax.rawValue,
            message: error.message,
            help: error.help,
            place: text.place(ofByte: offset, pointer: JSONPointer()),
            length: excerpt.length,
            excerpt: excerpt.text
          )
        ]
      )
    }
  }

  private static func noteDuplicateKeys(of document: JSONDocument, in log: inout DiagnosticLog) {
    for duplicate in document.duplicateKeys() {
      let length = JSONEscapes.quote(duplicate.key).utf8.count
      log.add(
        .duplicateKey,
        "the key `\(duplicate.key)` appears twice in one object",
        help: "JSON readers disagree on which of the two counts (RFC 8259 section 4); keep one",
        range: duplicate.offset..<duplicate.offset + length,
        pointer: duplicate.object.appending(duplicate.key)
      )
    }
  }
}

/// The error for an unusable contract: everything that is wrong with it, as far as it could be read.
public struct ContractError: Error, Sendable, Hashable {
  /// The errors and warnings, in the order of the file; never empty.
  public var diagnostics: [Diagnostic]
  /// The number of further diagnostics that are not listed.
  public var omitted: Int

  /// Makes an error from the diagnostics found.
  public init(diagnostics: [Diagnostic], omitted: Int = 0) {
    self.diagnostics = diagnostics
    self.omitted = omitted
  }
}

extension ContractError: CustomStringConvertible {
  /// The text of all diagnostics, one after the other, as a compiler prints them.
  public var description: String {
    var parts = diagnostics.map(\.description)
    if omitted > 0 { parts.append("… and \(omitted) more") }
    return parts.joined(separator: "\n\n")
  }
}

/// The creation of the diagnostic for a contract that is not valid JSON.
enum JSONSyntaxDiagnostic {
  static func diagnostic(for error: JSONError, bytes: [UInt8], file: String) -> Diagnostic {
    let text = ContractText(file: file, bytes: bytes)
    let offset = error.reason == .unexpectedEnd ? lastVisible(in: bytes) : error.offset
    let excerpt = text.excerpt(of: offset..<offset + 1)
    return Diagnostic(
      severity: DiagnosticKind.jsonSyntax.severity,
      id: DiagnosticKind.jsonSyntax.rawValue,
      message: "not JSON: \(error.description)",
      help: help(for: error, bytes: bytes, text: text),
      place: text.place(ofByte: offset, pointer: JSONPointer()),
      length: excerpt.length,
      excerpt: excerpt.text
    )
  }

  /// Returns the offset of the last visible byte, since a text that ends too early mostly ends with a line break.
  private static func lastVisible(in bytes: [UInt8]) -> Int {
    bytes.lastIndex { $0 > 0x20 } ?? 0
  }

  private static func help(for error: JSONError, bytes: [UInt8], text: ContractText) -> String {
    let byte = error.offset < bytes.count ? bytes[error.offset] : 0
    return switch error.reason {
    case .empty: "a contract is a JSON object; start with `{ \"contract\": \"1\" }`"
    case .unexpectedEnd: unclosedHelp(bytes, text)
    case .unexpectedByte where byte == 0x27, .keyNotString where byte == 0x27:
      "put strings in double quotes"
    case .unexpectedByte where byte == 0x2F, .keyNotString where byte == 0x2F:
      "a comment is `// …` up to the line's end, or `/* … */`"
    case .unexpectedByte, .invalidLiteral: "a value is an object, an array, a string, a number, true, false or null"
    case .invalidNumber: "write 0.5, not .5, and 1, not 01 or +1"
    case .invalidEscape: "write a backslash itself as \\\\"
    case .loneSurrogate: "write the character itself; the file is UTF-8"
    case .controlCharacter: "write a line break in a string as \\n, a tab as \\t"
    case .invalidUTF8: "save the file as UTF-8"
    case .utf16: "save the file as UTF-8"
    case .byteOrderMark: "save the file without a byte order mark"
    case .trailingComma: "delete the comma"
    case .missingComma: "put a comma before this"
    case .missingColon: "put a colon after the key"
    case .keyNotString: "put the key in double quotes"
    case .trailingContent: "a contract is one object; is a bracket closed too early?"
    case .exponentTooLong: "no bound needs this; write a smaller exponent"
    case .tooDeep, .tooLarge, .tooManyValues: "no contract needs this; is this the right file?"
    }
  }

  /// Returns advice that names the innermost bracket still open at the end of the text.
  private static func unclosedHelp(_ bytes: [UInt8], _ text: ContractText) -> String {
    var open: [Int] = []
    var stringStart: Int?
    var isEscaped = false
    for (offset, byte) in bytes.enumerated() {
      if stringStart != nil {
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          stringStart = nil
        }
        continue
      }
      switch byte {
      case 0x22: stringStart = offset
      case 0x7B, 0x5B: open.append(offset)
      case 0x7D, 0x5D: _ = open.popLast()
      default: break
      }
    }
    if let stringStart { return "the string that starts on line \(text.line(ofByte: stringStart)) is never closed" }
    guard let last = open.last else { return "" }
    let bracket = bytes[last] == 0x7B ? "{" : "["
    return "the `\(bracket)` on line \(text.line(ofByte: last)) is never closed"
  }
}
