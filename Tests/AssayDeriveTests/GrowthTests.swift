import AssayKit
import Foundation
import TestKit
import Testing

/// Guides made to be slow to read: twice as long takes about twice as much work, and what is too long is refused.
@Suite(.serialized)
struct GrowthTests {
  /// A guide of `count` parts that each name other calls, answer ids others take, or have servers of their own.
  private static func guide(_ kind: String, _ count: Int) -> String {
    var text = "# A long guide\n\n"
    for number in 0..<count {
      switch kind {
      case "calls": text += "## Part \(number)\n\n`POST /api/part\(number)/{id}`\n\n"
      case "captures":
        text += "`GET /a\(number)`\n\nResponse:\n\n```json\n{ \"a\(number)_id\": \"x\" }\n```\n\n"
        text += "`GET /a\(number)/{a\(number)_id}`\n\n"
      case "named":
        text += "## Part \(number)\n\n`GET /things\(number)`\n\nReturns a `Thing \(number)`.\n\n"
        text += "```json\n{ \"a\(number)\": \"x\" }\n```\n\n### Object \(number)\n\n"
        text += "| Field | Type |\n| --- | --- |\n| a\(number) | string |\n\n"
      case "fields": text += "## Thing \(number)\n\nFields:\n\n- `a\(number)` (string): a thing\n\n"
      case "servers":
        text += "```bash\ncurl -X POST https://h\(number).example.com/v\(number)/x -d '{\"a\":1}'\n```\n\n"
      case "screens":
        text +=
          "```swift\nstruct Screen\(number): View {\n  var body: some View { Text(\"x\") }\n}\n```\n\n"
      default: text += "## Part \(number)\n\nWords about buttons and colours, and none about calls.\n\n"
      }
    }
    return text + "## The end\n\n`GET /end`\n"
  }

  /// The seconds of this thread that a draft of `guide` took.
  private static func work(_ guide: String, in folder: TemporaryFolder, as name: String = "guide.md") throws -> Double {
    let path = folder.path(name)
    try Data(guide.utf8).write(to: URL(filePath: path))
    func now() -> Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
    let start = now()
    _ = try ConformanceSuite.derive(fromDocuments: [path])
    return now() - start
  }

  /// Expects that the text of four times as many parts as `count` takes less than ten times the work: a square would be
  /// sixteen times as much. Other work of the machine slows a draft down and never speeds it up, so the least counts.
  private static func expectGrowth(from count: Int, as name: String = "guide.md", _ text: (Int) -> String) throws {
    let folder = try TemporaryFolder()
    let (few, many) = (text(count), text(count * 4))
    var (short, long) = (Double.infinity, Double.infinity)
    for attempt in 0..<5 where attempt == 0 || long >= short * 10 {
      short = min(short, try work(few, in: folder, as: name))
      long = min(long, try work(many, in: folder, as: name))
    }
    #expect(long < short * 10, "\(short) s and \(long) s")
  }

  @Test(arguments: ["calls", "captures", "named", "fields", "servers", "screens", "prose"])
  func workGrowsWithTheGuide(kind: String) throws {
    try Self.expectGrowth(from: 75) { Self.guide(kind, $0) }
  }

  /// Of what no guide has so much of, a part is taken: more of it than that costs no more for each line.
  @Test(arguments: ["rows", "items", "types", "enumerations"])
  func workIsBoundedForEachLine(kind: String) throws {
    try Self.expectGrowth(from: 1_500) { count in
      let lines = (0..<count).map { number in
        switch kind {
        case "rows": "| a\(number) | string |"
        case "items": "- `a\(number)` (string): a thing"
        case "types": "struct A {\n  let a: Int"
        default: "enum A: String {\n  case a = \"x\""
        }
      }
      let head = kind == "rows" ? "| Field | Type |\n| --- | --- |\n" : kind == "items" ? "Fields:\n\n" : "```swift\n"
      return "# A guide\n\n## A call\n\n`GET /a`\n\n\(head)\(lines.joined(separator: "\n"))\n"
    }
  }

