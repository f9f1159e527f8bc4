import AssayText
import Testing

/// Which texts stand in a sentence.
struct TextSetTests {
  private static let texts = TextSet(["the step a broke", "the step a broke off", "/id is 7", "the", ""])

  @Test(arguments: [
    ("the step a broke", true), ("its input is missing: the step a broke off", true), ("(broke: /id is 7)", true),
    ("2 musts could not be judged: /id is 71", true), ("", false), ("a step", false), ("step a broke", false),
    ("bathe", false), ("/id is", false), ("in the end", true), ("tha", false),
  ])
  func stands(_ text: String, _ isThere: Bool) { #expect(Self.texts.stands(in: text) == isThere) }

  @Test func anEmptySetStandsNowhere() { #expect(!TextSet([""]).stands(in: "anything")) }

  /// What begins with another one hides neither that nor those in front of it.
  @Test func findsTheShorterBehindTheLonger() {
    let texts = TextSet(["a", "ab c", "ab cd", "b"])
    #expect(texts.stands(in: "x ab") && texts.stands(in: "ab cx") && !texts.stands(in: "x c"))
  }
}
