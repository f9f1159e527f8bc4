import AssayDocuments
import AssayText

/// A token of example code in any language.
struct CodeToken: Sendable, Hashable {
  enum Kind: Sendable {
    /// A name or a keyword.
    case word
    /// A string literal; the text is the part between its quotes.
    case string
    case number
    /// A comment, without its marks.
    case comment
    /// Any other single character; `...`, `->` and `=>` are one token.
    case mark
  }

  var kind: Kind
  var text: String
  /// The line of the document, from 1.
  var line: Int
  /// The indentation of the first token of a line; `nil` for the other tokens.
  var indent: Int?

  func isMark(_ marks: String...) -> Bool { kind == .mark && marks.contains(text) }
  func isWord(_ words: String...) -> Bool { kind == .word && words.contains(text) }
  func isWord(in words: Set<String>) -> Bool { kind == .word && words.contains(text) }
}

extension [CodeToken] {
  /// Returns the token at `index`; outside of the code, one that is neither a mark nor a word.
  func at(_ index: Int) -> CodeToken { self[safe: index] ?? CodeToken(kind: .comment, text: "", line: 0) }

  /// Returns the tokens before `index`, at most `count`.
  func last(_ count: Int, before index: Int) -> ArraySlice<CodeToken> { self[Swift.max(0, index - count)..<index] }
}

/// Splits example code into tokens, for Swift, TypeScript, Kotlin, Python, JSON and near-JSON.
///
/// Where languages differ (`#` and `'`), the lexer guesses, and it never fails: half of the code in guides is not a
/// valid program.
struct CodeLexer {
  private let bytes: [UInt8]
  private let hasHashComments: Bool
  private var cursor = 0
  private var line: Int
  private var tokens: [CodeToken] = []
  private var lineStart = 0
  private var isFirst = true

  static func tokens(of lines: [String], firstLine: Int, hashComments: Bool = false) -> [CodeToken] {
    var lexer = CodeLexer(lines, firstLine, hashComments)
    lexer.run()
    return lexer.tokens
  }

  static func tokens(of block: CodeBlock) -> [CodeToken] {
    let hasHashes = ["python", "py", "python3", "ruby", "rb", ""].contains(block.language)
    return tokens(of: block.code, firstLine: block.firstLine, hashComments: hasHashes)
  }

  private init(_ lines: [String], _ firstLine: Int, _ hashComments: Bool) {
    bytes = Array(lines.joined(separator: "\n").utf8)
    line = firstLine
    hasHashComments = hashComments
  }

  private func at(_ offset: Int) -> UInt8 { cursor + offset < bytes.count ? bytes[cursor + offset] : 0 }

