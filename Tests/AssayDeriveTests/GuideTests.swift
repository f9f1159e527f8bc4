import Testing

@testable import AssayDerive

/// The sections of a guide and the lines they take.
struct GuideTests {
  @Test(arguments: [
    ("# A", [0: 1...1, 1: 1...1]), ("Text\n\n# A\n\nmore\n\n## B\n", [0: 1...2, 1: 3...6, 2: 7...7]),
  ])
  func sectionsEndWhereTheNextBegins(_ text: String, _ lines: [Int: ClosedRange<Int>]) throws {
    let sections = Outline(try Guide(name: "guide", file: "guide.md", bytes: Array(text.utf8))).sections
    for (index, section) in sections.enumerated() { #expect(section.lines == lines[index]) }
    #expect(sections.count == lines.count)
  }

  @Test func aSectionKnowsTheTitlesAboveIt() throws {
    let text = "# A\n## B\n### C\n## D"
    let sections = Outline(try Guide(name: "guide", file: "guide.md", bytes: Array(text.utf8))).sections
    #expect(sections.map(\.path) == [[], [], ["A"], ["A", "B"], ["A"]])
  }
}
