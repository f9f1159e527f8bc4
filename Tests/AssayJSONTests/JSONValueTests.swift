import AssayJSON
import Testing

@Suite("Values")
struct JSONValueTests {
  @Test(arguments: [
    ("[1,1.0]", true), ("[\"a\",\"\\u0061\"]", true), ("[{\"a\":1,\"b\":2},{\"b\":2,\"a\":1}]", true),
    ("[[1,2],[2,1]]", false), ("[\"\u{e9}\",\"e\u{301}\"]", false), ("[0,false]", false), ("[null,0]", false),
    ("[{\"a\":1},{\"a\":1,\"b\":1}]", false), ("[1e2,100]", true), ("[\"1\",1]", false),
    ("[{\"a\":1,\"a\":2},{\"a\":2}]", true), ("[{\"a\":1,\"a\":1},{\"a\":1,\"b\":1}]", false),
  ])
  func equality(pair: String, isEqual: Bool) throws {
    let items = Array(try JSONDocument(parsing: pair).root.items)
    #expect((items[0] == items[1]) == isEqual)
    if isEqual { #expect(items[0].hashValue == items[1].hashValue) }
  }

  @Test func wideObjects() throws {
    let names = (0..<200).map { "\"k\($0)\":\($0)" }
    let left = try JSONDocument(parsing: "{\(names.joined(separator: ","))}").root
    let right = try JSONDocument(parsing: "{\(names.reversed().joined(separator: ","))}").root
    #expect(left == right)
    #expect(left["k77"]?.int == 77)
  }

  @Test func duplicateKeys() throws {
    let document = try JSONDocument(parsing: #"{"a":1,"b":{"c":1,"c":2},"\u0061":3}"#)
    #expect(document.duplicateKeys().map(\.key) == ["c", "a"])
    #expect(document.duplicateKeys().map(\.object.description) == ["/b", ""])
    #expect(document.firstDuplicateKey.map { "\($0.key.key) and \($0.others)" } == "c and 1")
    #expect(try JSONDocument(parsing: #"{"a":{"b":1},"b":1}"#).firstDuplicateKey == nil)
    #expect(document.root["a"]?.int == 3)
  }

  @Test func linesAndColumns() throws {
    let document = try JSONDocument(parsing: "{\r\n  \"é\": 1,\n\t\"b\": 2 }")
    let location = try #require(document.root["b"]).location
    #expect(location == JSONLocation(line: 3, column: 7))
    #expect(try #require(document.root["é"]).location == JSONLocation(line: 2, column: 8))
  }

  @Test func limits() throws {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let error = try #require(throws: JSONError.self) { try JSONDocument(parsing: deep) }
    #expect(error == JSONError(.tooDeep(limit: 512), at: 512))
    #expect(try JSONDocument(parsing: deep, limits: JSONLimits(depth: 100_000)).tape.count == 100_000)
    let long = try #require(throws: JSONError.self) {
      try JSONDocument(parsing: "[1,2,3]", limits: JSONLimits(size: 4))
    }
    #expect(long.reason == .tooLarge(limit: 4))
  }

  /// The beginning of a text, cut between characters.
  @Test(arguments: [
    (#""abc""#, 5, #""abc""#, true), (#""abc""#, 4, #""abc"#, false), ("123456", 3, "123", false),
    (#""ééé𝄞𝄞""#, 5, #""ééé𝄞"#, false), (#""ééé𝄞𝄞""#, 7, #""ééé𝄞𝄞""#, true), ("1", 0, "", false),
  ])
  func beginnings(_ text: String, _ limit: Int, _ beginning: String, _ isWhole: Bool) throws {
    let value = try JSONDocument(parsing: text).root
    #expect(value.text(limit: limit) == (beginning, isWhole))
    let long = try JSONDocument(parsing: "[\"" + String(repeating: "𝄞", count: 100_000) + "\"]").root
    #expect(try #require(long[0]).text(limit: 3) == ("\"𝄞𝄞", false))
  }
}
