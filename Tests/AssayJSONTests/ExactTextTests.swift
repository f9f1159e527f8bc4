import Testing

@testable import AssayJSON

/// Text in two normalisations is two texts: `é` as one code point, and as `e` with a combining accent.
struct ExactTextTests {
  private let composed = "\u{E9}"
  private let decomposed = "e\u{301}"

  @Test func comparesCodePoints() {
    #expect(composed == decomposed, "Swift takes them for one")
    #expect(!composed.isExactly(decomposed))
    #expect(![composed].containsExactly(decomposed))
    #expect(Set([ExactText(composed), ExactText(decomposed)]).count == 2)
    #expect(JSONPointer(tokens: [composed]) != JSONPointer(tokens: [decomposed]))
    #expect(Set([JSONPointer(tokens: [composed]), JSONPointer(tokens: [decomposed])]).count == 2)
    #expect(!JSONPointer(tokens: [composed]).contains(JSONPointer(tokens: [decomposed, "a"])))
    let table = [ExactText(composed): 1]
    #expect(table[decomposed] == nil && table[composed] == 1)
  }

  @Test func keysInOtherNormalisationsAreOthers() throws {
    let document = try JSONDocument(parsing: "{\"\(composed)\": 1, \"\(decomposed)\": 2}")
    #expect(document.duplicateKeys().isEmpty && !document.hasDuplicateKeys)
    #expect(document.root[decomposed]?.int == 2)
  }

  @Test(arguments: ["{\"a\":1,\"b\":2,\"a\":3}", "[{\"a\":{\"b\":1,\"\\u0062\":2}}]"])
  func findsRepeatedKeys(_ text: String) throws {
    let document = try JSONDocument(parsing: text)
    #expect(document.hasDuplicateKeys && document.duplicateKeys().count == 1)
  }

  @Test func findsThemAmongMany() throws {
    let members = (0..<100).map { "\"k\($0)\":0" }
    #expect(try !JSONDocument(parsing: "{\(members.joined(separator: ","))}").hasDuplicateKeys)
    #expect(try JSONDocument(parsing: "{\(members.joined(separator: ",")),\"k7\":1}").hasDuplicateKeys)
  }
}