  private mutating func run() {
    while cursor < bytes.count {
      let byte = bytes[cursor]
      switch byte {
      case 0x0A:
        cursor += 1
        line += 1
        lineStart = cursor
        isFirst = true
      case 0x20, 0x09, 0x0D: cursor += 1
      case UInt8(ascii: "/") where at(1) == byte && !isInURL: lineComment(2)
      case UInt8(ascii: "#") where hasHashComments || (isFirst && at(1) == 0x20): lineComment(1)
      case UInt8(ascii: "/") where at(1) == UInt8(ascii: "*"): block(.comment, until: Array("*/".utf8))
      case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): string(byte)
      case UInt8(ascii: "0")...UInt8(ascii: "9"): number()
      case UInt8(ascii: "-") where isDigit(at(1)) && !isBehindValue: number()
      case _ where Self.isWordByte(byte): word()
      default: mark()
      }
    }
  }

  /// True if `//` follows the colon of a scheme, as in an unquoted URL.
  private var isInURL: Bool { cursor > 0 && bytes[cursor - 1] == UInt8(ascii: ":") }

  private var isBehindValue: Bool {
    guard let last = tokens.last, !isFirst else { return false }
    return last.kind == .number || last.kind == .word || last.isMark(")", "]")
  }

  private mutating func add(_ kind: CodeToken.Kind, _ text: String, _ start: Int, line: Int? = nil) {
    tokens.append(CodeToken(kind: kind, text: text, line: line ?? self.line, indent: isFirst ? start - lineStart : nil))
    isFirst = false
  }

  private func text(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  private mutating func lineComment(_ marks: Int) {
    let start = cursor
    while cursor < bytes.count, bytes[cursor] != 0x0A { cursor += 1 }
    let inner = text(min(start + marks, cursor)..<cursor)
    add(.comment, String(inner.drop { $0 == "/" || $0 == "!" || $0 == " " || $0 == "#" }).trimmed, start)
  }

  /// Adds a comment or a string that may have several lines, up to `end`, which is as long as the mark it begins with.
  private mutating func block(_ kind: CodeToken.Kind, until end: [UInt8]) {
    let (start, first) = (cursor, line)
    cursor += end.count
    while cursor < bytes.count, !bytes[cursor...].starts(with: end) {
      if bytes[cursor] == 0x0A { line += 1 }
      cursor += 1
    }
    let inner = text(start + end.count..<cursor)
    add(kind, kind == .comment ? inner.trimmed : inner, start, line: first)
    cursor = min(cursor + end.count, bytes.count)
  }

  private mutating func string(_ quote: UInt8) {
    let (start, first) = (cursor, line)
    if at(1) == quote, at(2) == quote, quote != UInt8(ascii: "`") {
      return block(.string, until: [quote, quote, quote])
    }
    var inner: [UInt8] = []
    cursor += 1
    while cursor < bytes.count, bytes[cursor] != quote {
      let byte = bytes[cursor]
      if byte == 0x0A {
        guard quote == UInt8(ascii: "`") else {
          // An apostrophe, or a quote no one closed.
          cursor = start
          return mark()
        }
        line += 1
      }
      if byte == UInt8(ascii: "\\"), at(1) == UInt8(ascii: "(") {
        inner += balanced(UInt8(ascii: "("), UInt8(ascii: ")"))
      } else if byte == UInt8(ascii: "$"), at(1) == UInt8(ascii: "{") {
        inner += balanced(UInt8(ascii: "{"), UInt8(ascii: "}"))
      } else if byte == UInt8(ascii: "\\"), cursor + 1 < bytes.count {
        let escapes: [UInt8: UInt8] = [UInt8(ascii: "n"): 0x0A, UInt8(ascii: "r"): 0x0D, UInt8(ascii: "t"): 0x09]
        inner.append(escapes[at(1)] ?? at(1))
        cursor += 2
      } else {
        inner.append(byte)
        cursor += 1
      }
    }
    cursor = min(cursor + 1, bytes.count)
    add(.string, String(decoding: inner, as: UTF8.self), start, line: first)
  }

  /// Returns an interpolation, including its brackets and any strings inside.
  private mutating func balanced(_ open: UInt8, _ close: UInt8) -> [UInt8] {
    let begin = cursor
    var depth = 0
    var end = cursor + 1
    while end < bytes.count, bytes[end] != 0x0A {
      if bytes[end] == open { depth += 1 }
      if bytes[end] == close { depth -= 1 }
      end += 1
      if depth == 0 { break }
    }
    cursor = end
    return Array(bytes[begin..<end])
  }

  private mutating func number() {
    let start = cursor
    cursor += 1
    while cursor < bytes.count {
      let byte = bytes[cursor]
      let isSign =
        (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+")) && bytes[cursor - 1] | 0x20 == UInt8(ascii: "e")
      let isPoint = byte == UInt8(ascii: ".") && isDigit(at(1))
      guard isDigit(byte) || isPoint || byte == UInt8(ascii: "_") || byte | 0x20 == UInt8(ascii: "e") || isSign else {
        break
      }
      cursor += 1
    }
    if cursor < bytes.count, Self.isWordByte(bytes[cursor]) || bytes[cursor] == UInt8(ascii: "-") && isDigit(at(1)) {
      // 550e8400-e29b…, 2024-01-15: a word that begins with a digit.
      while cursor < bytes.count, Self.isWordByte(bytes[cursor]) || bytes[cursor] == UInt8(ascii: "-") { cursor += 1 }
      return add(.word, text(start..<cursor), start)
    }
    add(.number, text(start..<cursor).replacing("_", with: ""), start)
  }

  private mutating func word() {
    let start = cursor
    while cursor < bytes.count, Self.isWordByte(bytes[cursor]) { cursor += 1 }
    add(.word, text(start..<cursor), start)
  }

  private static let longMarks = ["...", "->", "=>"]

  private mutating func mark() {
    let start = cursor
    cursor += Self.longMarks.first { bytes[cursor...].starts(with: $0.utf8) }?.utf8.count ?? 1
    add(.mark, text(start..<cursor), start)
  }

  private func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

  static func isWordByte(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte == UInt8(ascii: "@") || byte >= 0x80
      || (byte >= 0x30 && byte <= 0x39) || (byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7A)
  }
}
