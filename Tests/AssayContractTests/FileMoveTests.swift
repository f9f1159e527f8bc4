import AssayContract
import AssayJSON
import Testing

/// What the files of a contract are called, seen from another folder.
struct FileMoveTests {
  @Test(arguments: [
    ("a.png", "../contracts/a.png"), ("./images/a.png", "../contracts/images/a.png"), ("../out/a.png", "a.png"),
    ("../a.png", "../a.png"), ("../../../../a.png", "../../a.png"), ("x/../a.png", "../contracts/x/../a.png"),
    ("/etc/a.png", "/etc/a.png"), ("data:image/png;base64,AA==", "data:image/png;base64,AA=="),
  ])
  func names(_ name: String, _ moved: String) throws {
    let move = try #require(FileMove(from: "/project/contracts", to: "/project/out"))
    #expect(move.name(name) == moved)
  }

  @Test(arguments: [("a.png", "api/a.png"), ("../a.png", "a.png"), ("../../a.png", "../a.png")])
  func namesFromAFolderThatIsSeenFromTheNewOne(_ name: String, _ moved: String) throws {
    #expect(try #require(FileMove(from: "api", to: "")).name(name) == moved)
  }

  @Test func isNoneWithinAFolder() { #expect(FileMove(from: "/project/contracts", to: "/project//contracts/") == nil) }

  /// Every place a file is named at, and none that only looks like one.
  @Test func findsThemAll() throws {
    let text = """
      { "$schema": "a/contract.schema.json",
        "before": [ { "operation": "o", "multipart": { "p": { "file": "before.png" } } } ],
        "groups": { "g": { "steps": [ { "operation": "o", "multipart": { "p": { "file": ["one.png", "two.png"] } } } ] } },
        "operations": { "o": {
          "request": { "multipart": { "p": { "file": "part.png", "schema": { "properties": { "file": { "const": "no.png" } } } } } },
          "responses": { "200": { "example": { "file": "no.png", "page": { "$file": "body.html" } } } } } },
        "scenarios": { "s": {
          "examples": { "file": "rows.csv" },
          "steps": [ { "parallel": [ { "operation": "o", "multipart": { "p": { "file": "beside.png" } } } ] } ] } } }
      """
    let document = try JSONDocument(parsing: text)
    let found = Set(FileReference.all(in: document).map(\.name))
    #expect(
      found == ["before.png", "one.png", "two.png", "part.png", "body.html", "rows.csv", "beside.png"]
    )
    let moved = try #require(FileMove(from: "/a", to: "/b")).text(of: document, movesSchema: true)
    #expect(moved.replacing("../a/", with: "") == text)
    #expect(moved.split(separator: "../a/").count == found.count + 2)
  }
}
