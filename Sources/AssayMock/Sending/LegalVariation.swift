import AssayHTTP
import AssayJSON

/// A legal but unusual form of a response that every client and check must accept.
package struct LegalVariation: Sendable, Hashable {
  /// The name of the variation on the command line.
  package var name: String
  /// A description of the variation, in a sentence.
  package var about: String
  /// Changes the style in which the bytes of a response are sent.
  var style: @Sendable (inout WireStyle) -> Void
  /// Rewrites the JSON value of a response; `nil` if the variation does not affect JSON.
  var rewrite: (@Sendable (JSONValue) -> JSONValue)?

  package static func == (left: LegalVariation, right: LegalVariation) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  private init(
    _ name: String,
    _ about: String,
    style: @escaping @Sendable (inout WireStyle) -> Void = { _ in },
    rewrite: (@Sendable (JSONValue) -> JSONValue)? = nil
  ) {
    self.name = name
    self.about = about
    self.style = style
    self.rewrite = rewrite
  }

  /// All variations, in the order they are listed.
  package static let all: [LegalVariation] = [
    Self("utf8-split", "Cuts each multi-byte character of a stream in two chunks.") { $0.writing = .splitCharacters },
    Self("cr", "Ends the lines of a stream with CR alone.") { $0.events.lineEnding = .cr },
    Self("crlf", "Ends the lines of a stream with CR and LF.") { $0.events.lineEnding = .crlf },
    Self("bom", "Begins a stream with a byte order mark.") { $0.hasByteOrderMark = true },
    Self("comments", "Sends a comment before each event of a stream.") { $0.hasComments = true },
    Self("data-lines", "Spreads the JSON of an event over several data lines.") { $0.events.breaksJSON = true },
    Self("no-space", "Leaves out the space after the colon of a stream's fields.") {
      $0.events.spacesAfterColon = false
    }, Self("byte-by-byte", "Writes every byte on its own.") { $0.writing = .byteByByte },
    Self("one-write", "Writes a whole stream at once.") { $0.writing = .oneWrite },
    Self("left-open", "Keeps a stream's connection open after its final event.") { $0.leavesOpen = true },
    Self("gzip", "Sends answers in gzip coding to clients that take it.") { $0.gzips = true },
    Self("extra-fields", "Adds a field no document names to each object.", rewrite: { $0.withExtraMembers() }),
    Self("reversed-keys", "Writes the members of each object in reverse.", rewrite: { $0.withReversedMembers() }),
    Self("decimal-numbers", "Writes integers with a fraction: 1.0.", rewrite: { $0.withNumbers { "\($0).0" } }),
    Self("exponents", "Writes numbers with an exponent: 95e-2.", rewrite: { $0.withNumbers(JSONValue.exponential) }),
    Self("escapes", "Writes the first letter of each string as a Unicode escape.", rewrite: { $0.withEscapes() }),
    Self("white-space", "Spreads JSON over indented lines.", rewrite: { $0.indented() }),
  ]

  /// The variation named `name`.
  package static func named(_ name: String) -> LegalVariation? { all.first { $0.name == name } }
}

/// The style in which the bytes of a response are sent; all styles are legal.
struct WireStyle: Hashable, Sendable {
  /// The ways to pass a message's bytes to the network.
  enum Writing: Hashable, Sendable {
    /// The message is written in its natural units: the head together with the body, or one event per chunk.
    case natural
    /// Each byte is written separately.
    case byteByByte
    /// The whole message is written at once, without pauses.
    case oneWrite
    /// Each multi-byte character is split into two pieces, which are sent in separate chunks.
    case splitCharacters
  }

  var events = ServerSentEventEncoder()
  var writing = Writing.natural
  var hasByteOrderMark = false
  var hasComments = false
  var leavesOpen = false
  var gzips = false
}

/// Other ways to write a value that mean the same to a client.
extension JSONValue {
  func withExtraMembers() -> JSONValue {
    rewritten { $0 + [("x_not_documented", .object([("note", .string("ignore me"))]))] }
  }

  func withReversedMembers() -> JSONValue { rewritten { $0.reversed() } }

  /// Returns the value with the text of each number replaced by the result of `write`; a number for which that is `nil`
  /// is unchanged.
  func withNumbers(_ write: (String) -> String?) -> JSONValue {
    switch kind {
    case .number: write(text).flatMap { (try? JSONDocument(parsing: $0))?.root } ?? self
    case .array: .array(items.map { $0.withNumbers(write) })
    case .object: .object(members.map { ($0.key, $0.value.withNumbers(write)) })
    default: self
    }
  }

  /// Returns a number with an exponent: `0.95` as `95e-2`, `45` as `450e-1`; a number with an exponent is unchanged.
  static func exponential(_ text: String) -> String? {
    guard !text.contains(where: { $0 == "e" || $0 == "E" }) else { return nil }
    let parts = text.split(separator: ".")
    guard parts.count == 2 else { return text == "0" ? "0e0" : "\(text)0e-1" }
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = (parts[0] + parts[1]).drop { $0 == "-" || $0 == "0" }
    return "\(sign)\(digits.isEmpty ? "0" : digits)e-\(parts[1].count)"
  }

  func withEscapes() -> JSONValue {
    switch kind {
    case .string:
      let bytes = document.bytes[byteRange]
      guard let first = bytes.dropFirst().first, (0x23...0x7E).contains(first), first != 0x5C else { return self }
      let escaped = Array("\"\\u00\(String(first, radix: 16))".utf8) + bytes.dropFirst(2)
      return (try? JSONDocument(parsing: escaped))?.root ?? self
    case .array: return .array(items.map { $0.withEscapes() })
    case .object: return .object(members.map { ($0.key, $0.value.withEscapes()) })
    default: return self
    }
  }

  func indented() -> JSONValue {
    var writer = JSONWriter(indent: "  ")
    write(to: &writer)
    return (try? JSONDocument(parsing: writer.text))?.root ?? self
  }

  private func write(to writer: inout JSONWriter) {
    switch kind {
    case .array:
      writer.beginArray()
      for item in items { item.write(to: &writer) }
      writer.endArray()
    case .object:
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    default: writer.value(self)
    }
  }

  private func rewritten(_ change: ([(String, JSONValue)]) -> [(String, JSONValue)]) -> JSONValue {
    switch kind {
    case .array: .array(items.map { $0.rewritten(change) })
    case .object: .object(change(members.map { ($0.key, $0.value.rewritten(change)) }))
    default: self
    }
  }
}
