import AssayFindings
import AssayJSON

/// What a person is told about a contract that is no JSON.
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

  /// The last byte a person sees: a text that ends too early mostly ends with a line break.
  private static func lastVisible(in bytes: [UInt8]) -> Int {
    bytes.lastIndex { $0 > 0x20 } ?? 0
  }

  private static func help(for error: JSONError, bytes: [UInt8], text: ContractText) -> String {
    let byte = error.offset < bytes.count ? bytes[error.offset] : 0
    return switch error.reason {
    case .empty: "a contract is a JSON object; start with `{ \"contract\": \"1\" }`"
    case .unexpectedEnd: unclosedHelp(bytes, text)
    case .unexpectedByte where byte == 0x27, .keyNotString where byte == 0x27:
      "strings stand in double quotes"
    case .unexpectedByte where byte == 0x2F, .keyNotString where byte == 0x2F:
      "JSON has no comments; use `description`, or a key that starts with `x-`"
    case .unexpectedByte, .invalidLiteral: "a value is an object, an array, a string, a number, true, false or null"
    case .invalidNumber: "write 0.5, not .5, and 1, not 01 or +1"
    case .invalidEscape: "write a backslash itself as \\\\"
    case .loneSurrogate: "write the character itself; the file is UTF-8"
    case .controlCharacter: "write a line break in a string as \\n, a tab as \\t"
    case .invalidUTF8: "save the file as UTF-8"
    case .byteOrderMark: "save the file without a byte order mark"
    case .trailingComma: "delete the comma"
    case .missingComma: "put a comma before this"
    case .missingColon: "put a colon behind the key"
    case .keyNotString: "put the key in double quotes"
    case .trailingContent: "a contract is one object; is a bracket closed too early?"
    case .exponentTooLong: "no bound needs this; write a smaller exponent"
    case .tooDeep, .tooLarge: "no contract needs this; is this the right file?"
    }
  }

  /// Names the innermost bracket that is still open where the text ends.
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
