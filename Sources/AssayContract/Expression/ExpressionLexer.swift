import AssayHTTP
import AssayJSON
import AssayText

/// A word of the rule language, and the bytes it takes up.
struct ExpressionToken: Sendable {
  var kind: Kind
  var range: Range<Int>

  /// The kind of a token, with its value.
  enum Kind: Sendable {
    case number(JSONNumber)
    case string(String)
    case name(String)
    case reference(Reference)
    /// A JSON Pointer after a closing bracket, which selects a place in the value of a call: `groups(…)#/0`.
    case pointer(JSONPointer)
    /// An operator, bracket or comma.
    case symbol(String)
    case end
  }
}

/// Splits the text of a rule into tokens, in one pass.
struct ExpressionLexer {
  /// The maximum length of a rule in bytes. It bounds the work of all later steps.
  static let lengthLimit = 4_096

  private let bytes: [UInt8]
  private let variables: Set<String>?
  private var position = 0
  /// The names that quantifiers give their items: single words between two commas.
  private var items: Set<String> = []

  static func tokens(of bytes: [UInt8], variables: Set<String>?) throws(ExpressionError) -> [ExpressionToken] {
    guard bytes.count <= lengthLimit else {
      throw ExpressionError(message: "the expression is longer than \(lengthLimit) bytes", column: 1)
    }
    var lexer = ExpressionLexer(bytes: bytes, variables: variables)
    var tokens: [ExpressionToken] = []
    while let token = try lexer.next() {
      tokens.append(token)
      lexer.noteItem(at: tokens)
    }
    tokens.append(ExpressionToken(kind: .end, range: bytes.count..<bytes.count))
    return tokens
  }

  private init(bytes: [UInt8], variables: Set<String>?) {
    self.bytes = bytes
    self.variables = variables
  }

  /// Adds a name to those that quantifiers give their items, if `tokens` end with a single name between two commas.
  private mutating func noteItem(at tokens: [ExpressionToken]) {
    guard tokens.count >= 3, case .symbol(",") = tokens[tokens.count - 1].kind,
      case .name(let name) = tokens[tokens.count - 2].kind, case .symbol(",") = tokens[tokens.count - 3].kind
    else { return }
    items.insert(name)
  }

  private mutating func next() throws(ExpressionError) -> ExpressionToken? {
    while position < bytes.count, Self.isSpace(bytes[position]) { position += 1 }
    guard position < bytes.count else { return nil }
    let start = position
    let kind = try token()
    return ExpressionToken(kind: kind, range: start..<position)
  }

