import AssayContract
import AssayJSON

/// The forms texts have that a client may go by: an address, a time, a word of a vocabulary.
struct TextForms: OptionSet, Hashable, Sendable {
  let rawValue: UInt8

  /// `http://host/path`: an absolute address.
  static let address = TextForms(rawValue: 1)
  /// `/path`: an address on the same server.
  static let path = TextForms(rawValue: 2)
  /// `2026-11-01T08:00:00Z` (RFC 3339).
  static let dateTime = TextForms(rawValue: 4)
  /// `2026-11-01`.
  static let date = TextForms(rawValue: 8)
  static let uuid = TextForms(rawValue: 16)
  /// Digits, with a sign or a point.
  static let number = TextForms(rawValue: 32)
  /// Letters, with `_` or `-` between them.
  static let word = TextForms(rawValue: 64)
  /// Anything else.
  static let text = TextForms(rawValue: 128)

  /// Those that say how a text is to be read; another one is another way to read it.
  static let telling: TextForms = [.address, .path, .dateTime, .date, .uuid, .number]

  init(rawValue: UInt8) { self.rawValue = rawValue }

  /// The form of `text`.
  init(of text: String) {
    let bytes = Array(text.utf8.prefix(100))
    if text.hasPrefix("http://") || text.hasPrefix("https://") {
      self = .address
    } else if bytes.first == UInt8(ascii: "/"), !bytes.contains(UInt8(ascii: " ")), !text.hasPrefix("//") {
      self = .path
    } else if Self.fits(bytes.prefix(10), "dddd-dd-dd"), bytes.count > 10 {
      let hasZone = bytes.last == UInt8(ascii: "Z") || Self.fits(bytes.suffix(5), "dd:dd")
      let isTime = bytes.count > 19 && bytes[10] == UInt8(ascii: "T") && Self.fits(bytes[11..<19], "dd:dd:dd")
      let zone = bytes.dropFirst(19).contains {
        [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z")].contains($0)
      }
      self = isTime && hasZone && zone ? .dateTime : .text
    } else if Self.fits(bytes[...], "dddd-dd-dd") {
      self = .date
    } else if Self.fits(bytes[...], "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") {
      self = .uuid
    } else if !bytes.isEmpty, Double(text) != nil, bytes.allSatisfy({ Self.isDigit($0) || "+-.".utf8.contains($0) }) {
      self = .number
    } else if (2...30).contains(bytes.count), bytes.allSatisfy({ Self.isLetter($0) || "_-".utf8.contains($0) }) {
      self = .word
    } else {
      self = .text
    }
  }

  /// Returns true if `bytes` look like `pattern`: `d` is a digit, `x` a hexadecimal one.
  private static func fits(_ bytes: ArraySlice<UInt8>, _ pattern: String) -> Bool {
    bytes.count == pattern.utf8.count
      && zip(bytes, pattern.utf8).allSatisfy { byte, expected in
        switch expected {
        case UInt8(ascii: "d"): isDigit(byte)
        case UInt8(ascii: "x"): isDigit(byte) || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte | 0x20)
        default: byte == expected
        }
      }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}

/// The examples the contract gives of one kind of answer or event, to be compared with what was received.
struct DocumentedExamples {
  /// Templates, as the contract writes them.
  let templates: [JSONValue]

  /// The texts the examples have at a place with `*` for any item, and their forms; those that are an expression and
  /// nothing more are left out, and an ellipsis stands for one inside a text.
  func texts(at pointer: JSONPointer) -> [(text: String, form: TextForms)] {
    var found = templates
    for token in pointer.tokens {
      found = found.flatMap { value -> [JSONValue] in
        guard token == ObservedShape.anyName else { return [value[token]].compactMap { $0 } }
        return value["$forEach"] == nil ? Array(value.items) : [value["value"]].compactMap { $0 }
      }
    }
    return found.compactMap { $0.string.flatMap(Self.shown) }
  }

  /// The template `text` as a guide would show it, and its form; `nil` where nothing but an expression is there.
  private static func shown(_ text: String) -> (text: String, form: TextForms)? {
    guard text.contains("$") else { return (text, TextForms(of: text)) }
    guard let template = try? TemplateText(parsing: text), !template.isExpression else { return nil }
    var shown = ""
    var filled = ""
    for piece in template.pieces {
      switch piece {
      case .literal(let literal):
        shown += literal
        filled += literal
      case .expression(let expression):
        let isServer = expression.text.hasPrefix("$mock.server")
        shown += isServer ? "http://…" : "…"
        filled += isServer ? "http://127.0.0.1" : "id"
      }
    }
    let form = TextForms(of: filled)
    // What is filled in makes it no word of a vocabulary.
    return (shown, form == .word && shown != filled ? .text : form)
  }
}
