import AssayHTTP
import AssayJSON

/// A legal but unusual way to answer, which no client and no check may mind.
package struct LegalVariation: Sendable, Hashable {
  /// Its name on the command line.
  package var name: String
  /// What it does, in a sentence.
  package var about: String
  /// How it changes what is sent.
  var style: @Sendable (inout WireStyle) -> Void
  /// How it changes a JSON value.
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
    Self("no-space", "Leaves out the space behind the colon of a stream's fields.") {
      $0.events.spacesAfterColon = false
    }, Self("byte-by-byte", "Writes every byte on its own.") { $0.writing = .byteByByte },
    Self("one-write", "Writes a whole stream at once.") { $0.writing = .oneWrite },
    Self("left-open", "Keeps a stream's connection open behind its final event.") { $0.leavesOpen = true },
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

/// The legal ways in which the same answer can be sent.
struct WireStyle: Hashable, Sendable {
  /// How a message's bytes are handed to the network.
  enum Writing: Hashable, Sendable {
    /// As they come: the head with the body, a chunk with an event.
    case natural
    /// One byte at a time.
    case byteByByte
    /// All of it at once, without pauses.
    case oneWrite
    /// Each multi-byte character in two pieces, in chunks of their own.
    case splitCharacters
  }

  var events = ServerSentEventEncoder()
  var writing = Writing.natural
  var hasByteOrderMark = false
  var hasComments = false
  var leavesOpen = false
  var gzips = false
}
