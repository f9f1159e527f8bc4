import Foundation
import TestKit
import Testing

/// Whatever a backend does, a run ends in time, in little memory, with the finding for what was done and nothing else.
///
/// The cases are `fixtures/hostile/cases.json`; its README says what stands there. Each prints a line.
@Suite(.serialized) struct HostileBackendTests {
  struct Case: Decodable, Sendable {
    /// What may come: `3`, or several where it hangs on the machine which limit is reached first.
    enum Choice<Value: Decodable & Sendable>: Decodable, Sendable {
      case one(Value)
      case several([Value])

      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self =
          if let value = try? container.decode(Value.self) { .one(value) } else { .several(try .init(from: decoder)) }
      }

      var values: [Value] {
        switch self {
        case .one(let value): [value]
        case .several(let values): values
        }
      }
    }

    var scenario: String?
    var exit: Choice<Int32>
    var rules: [Choice<String>]
    var says: [String]?
    var neverSays: [String]?
    var timeout: String?
    var wait: String?
    var seconds: Double?
    var megabytes: Double?
    var bytes: Int?
    var secret: Bool?
    var flags: [String]?
    var records: Bool?
    var isSlow: Bool?

    private enum CodingKeys: String, CodingKey {
      case scenario, exit, rules, says, timeout, wait, seconds, megabytes, bytes, secret, flags, records
      case neverSays = "never says"
      case isSlow = "slow"
    }

    /// The findings' rules, each list one that may come.
    var expectedRules: [[String]] {
      let isChoice = rules.contains { if case .several = $0 { true } else { false } }
      return isChoice ? rules.map(\.values) : [rules.flatMap(\.values)]
    }

