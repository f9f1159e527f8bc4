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
  private static func work(_ guide: String, in folder: TemporaryFolder) throws -> Double {
    let path = folder.path("guide.md")
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

  @Test(arguments: ["calls", "captures", "named", "fields", "servers", "screens", "prose"])
  func workGrowsWithTheGuide(kind: String) throws {
    let folder = try TemporaryFolder()
    func least(_ count: Int) throws -> Double {
      try (0..<3).map { _ in try Self.work(Self.guide(kind, count), in: folder) }.min() ?? 0
    }
    // A square would be sixteen times as much.
    let (short, long) = (try least(75), try least(300))
    #expect(long < short * 10, "\(short) s and \(long) s")
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
