import AssayJSON
import AssayText

/// The form of a text, by which a client may go: an address, a time, a file name around an id, a word of a vocabulary.
struct TextForm: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    /// `http://host/path`: an absolute address.
    case address
    /// `/path`: an address on the same server.
    case path
    /// `2026-11-01T08:00:00Z` (RFC 3339).
    case dateTime
    /// `2026-11-01`.
    case date
    case uuid
    /// Digits, with a sign or a point.
    case number
    /// `photo.jpg`, `source/photo.jpg`.
    case file
    /// Letters, with `_` or `-` between them.
    case word
    case empty
    /// Anything else.
    case text

    /// True if the form says how a text is to be read, so that a different form is to be read differently.
    var isTelling: Bool {
      switch self {
      case .word, .empty, .text: false
      default: true
      }
    }
  }

  let kind: Kind
  /// The number of segments of an address, a path or a file name.
  private(set) var segments = 0
  /// The last of them.
  private(set) var last = Segment.other

  /// The form of the segment between two slashes.
  enum Segment: Hashable, Sendable {
    case digits, uuid, id, word, other
    /// A name with an extension; `around` is its stem with `#` for each id and `a` for each word.
    case file(around: String)
    /// `{id}`, `JOB_ID`: what a guide writes for any value.
    case placeholder
  }

  /// The form of a number that is not a text.
  static let number = TextForm(.number)

  private init(_ kind: Kind) { self.kind = kind }

  /// The form of `text`.
  init(of text: String) {
    let bytes = Array(text.utf8.prefix(200))
    let isOneWord = !bytes.contains(UInt8(ascii: " "))
    if bytes.isEmpty {
      self.init(.empty)
    } else if text.hasPrefix("http://") || text.hasPrefix("https://") {
      let path = text.drop { $0 != ":" }.dropFirst(3).drop { $0 != "/" }
      self.init(.address, path)
    } else if bytes.first == UInt8(ascii: "/"), isOneWord, !text.hasPrefix("//") {
      self.init(.path, text[...])
    } else if Self.matches(bytes.prefix(10), "dddd-dd-dd"), bytes.count > 10 {
      self.init(Self.isDateTime(bytes) ? .dateTime : .text)
    } else if Self.matches(bytes[...], "dddd-dd-dd") {
      self.init(.date)
    } else if Self.isUUID(bytes[...]) {
      self.init(.uuid)
    } else if Double(text) != nil, bytes.allSatisfy({ Self.isDigit($0) || "+-.".utf8.contains($0) }) {
      self.init(.number)
    } else if isOneWord, case .file = Self.segment(text.split(separator: "/").last ?? "") {
      self.init(.file, text[...])
    } else if (2...30).contains(bytes.count), bytes.allSatisfy({ Self.isLetter($0) || "_-".utf8.contains($0) }) {
      self.init(.word)
    } else {
      self.init(.text)
    }
  }

  private init(_ kind: Kind, _ path: Substring) {
    self.kind = kind
    let segments = path.prefix { $0 != "?" && $0 != "#" }.split(separator: "/")
    self.segments = segments.count
    last = segments.last.map(Self.segment) ?? .other
  }

  /// True if the text is cut short, as a guide does it.
  static func isCut(_ text: String) -> Bool { text.contains("…") || text.contains("...") }

  /// Returns true if a client that goes by the form of an example can take a text of this form; of an example that is cut
  /// short, only the kind is known.
  func isLike(_ example: TextForm, isCut: Bool) -> Bool {
    switch (kind, example.kind) {
    // Names without an id are given by people.
    case (.text, .file), (.word, .file): return true
    case _ where kind != example.kind: return false
    case _ where isCut: return true
    case (.address, _), (.path, _): return segments == example.segments && last.isLike(example.last)
    case (.file, _): return last.isLike(example.last)
    default: return true
    }
  }

  // MARK: Segments

  private static func segment(_ text: Substring) -> Segment {
    let bytes = Array(text.utf8)
    if isPlaceholder(text) { return .placeholder }
    if bytes.allSatisfy(isDigit) { return .digits }
    if isUUID(bytes[...]) { return .uuid }
    if let dot = text.lastIndex(of: "."), dot > text.startIndex {
      let ending = text[text.index(after: dot)...].utf8
      if (1...5).contains(ending.count), ending.allSatisfy({ isLetter($0) || isDigit($0) }), isLetter(ending.first ?? 0)
      {
        return .file(around: around(text[..<dot]))
      }
    }
    let isName = bytes.allSatisfy { isLetter($0) || isDigit($0) || "_-".utf8.contains($0) }
    return !isName ? .other : bytes.contains(where: isDigit) ? .id : .word
  }

  private static func isPlaceholder(_ text: Substring) -> Bool {
    text.contains { "{}<>".contains($0) } || text.hasPrefix(":")
      || (text.contains("_") && text.allSatisfy { $0.isUppercase || $0 == "_" })
  }

  /// `photo-a1b2c3d4` is `a-#`: runs of letters are words, runs with a digit ids, and ids with a mark between them one id.
  private static func around(_ stem: Substring) -> String {
    var around = ""
    var rest = Array(stem.utf8)[...]
    while let byte = rest.first {
      let isRun = isLetter(byte) || isDigit(byte)
      let run = isRun ? rest.prefix { isLetter($0) || isDigit($0) } : rest.prefix(1)
      rest = rest.dropFirst(run.count)
      around += !isRun ? String(decoding: run, as: UTF8.self) : run.contains(where: isDigit) ? "#" : "a"
      // A UUID may have groups of letters alone; these are among groups with digits.
      if around.hasSuffix("#"), around.dropLast(2).last == "#" { around.removeLast(2) }
    }
    return around
  }

  // MARK: Bytes

  private static func isUUID(_ bytes: ArraySlice<UInt8>) -> Bool {
    matches(bytes, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx")
  }

  private static func isDateTime(_ bytes: [UInt8]) -> Bool {
    guard bytes.count > 19, bytes[10] == UInt8(ascii: "T"), matches(bytes[11..<19], "dd:dd:dd") else { return false }
    return bytes.last == UInt8(ascii: "Z")
      || bytes.dropFirst(19).contains { "+-".utf8.contains($0) }
        && matches(bytes.suffix(5), "dd:dd")
  }

  /// Returns true if `bytes` look like `pattern`: `d` is a digit, `x` a hexadecimal one.
  private static func matches(_ bytes: ArraySlice<UInt8>, _ pattern: String) -> Bool {
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

extension TextForm.Segment {
  /// Returns true if the segment is what the one of an example stands for.
  fileprivate func isLike(_ example: TextForm.Segment) -> Bool {
    switch (self, example) {
    case (_, .placeholder), (.uuid, .id), (.digits, .id): true
    case (.file(let around), .file(let expected)):
      around == expected || !around.contains("#") || !expected.contains("#")
    default: self == example
    }
  }
}

/// The forms of the texts and numbers received at one place, and some of the texts.
///
/// Bounded, and the same in any order of values.
struct SeenForms: Sendable {
  private static let mostForms = 16

  private(set) var forms: [TextForm: LeastTexts] = [:]
  /// True if there were more forms than are kept.
  private(set) var isCut = false
  /// A few of the texts.
  private(set) var texts = LeastTexts(limit: 6)
  /// A few of the calls that were answered with them, as lines for a shell.
  private(set) var commands = LeastTexts(limit: 12)

  /// Takes in a scalar, which `text` shows as JSON where it is not a text.
  mutating func add(_ value: JSONValue, shown text: String, of call: SeenCall?) {
    guard !isCut else { return }
    let form = value.string.map { TextForm(of: $0) } ?? .number
    forms[form, default: LeastTexts(limit: 3)].insert(text)
    texts.insert(text)
    if let call { commands.insert(call.command) }
    isCut = forms.count > Self.mostForms
  }
}