    /// How long an answer is waited for: not long where that is what ends it, and else longer than a busy machine stands still.
    var limit: String {
      let limits = ["transport.timeout", "stream.within", "poll.within"]
      return timeout ?? (expectedRules.joined().contains(where: limits.contains) ? "500ms" : "5s")
    }
  }

  private struct Measured: Decodable {
    var seconds: Double
    var processor: Double
    var megabytes: Double
  }

  static let cases = (try? Fixtures.json("hostile/cases.json", as: [String: Case].self)) ?? [:]
  private static let isSoak = ProcessInfo.processInfo.environment["ASSAY_SOAK"] != nil
  /// Under a sanitizer, those that ask for much of the processor take minutes.
  static let names = cases.filter { isSoak || !($0.value.isSlow ?? false) }
    .filter { !Program.isSanitized || $0.value.seconds ?? 0 < 6 }.keys.sorted()
  private static let player = Result {
    try RunningServer.python(Repository.path("fixtures/hostile/player.py"), ["cases.json"])
  }

  @Test func thereAreCases() { #expect(Self.cases.count >= 140) }

  @Test(.timeLimit(.minutes(2)), arguments: names)
  func isHeldAgainst(_ name: String) async throws {
    let known = try #require(Self.cases[name])
    let folder = try TemporaryFolder()
    let servers = try Self.player.get().servers
    var arguments = [
      "verify", Repository.path("fixtures/hostile/contract.json"), "--server", try #require(servers[name]),
      "--only", "\(known.scenario ?? "call")/*", "--timeout", known.limit, "--max-wait",
      known.wait ?? known.limit,
      "--report", "json=\(folder.path("report.json"))",
    ]
    arguments += known.flags ?? []
    if known.records ?? false { arguments += ["--record", folder.path("recording.har")] }
    if let socket = servers["\(name) socket"] { arguments += ["--unix-socket", socket] }
    if let file = servers["\(name) certificate"] { arguments += ["--cacert", file] }
    if known.secret ?? false { arguments += ["--header", "Authorization: Bearer 8f14e45fceea167a"] }
    let measure = Program(
      Program.python.path,
      Program.python.arguments + [Repository.path("fixtures/hostile/measure.py")]
    )
    let outcome = try await measure.finish([folder.path("measured.json"), Program.assay.path] + arguments)
    var measured = try JSONDecoder().decode(
      Measured.self,
      from: Data(contentsOf: folder.url.appending(path: "measured.json"))
    )
    let report = try folder.text("report.json")
    let found = try rules(report)
    let line = [
      "hostile: \(name): exit \(outcome.status)", found.isEmpty ? "nothing found" : found.joined(separator: ", "),
      String(
        format: "%.2f s, %.2f s of the processor, %.0f MB",
        measured.seconds,
        measured.processor,
        measured.megabytes
      ),
    ].joined(separator: "; ")
    print(line)
    // A sanitizer takes both for itself.
    if Program.isSanitized { (measured.processor, measured.megabytes) = (0, 0) }

    let told = outcome.output + outcome.errors
    #expect(known.exit.values.contains(outcome.status), "\(told.prefix(4_000))")
    #expect(known.expectedRules.contains { $0.sorted() == found }, "\(told.prefix(4_000))")
    for words in known.says ?? [] { #expect(told.contains(words), "\(words) in \(told.prefix(4_000))") }
    for words in known.neverSays ?? [] { #expect(!told.contains(words), "\(words) in \(told.prefix(4_000))") }
    // Runs that take long say how far they are.
    let isQuiet = Program.isSanitized ? !outcome.errors.contains("Sanitizer") : outcome.errors.isEmpty
    #expect(isQuiet, "\(outcome.errors.prefix(4_000))")
    // Of the processor's time, which no other program on the machine adds to; a run that hangs is ended after a minute.
    #expect(measured.processor <= known.seconds ?? 3)
    #expect(measured.seconds < 60)
    #expect(measured.megabytes <= known.megabytes ?? 128)
    #expect(told.utf8.count <= known.bytes ?? 20_000, "\(told.utf8.count) bytes were printed")
    for text in [told, report] {
      #expect(!text.unicodeScalars.contains(where: isHarmful), "raw control characters reach the output")
    }
  }

  /// While the library reads what ends nothing, the calls of other servers go on.
  @Test(.timeLimit(.minutes(1)), arguments: ["TLS: records without data", "TLS 1.3: tickets without end"])
  func aFloodStarvesNoOtherTransfer(_ flood: String) async throws {
    let folder = try TemporaryFolder()
    let operations = ["flooded", "healthy"].map {
      #""\#($0)": { "server": "\#($0)", "request": { "method": "GET", "path": "/" }, "responses": { "200": {} } }"#
    }
    let contract = try folder.write(
      #"""
      { "contract": "1", "service": "two", "title": "Two servers",
        "servers": { "flooded": { "url": "http://127.0.0.1:1" }, "healthy": { "url": "http://127.0.0.1:2" } },
        "operations": { \#(operations.joined(separator: ",")) },
        "scenarios": { "flooded": { "steps": [ { "operation": "flooded" } ] },
          "healthy": { "steps": [ { "operation": "healthy", "repeat": { "times": 50 } } ] } } }
      """#,
      to: "contract.json"
    )
    let servers = try Self.player.get().servers
    let outcome = try await Program.assay.finish([
      "verify", contract, "--server", "flooded=\(servers[flood] ?? "")", "--server",
      "healthy=\(servers["chunked"] ?? "")",
      "--cacert", servers["\(flood) certificate"] ?? "", "--timeout", "6s", "--jobs", "2", "--report",
      "json=\(folder.path("report.json"))",
    ])
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    #expect(try rules(folder.text("report.json")) == ["transport.timeout"])
    struct Report: Decodable {
      struct Check: Decodable { var scenario: String, duration_ms: Double }
      struct Run: Decodable { var checks: [Check] }
      var runs: [Run]
    }
    let report = try JSONDecoder().decode(Report.self, from: Data(folder.text("report.json").utf8))
    let took = Dictionary(report.runs[0].checks.map { ($0.scenario, $0.duration_ms) }) { first, _ in first }
    #expect(try #require(took["healthy"]) < #require(took["flooded"]) / 2, "\(took)")
  }

  private func rules(_ report: String) throws -> [String] {
    struct Report: Decodable {
      struct Finding: Decodable { var rule: String }
      struct Run: Decodable { var findings: [Finding] }
      var runs: [Run]
    }
    let decoded = try JSONDecoder().decode(Report.self, from: Data(report.utf8))
    return Set(decoded.runs.flatMap(\.findings).map(\.rule)).sorted()
  }

  /// What a terminal would act on: controls beside the line feed, and overrides of the direction of text.
  private func isHarmful(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A: false
    case 0x00...0x1F, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
