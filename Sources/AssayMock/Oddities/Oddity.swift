import AssayHTTP
import AssayJSON

/// A legal but unusual way to answer, which no client and no check may mind.
package struct Oddity: Sendable, Hashable {
  /// Its name on the command line.
  package var name: String
  /// What it does, in a sentence.
  package var about: String
  /// How it changes what is sent.
  var style: @Sendable (inout WireStyle) -> Void
  /// How it changes a JSON value.
  var rewrite: (@Sendable (JSONValue) -> JSONValue)?

  package static func == (left: Oddity, right: Oddity) -> Bool { left.name == right.name }
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

  /// All oddities, in the order they are listed.
  package static let all: [Oddity] = [
    Oddity("utf8-split", "Cuts each multi-byte character of a stream in two chunks.") { $0.writing = .splitCharacters },
    Oddity("cr", "Ends the lines of a stream with CR alone.") { $0.events.lineEnding = .cr },
    Oddity("crlf", "Ends the lines of a stream with CR and LF.") { $0.events.lineEnding = .crlf },
    Oddity("bom", "Begins a stream with a byte order mark.") { $0.hasByteOrderMark = true },
    Oddity("comments", "Sends a comment before each event of a stream.") { $0.hasComments = true },
    Oddity("data-lines", "Spreads the JSON of an event over several data lines.") { $0.events.breaksJSON = true },
    Oddity("no-space", "Leaves out the space behind the colon of a stream's fields.") {
      $0.events.spacesAfterColon = false
    },
    Oddity("byte-by-byte", "Writes every byte on its own.") { $0.writing = .byteByByte },
    Oddity("one-write", "Writes a whole stream at once.") { $0.writing = .oneWrite },
    Oddity("left-open", "Keeps a stream's connection open behind its final event.") { $0.leavesOpen = true },
    Oddity("gzip", "Sends answers in gzip coding to clients that take it.") { $0.gzips = true },
    Oddity("extra-fields", "Adds a field no document names to each object.", rewrite: { $0.withExtraMembers() }),
    Oddity("reversed-keys", "Writes the members of each object in reverse.", rewrite: { $0.withReversedMembers() }),
    Oddity("decimal-numbers", "Writes integers with a fraction: 1.0.", rewrite: { $0.withNumbers { "\($0).0" } }),
    Oddity("exponents", "Writes numbers with an exponent: 95e-2.", rewrite: { $0.withNumbers(JSONValue.exponential) }),
    Oddity("escapes", "Writes the first letter of each string as a Unicode escape.", rewrite: { $0.withEscapes() }),
    Oddity("white-space", "Spreads JSON over indented lines.", rewrite: { $0.indented() }),
  ]

  /// The oddity named `name`.
  package static func named(_ name: String) -> Oddity? { all.first { $0.name == name } }
}
