import AssayHTTP
import Testing

struct PathIndexTests {
  private static let templates = [
    "/files/{name}", "/files/{name}.{type}", "/files/readme.txt", "/files/{base}...{head}", "/{folder}/readme.txt",
    "/files/{other}", "/files/{name}/raw",
  ]

  /// The templates that match a path, the preferred first.
  @Test(arguments: [
    ("/files/readme.txt", [2, 1, 0, 5, 4]), ("/files/a.txt", [1, 0, 5]), ("/files/a...b", [3, 1, 0, 5]),
    ("/files/a", [0, 5]), ("/files/a/raw", [6, 0, 5]), ("/files/a/b", [0, 5]), ("/notes/readme.txt", [4]),
    ("/files", []),
    ("/files/", []),
  ])
  func prefersLiterals(_ path: String, _ places: [Int]) {
    var index = PathIndex()
    for template in Self.templates { index.append(PathTemplate(template)) }
    #expect(index.matches(path).map(\.place) == places)
  }

  /// Templates that differ in names alone rank equal, so that their queries decide.
  @Test func namesDoNotRank() {
    var index = PathIndex()
    for template in Self.templates { index.append(PathTemplate(template)) }
    let ranks = index.matches("/files/a").map(\.rank)
    #expect(ranks.count == 2 && ranks[0] == ranks[1])
    #expect(index.matches("/files/a").map(\.parameters) == [["name": "a"], ["other": "a"]])
  }
}
