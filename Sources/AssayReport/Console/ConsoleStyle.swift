/// Ink for a terminal; writes plain text where colour is off.
package struct ConsoleStyle {
  /// What a piece of text is painted as, with its SGR parameters (ECMA-48 section 8.3.117).
  package enum Ink: String {
    case bold = "1"
    case dim = "2"
    case good = "32"
    case bad = "1;31"
    case warning = "1;33"
    case note = "1;36"
    case frame = "34"
  }

  let colour: Bool

  package init(colour: Bool) {
    self.colour = colour
  }

  package func paint(_ text: String, _ ink: Ink) -> String {
    colour && !text.isEmpty ? "\u{1B}[\(ink.rawValue)m\(text)\u{1B}[0m" : text
  }
}
