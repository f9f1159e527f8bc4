/// The reason why a text is not JSON (RFC 8259), and the offset of the fault.
package struct JSONError: Error, Equatable, Sendable {
  /// The reasons why a text is not valid JSON.
  package enum Reason: Equatable, Sendable {
    case empty
    case unexpectedEnd
    case unexpectedByte(UInt8)
    case invalidLiteral
    case invalidNumber
    case invalidEscape
    case loneSurrogate
    case controlCharacter(UInt8)
    case invalidUTF8
    case byteOrderMark
    case utf16
    case trailingComma
    case missingComma
    case missingColon
    case keyNotString
    case trailingContent
    case exponentTooLong(limit: Int)
    case tooDeep(limit: Int)
    case tooLarge(limit: Int)
    case tooManyValues(limit: Int)
  }

  /// The reason why the text is not valid JSON.
  package var reason: Reason
  /// The offset of the invalid byte, from 0; the text's length if the text ends too early.
  package var offset: Int

  package init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

extension JSONError: CustomStringConvertible {
  /// One sentence without the position, for a message that already has one.
  package var description: String {
    switch reason {
    case .empty: "the text is empty; JSON needs a value"
    case .unexpectedEnd: "the text ends in the middle of a value"
    case .unexpectedByte(UInt8(ascii: "N")): "JSON has no NaN and no None; use null"
    case .unexpectedByte(UInt8(ascii: "I")): "JSON has no Infinity; use null"
    case .unexpectedByte(let byte): "unexpected \(Self.name(byte))"
    case .invalidLiteral: "neither true, false nor null (RFC 8259 section 3: lower case, in full)"
    case .invalidNumber: "not a JSON number (RFC 8259 section 6: no leading zeros, plus signs, or bare points)"
    case .invalidEscape: "not an escape JSON knows (\\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX)"
    case .loneSurrogate: "half a surrogate pair; \\uD800–\\uDFFF are only valid in pairs"
    case .controlCharacter(let byte): "\(Self.name(byte)) must be escaped inside a string"
    case .invalidUTF8: "not valid UTF-8"
    case .utf16: "the text is UTF-16 or UTF-32; JSON is exchanged in UTF-8 (RFC 8259 section 8.1)"
    case .byteOrderMark: "a byte order mark; JSON text starts with its value"
    case .trailingComma: "a comma with nothing after it"
    case .missingComma: "a comma is missing between two values"
    case .missingColon: "a colon is missing after the key"
    case .keyNotString: "a key must be a string in double quotes"
    case .trailingContent: "more text after the end of the value"
    case .exponentTooLong(let limit): "a number whose exponent has more than \(limit) digits"
    case .tooDeep(let limit): "nested deeper than \(limit) levels"
    case .tooLarge(let limit): "longer than \(limit) bytes"
    case .tooManyValues(let limit): "more than \(limit) values"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    if byte > 0x20, byte < 0x7F { return "'\(Character(Unicode.Scalar(byte)))'" }
    let hex = String(byte, radix: 16, uppercase: true)
    return "byte 0x\(hex.count < 2 ? "0" : "")\(hex)"
  }
}
