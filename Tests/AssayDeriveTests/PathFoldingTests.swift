import AssayObservation
import Testing

@testable import AssayDerive

/// The segments of recorded paths that are values, and those that are names.
struct PathFoldingTests {
  /// The paths of `calls` with `{}` for each parameter, each once and in order.
  private static func paths(_ calls: [MadeCall], seen: [String: Int] = [:]) throws -> [String] {
    let calls = try RecordedCalls(MadeCall.log(calls)).calls
    let folding = PathFolding(calls, firstSeen: seen)
    var known: Set<String> = []
    return calls.compactMap { call in
      let path = folding.paths[call.number]?.text(["", "", "", ""]) ?? ""
      return known.insert(path).inserted ? path : nil
    }
  }

  /// One call is enough for what looks like a value.
  @Test(arguments: [
    ("/users/17", "/users/{}"), ("/users/me", "/users/me"), ("/", "/"), ("/a/", "/a/"),
    ("/orders/3f2504e0-4f89-41d3-9a0c-0305e82c3301/items", "/orders/{}/items"),
    ("/files/9b74c9897bac770ffc029102a200c5de", "/files/{}"), ("/days/2026-01-31", "/days/{}"),
    ("/2026-01-31/days", "/2026-01-31/days"), ("/v1/users", "/v1/users"), ("/api/2/users", "/api/2/users"),
    ("/api/200/users", "/api/{}/users"), ("/users/ann@example.com", "/users/{}"), ("/users/17.json", "/users/{}.json"),
    ("/jobs/17:cancel", "/jobs/{}:cancel"), ("/Products(17)/Name", "/Products({})/Name"),
    ("/Products(id=17)", "/Products(id={})"), ("/Products(none)", "/Products(none)"), ("/top-10", "/top-10"),
    ("/releases/1.0", "/releases/1.0"),
    ("/robots.txt", "/robots.txt"), ("/files/report-2026.pdf", "/files/report-2026.pdf"),
    ("/people/J%C3%B8rgen", "/people/J%C3%B8rgen"),
  ])
  func aValueIsKnownByItsLooks(_ path: String, _ folded: String) throws {
    #expect(try Self.paths([MadeCall("GET " + path, "{}")]) == [folded])
  }

  /// Words are values where several at one place are answered alike and were answered before, or repeat themselves.
  @Test func wordsThatAnswersRepeatAreValues() throws {
    let calls = ["red", "blue"].map { MadeCall("GET /colours/\($0)", #"{ "name": "\#($0)" }"#) }
    #expect(try Self.paths(calls) == ["/colours/{}"])
  }

  @Test func wordsThatWereAnsweredBeforeAreValues() throws {
    let list = MadeCall("GET /colours", #"[ "red", "blue" ]"#)
    let calls = [list] + ["red", "blue"].map { MadeCall("GET /colours/\($0)", #"{ "hex": "black" }"#) }
    #expect(try Self.paths(calls, seen: ["red": 0, "blue": 0]) == ["/colours", "/colours/{}"])
    #expect(try Self.paths(calls, seen: ["red": 3, "blue": 3]) == ["/colours", "/colours/red", "/colours/blue"])
  }

  @Test func wordsThatAreAnsweredOtherwiseAreNames() throws {
    let calls = [
      MadeCall("GET /shop/prices", #"{ "name": "prices", "list": [] }"#),
      MadeCall("GET /shop/hours", #"{ "name": "hours", "open": 1 }"#),
    ]
    #expect(try Self.paths(calls) == ["/shop/prices", "/shop/hours"])
  }

  /// So many words at one place are values, whatever else is known of them.
  @Test(arguments: [(5, false), (6, true)]) func manyWordsAlikeAreValues(_ count: Int, _ isValue: Bool) throws {
    let words = ["oak", "elm", "ash", "fir", "yew", "bay"].prefix(count)
    let calls = words.map { MadeCall("GET /trees/\($0)", #"{ "leaves": 1 }"#) }
    #expect(try Self.paths(calls) == (isValue ? ["/trees/{}"] : words.map { "/trees/\($0)" }))
  }

  /// Of three that are answered alike, half may be known.
  @Test func halfOfThreeIsEnough() throws {
    let calls = ["oak", "elm", "ash"].map { MadeCall("GET /trees/\($0)", #"{ "leaves": 1 }"#) }
    #expect(try Self.paths(calls, seen: ["oak": -1, "elm": -1]) == ["/trees/{}"])
    #expect(try Self.paths(calls, seen: ["oak": -1]).count == 3)
  }

  /// A word with a number is a value where there are two of it, or where an answer contained it.
  @Test func numberedWordsAreValues() throws {
    let calls = ["job-1", "job-2"].map { MadeCall("GET /jobs/\($0)", "") }
    #expect(try Self.paths(calls) == ["/jobs/{}"])
    #expect(try Self.paths([calls[0]]) == ["/jobs/job-1"])
    #expect(try Self.paths([calls[0]], seen: ["job-1": -1]) == ["/jobs/{}"])
    #expect(try Self.paths([calls[0], MadeCall("GET /jobs/task-2")]) == ["/jobs/job-1", "/jobs/task-2"])
  }

  /// What comes after a value is folded by itself.
  @Test func whatComesAfterAValueIsFoldedToo() throws {
    let calls = [("1", "a"), ("2", "b"), ("3", "a")].map { MadeCall("GET /u/\($0.0)/\($0.1)/9", "{}") }
    #expect(try Self.paths(calls) == ["/u/{}/a/{}", "/u/{}/b/{}"])
  }

  @Test func valuesAreDecoded() throws {
    let path = FoldedPath(pieces: [
      .literal("a"), .parameter(prefix: "x(", suffix: ")"), .parameter(prefix: "", suffix: ""),
    ])
    #expect(path.values(["a", "x(17)", "J%C3%B8rgen"]) == ["17", "Jørgen"])
    #expect(path.text(["one"]) == "/a/x({one})/{id}")
  }
}
