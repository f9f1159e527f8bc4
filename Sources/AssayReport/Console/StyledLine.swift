/// A line for a terminal: texts, and the tool's own styling of them.
///
/// Control characters in a text are written as escapes, from a server as from a file. Only ``ConsoleStyle/paint(_:_:)`` adds any.
package struct StyledLine: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// The line as it is written.
  package let text: String

  /// A line of text without styling.
  package init(_ text: String) { self.text = VisibleText.line(text, limit: .max) }

  /// A line of the tool's own words.
  package init(stringLiteral words: String) { text = words }

  package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

  fileprivate init(written text: String) { self.text = text }

  /// The tool's own words, and the texts and styled parts between them.
  package struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var text = ""

    package init(literalCapacity: Int, interpolationCount: Int) {}

    package mutating func appendLiteral(_ words: String) { text += words }
    package mutating func appendInterpolation(_ line: StyledLine) { text += line.text }
    package mutating func appendInterpolation(_ text: String) { self.text += StyledLine(text).text }
    package mutating func appendInterpolation(_ number: Int) { text += String(number) }
  }

  package static func + (left: StyledLine, right: StyledLine) -> StyledLine {
    StyledLine(written: left.text + right.text)
  }

  package var isEmpty: Bool { text.isEmpty }
}

extension Sequence<StyledLine> {
  /// All of them in one line.
  func joined(separator: StyledLine) -> StyledLine {
    StyledLine(written: map(\.text).joined(separator: separator.text))
  }
}

/// Ink for a terminal; writes plain text where colour is off.
package struct ConsoleStyle {
  /// The styles of a piece of text, with their SGR parameters (ECMA-48 section 8.3.117).
  package enum Ink: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case frame = "36"
  }

  let colour: Bool

  package init(colour: Bool) { self.colour = colour }

  package func paint(_ text: String, _ ink: Ink) -> StyledLine { paint(StyledLine(text), ink) }

  func paint(_ line: StyledLine, _ ink: Ink) -> StyledLine {
    colour && !line.isEmpty ? StyledLine(written: "\u{1B}[\(ink.rawValue)m\(line.text)\u{1B}[0m") : line
  }
}