  private mutating func token() throws(ExpressionError) -> ExpressionToken.Kind {
    let byte = bytes[position]
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return try string(quote: byte)
    case UInt8(ascii: "$"): return .reference(try reference())
    case UInt8(ascii: "#") where position > 0 && bytes[position - 1] == UInt8(ascii: ")"):
      position += 1
      return .pointer(try pointer())
    case _ where Self.isLetter(byte): return .name(take(while: Self.isNameByte))
    default: return .symbol(try symbol())
    }
  }

  private mutating func symbol() throws(ExpressionError) -> String {
    let pair = String(decoding: bytes[position..<min(position + 2, bytes.count)], as: UTF8.self)
    if ["==", "!=", "<=", ">=", "&&", "||"].contains(pair) {
      position += 2
      return pair
    }
    let single = String(pair.prefix(1))
    if ["!", "<", ">", "+", "-", "*", "/", "(", ")", "[", "]", ","].contains(single) {
      position += 1
      return single
    }
    let help =
      switch single {
      case "=": "use == to compare"
      case "&": "use && for `and`"
      case "|": "use || for `or`"
      case "#": "write a pointer directly after its reference: $response.body#/name"
      default: ""
      }
    throw failure("unexpected '\(single)'", at: position, help)
  }

  private mutating func number() throws(ExpressionError) -> ExpressionToken.Kind {
    let start = position
    var previous: UInt8 = 0
    while position < bytes.count {
      let byte = bytes[position]
      let isSign = (byte == UInt8(ascii: "+") || byte == UInt8(ascii: "-")) && previous | 0x20 == UInt8(ascii: "e")
      guard Self.isNameByte(byte) && byte != UInt8(ascii: "-") || byte == UInt8(ascii: ".") || isSign else { break }
      previous = byte
      position += 1
    }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    guard let number = JSONNumber(text) else {
      throw failure("\(text) is not a valid number", at: start, "write numbers as JSON does: 0, 12, 0.5, 1e3")
    }
    return .number(number)
  }

  /// Reads a string. Only `\\`, the quotes, `\n`, `\r`, `\t` and `\uXXXX` are escapes. Any other backslash is kept, so
  /// that patterns need no double escaping.
  private mutating func string(quote: UInt8) throws(ExpressionError) -> ExpressionToken.Kind {
    let start = position
    var text: [UInt8] = []
    position += 1
    while position < bytes.count, bytes[position] != quote {
      let byte = bytes[position]
      position += 1
      guard byte == UInt8(ascii: "\\"), position < bytes.count else {
        text.append(byte)
        continue
      }
      let escaped = bytes[position]
      position += 1
      switch escaped {
      case UInt8(ascii: "\\"), UInt8(ascii: "\""), UInt8(ascii: "'"): text.append(escaped)
      case UInt8(ascii: "n"): text.append(0x0A)
      case UInt8(ascii: "r"): text.append(0x0D)
      case UInt8(ascii: "t"): text.append(0x09)
      case UInt8(ascii: "u"): text.append(contentsOf: try scalar(escapedAt: position - 2).utf8)
      default: text += [byte, escaped]
      }
    }
    guard position < bytes.count else {
      throw failure("the string is not closed", at: start, "end it with \(Character(Unicode.Scalar(quote)))")
    }
    position += 1
    return .string(String(decoding: text, as: UTF8.self))
  }

  private mutating func scalar(escapedAt start: Int) throws(ExpressionError) -> String {
    let digits = bytes[position..<min(position + 4, bytes.count)]
    position += digits.count
    guard digits.count == 4, let unit = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      let scalar = Unicode.Scalar(unit)
    else { throw failure("not four hexadecimal digits of a character", at: start, "write the character itself") }
    return String(Character(scalar))
  }

  private mutating func reference() throws(ExpressionError) -> Reference {
    let start = position
    position += 1
    let path = take { Self.isNameByte($0) || $0 == UInt8(ascii: ".") }
    let names = path.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
    guard names.allSatisfy({ !$0.isEmpty }) else {
      throw failure("a name is missing in $\(path)", at: start, "write a name after the dollar sign and after each dot")
    }
    var pointer = JSONPointer()
    if position < bytes.count, bytes[position] == UInt8(ascii: "#") {
      position += 1
      pointer = try self.pointer()
    }
    return try Reference(
      names: names,
      pointer: pointer,
      text: String(decoding: bytes[start..<position], as: UTF8.self),
      column: column(at: start),
      variables: variables,
      items: items
    )
  }

  /// Reads a JSON Pointer in its URI fragment form (RFC 6901 section 6).
  private mutating func pointer() throws(ExpressionError) -> JSONPointer {
    let start = position
    let text = take { byte in
      !Self.isSpace(byte) && byte != UInt8(ascii: ")") && byte != UInt8(ascii: ",") && byte != UInt8(ascii: "]")
    }
    for glued in ["==", "!=", "<=", ">=", "&&", "||"] where text.contains(glued) {
      throw failure("the pointer runs into \(glued)", at: start, "put a space in front of \(glued)")
    }
    guard let decoded = PercentEncoding.decode(text), let pointer = JSONPointer(decoded) else {
      throw failure(
        "#\(text) is not a valid JSON Pointer",
        at: start,
        "start it with a slash, write ~0 for ~ and ~1 for / inside a name"
      )
    }
    return pointer
  }

  private mutating func take(while isTaken: (UInt8) -> Bool) -> String {
    let start = position
    while position < bytes.count, isTaken(bytes[position]) { position += 1 }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private func failure(_ message: String, at offset: Int, _ help: String) -> ExpressionError {
    ExpressionError(message: message, column: column(at: offset), help: help)
  }

  private func column(at offset: Int) -> Int { JSONLocation.column(ofByte: offset, in: bytes) }

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
  static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
  static func isNameByte(_ byte: UInt8) -> Bool {
    isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
  }
}

extension JSONLocation {
  /// Returns the column, from 1, of the byte at `offset` in a text of one line.
  static func column(ofByte offset: Int, in bytes: [UInt8]) -> Int {
    bytes.prefix(offset).reduce(1) { $0 + ($1 & 0xC0 == 0x80 ? 0 : 1) }
  }
}