  /// What stands in one line, or in one example, as often as anyone likes.
  @Test(arguments: ["strings", "URLs", "members", "events", "classes"])
  func workGrowsWithTheLine(kind: String) throws {
    try Self.expectGrowth(from: 1_500) { count in
      let part =
        switch kind {
        case "strings": "```python\n" + String(repeating: "\"a\" + ", count: count) + "\n```"
        case "URLs": String(repeating: "http://h.example/a ", count: count)
        case "members": "```json\n{" + (0..<count).map { "\"k\($0)\": 1" }.joined(separator: ",") + "}\n```"
        case "events": "```\n" + String(repeating: "event: tick\ndata: {\"a\":1}\n\n", count: count) + "```"
        default:
          "```kotlin\n" + String(repeating: "data class A(val a: List<", count: count)
            + String(repeating: "String>)", count: count) + "\n```"
        }
      return "# A guide\n\n## A call\n\n`GET /a`\n\nResponse:\n\n\(part)\n"
    }
  }

  /// Of one call in a recording, and of one schema.
  @Test(arguments: ["query", "fields", "parts"])
  func workGrowsWithTheCall(kind: String) throws {
    try Self.expectGrowth(from: 1_000, as: kind == "parts" ? "openapi.json" : "recording.har") { count in
      if kind == "parts" {
        let parts = Array(repeating: ##"{ "$ref": "#/components/schemas/A" }"##, count: count).joined(separator: ",")
        return ##"{ "openapi": "3.1.0", "info": { "title": "A", "version": "1" }, "paths": { "/a": { "get": {"##
          + ##" "responses": { "200": { "description": "A", "content": { "application/json": { "schema":"##
          + ##" { "$ref": "#/components/schemas/A" } } } } } } } }, "components": { "schemas": { "A": {"##
          + ##" "allOf": [ \##(parts) ] } } } }"##
      }
      let query = kind == "query" ? (0..<count).map { "k\($0)=v" }.joined(separator: "&") : ""
      let fields = kind == "fields" ? (0..<count).map { #"{ "name": "X-\#($0)", "value": "v" }"# } : []
      return #"""
        { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [{
          "startedDateTime": "2026-01-01T00:00:00Z", "time": 5,
          "request": { "method": "GET", "url": "http://127.0.0.1:8000/a?\#(query)", "httpVersion": "HTTP/1.1",
            "headers": [ \#(fields.joined(separator: ",")) ] },
          "response": { "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
            "headers": [{ "name": "Content-Type", "value": "application/json" }],
            "content": { "size": 7, "mimeType": "application/json", "text": "{\"a\":1}" } },
          "timings": { "send": 1, "wait": 3, "receive": 1 } }] } }
        """#
    }
  }

  @Test(arguments: [(4_000, true), (4_001, false)]) func columnsAreBounded(_ count: Int, _ isTaken: Bool) throws {
    let folder = try TemporaryFolder()
    func row(_ cell: String) -> String { String(repeating: cell + "|", count: count) }
    let path = try folder.write("`GET /a`\n\n\(row("a"))\n\(row("-"))\n\(row("b"))\n", to: "guide.md")
    if isTaken {
      _ = try ConformanceSuite.derive(fromDocuments: [path])
    } else {
      let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [path]) }
      #expect(error?.description.contains("more than 4000 columns") == true, "\(error as Any)")
    }
  }

  private func derive(_ description: String) throws -> DerivedContract {
    let folder = try TemporaryFolder()
    return try ConformanceSuite.derive(fromDocuments: [folder.write(description, to: "openapi.json")])
  }

  /// Each schema that is referred to, by another or not, takes its part of memory.
  @Test(arguments: [true, false]) func schemasReferredToAreBounded(_ isChain: Bool) throws {
    func description(_ count: Int) -> String {
      let schemas = (0..<count).map { number in
        let next = isChain && number + 1 < count ? "\"$ref\": \"#/components/schemas/S\(number + 1)\"" : ""
        return "\"S\(number)\": {\"type\": \"object\", \"properties\": {\"a\": {\(next)}}}"
      }
      let first = (0..<(isChain ? 1 : count)).map { "{\"$ref\": \"#/components/schemas/S\($0)\"}" }
      return """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "paths": {"/a": {"get": {"responses": {"200": {"description": "a",
        "content": {"application/json": {"schema": {"anyOf": [\(first.joined(separator: ","))]}}}}}}}},
        "components": {"schemas": {\(schemas.joined(separator: ","))}}}
        """
    }
    let error = #expect(throws: ConformanceError.self) { try derive(description(10_001)) }
    #expect(error?.description.contains("more than 10000 schemas are referred to") == true, "\(error as Any)")
    #expect(try derive(description(1_000)).operations == 1)
  }

  @Test(arguments: [(1_000, 0), (1_001, 1)]) func linksAreBounded(_ count: Int, _ lost: Int) throws {
    let links = (0..<count).map {
      "\"L\($0)\": {\"operationId\": \"b\", \"parameters\": {\"id\": \"$response.body#/id\"}}"
    }
    let draft = try derive(
      """
      {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "http://a.test"}], "paths": {
      "/a": {"get": {"operationId": "a", "responses": {"200": {"description": "a", "links": {\(links.joined(separator: ","))}}}}},
      "/b/{id}": {"get": {"operationId": "b", "parameters": [{"name": "id", "in": "path", "required": true,
      "schema": {"type": "string"}}], "responses": {"200": {"description": "b"}}}}}}
      """
    )
    #expect(draft.notCarriedOver.count == lost, "\(draft.notCarriedOver)")
    #expect(draft.notCarriedOver.allSatisfy { $0.contains("the links after the first 1000 of a response") })
  }

  /// Each operation passes ids to the next, and the last to the first, by many links each; a value passed on again
  /// takes no more work.
  @Test func workGrowsWithTheLinks() throws {
    try Self.expectGrowth(from: 100, as: "openapi.json") { count in
      let paths = (0..<30).map { number in
        let links = (0..<count).map {
          "\"L\($0)\": {\"operationId\": \"o\((number + 1) % 30)\", \"parameters\": {\"id\": \"$response.body#/id\"}}"
        }
        return """
          "/a\(number)/{id}": {"get": {"operationId": "o\(number)", "parameters": [{"name": "id", "in": "path", "required": true,
          "schema": {"type": "string"}}], "responses": {"200": {"description": "a", "links": {\(links.joined(separator: ","))}}}}}
          """
      }
      return """
        {"openapi": "3.1.0", "info": {"title": "t", "version": "1"}, "servers": [{"url": "http://a.test"}],
        "paths": {\(paths.joined(separator: ","))}}
        """
    }
  }

  /// What is nested deeper than anyone means it needs no deeper stack.
  @Test func depthIsBounded() throws {
    let folder = try TemporaryFolder()
    let rows = (1...2_000).map { "| \(String(repeating: "»", count: $0)) a\($0) | object |" }
    let dotted = (1...2_000).map { "a\($0)" }.joined(separator: ".")
    let head = "# A guide\n\n`GET /a`\n\n| Field | Type |\n| --- | --- |\n"
    _ = try Self.work(head + "| b | string |\n" + rows.joined(separator: "\n"), in: folder)
    _ = try Self.work(head + "| b | string |\n| \(dotted) | string |\n", in: folder)
  }

  @Test(arguments: [(64, true), (2_000, false)])
  func pathsOfManySegmentsAreLeftOut(_ count: Int, _ isTaken: Bool) throws {
    let folder = try TemporaryFolder()
    let path = (0..<count).map { "x\($0)" }.joined(separator: "/")
    let archive = """
      { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [{
        "startedDateTime": "2026-01-01T00:00:00Z", "time": 5,
        "request": { "method": "GET", "url": "http://127.0.0.1:8000/\(path)", "httpVersion": "HTTP/1.1", "headers": [] },
        "response": {
          "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
          "headers": [{ "name": "Content-Type", "value": "application/json" }],
          "content": { "size": 7, "mimeType": "application/json", "text": "{\\"a\\":1}" }
        },
        "timings": { "send": 1, "wait": 3, "receive": 1 }
      }] } }
      """
    let file = try folder.write(archive, to: "recording.har")
    if isTaken {
      #expect(try ConformanceSuite.derive(fromDocuments: [file]).text.contains(path))
    } else {
      let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [file]) }
      #expect(error?.description.contains("paths with more than 64 segments") == true, "\(error as Any)")
    }
  }

  @Test func tooManyCallsAreRefused() throws {
    let folder = try TemporaryFolder()
    let path = folder.path("guide.md")
    let calls = (0...2_000).map { "POST /x\($0)/list" }.joined(separator: "\n")
    try Data("# Many\n\n```http\n\(calls)\n```\n\n\(calls.replacing("\n", with: "\n\n"))\n".utf8).write(
      to: URL(filePath: path)
    )
    let error = #expect(throws: ConformanceError.self) { try ConformanceSuite.derive(fromDocuments: [path]) }
    #expect(error?.description.contains("more than 2000 calls") == true)
  }
}
