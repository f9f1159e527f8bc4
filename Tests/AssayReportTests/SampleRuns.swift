import AssayFindings

/// Results built by hand, one for every outcome a report has to show.
enum SampleRuns {
  /// The cases by name: what goldens are made from.
  static let all: [(name: String, results: [RunResult])] = [
    ("passed", [passed]), ("failed", [mondrian]), ("error", [unreachable]), ("skipped", [skipped]), ("empty", []),
    ("interrupted", [interrupted]), ("hostile", [hostile]), ("several", [mondrian, ocr, passed]),
    ("promises", [promises]), ("covered", [covered]),
  ]

  /// The cited lines, where the documents are at hand.
  static let documents: [String: [String]] = [
    "guide": (1...400).map { number in
      switch number {
      case 261: "**connected** - Connection established"
      case 268: "2. **status_update** - Progress and status changes"
      case 44: "  \"job_id\": \"550e8400-e29b-41d4-a716-446655440000\","
      case 45: "  \"status\": \"processing\", // pending, processing, completed, failed"
      case 46: "  \"progress\": 45,"
      default: number % 9 == 0 ? "" : "Line \(number) of the guide."
      }
    }
  ]

  private static let guide = RunResult.Document(
    name: "guide",
    title: "API Integration Guide",
    file: "documents/mondrian api.md"
  )

  static func place(_ line: Int, _ pointer: String, file: String = "contracts/mondrian.json") -> ContractPlace {
    ContractPlace(file: file, line: line, column: 18, pointer: pointer)
  }

  static let passed = RunResult(
    assay: "0.1.0",
    contract: "landmark",
    title: "Vilnius landmark recognition",
    file: "contracts/landmark.json",
    servers: [.init(name: "api", url: "http://127.0.0.1:8090")],
    outcome: .passed,
    checks: [
      CheckResult(
        id: "health/health",
        operation: "health",
        scenario: "health",
        status: .passed,
        duration: .milliseconds(3)
      ),
      CheckResult(
        id: "predict/predict",
        operation: "predict",
        scenario: "predict",
        status: .passed,
        duration: .microseconds(61_240)
      ),
      CheckResult(
        id: "predict/history",
        operation: "history",
        scenario: "predict",
        status: .passed,
        duration: .microseconds(7_040)
      ).after("GET /history answered 500 Internal Server Error, not 200"),
    ],
    started: "2026-01-15T10:30:00Z",
    duration: .milliseconds(84)
  )

  static let unreachable = RunResult(
    assay: "0.1.0",
    contract: "memorai",
    title: "MemorAI",
    file: "contracts/memorai.json",
    servers: [.init(name: "api", url: "http://127.0.0.1:9")],
    outcome: .error,
    checks: [
      CheckResult(
        id: "conversation/start",
        operation: "start",
        scenario: "conversation",
        status: .error,
        duration: .milliseconds(2),
        reason: "the server api refused the connection"
      ),
      CheckResult(
        id: "conversation/answer",
        operation: "answer",
        scenario: "conversation",
        status: .skipped,
        reason: "the server api does not answer"
      ),
    ],
    findings: [
      Finding(
        level: .must,
        check: "conversation/start",
        operation: "start",
        rule: "transport.refused",
        message: "http://127.0.0.1:9 refused the connection",
        expected: "an answer",
        actual: "connection refused"
      )
    ],
    started: "2026-01-15T10:30:00Z",
    duration: .milliseconds(5)
  )

  static let skipped = RunResult(
    assay: "0.1.0",
    contract: "memorai",
    file: "contracts/memorai.json",
    outcome: .passed,
    checks: [
      CheckResult(
        id: "conversation/start",
        operation: "start",
        scenario: "conversation",
        status: .skipped,
        reason: "left out by --skip 'conversation/*'"
      )
    ],
    started: "2026-01-15T10:30:00Z",
    duration: .milliseconds(1)
  )

  static let interrupted = RunResult(
    assay: "0.1.0",
    contract: "landmark",
    title: "Vilnius landmark recognition",
    file: "contracts/landmark.json",
    outcome: .interrupted,
    checks: [
      CheckResult(
        id: "health/health",
        operation: "health",
        scenario: "health",
        status: .passed,
        duration: .milliseconds(3)
      ),
      CheckResult(
        id: "predict/predict",
        operation: "predict",
        scenario: "predict",
        status: .skipped,
        reason: "the run was interrupted"
      ),
    ],
    started: "2026-01-15T10:30:00Z",
    duration: .seconds(95)
  )

  static let ocr = RunResult(
    assay: "0.1.0",
    contract: "serial-ocr",
    title: "Serial number OCR",
    file: "contracts/serial-ocr.json",
    servers: [.init(name: "api", url: "http://127.0.0.1:8000")],
    outcome: .failed,
    checks: [
      CheckResult(
        id: "scan-until-done/scan",
        operation: "scan",
        scenario: "scan-until-done",
        status: .passed,
        duration: .milliseconds(12)
      ),
      CheckResult(
        id: "scan-until-done/result/poll",
        operation: "result",
        scenario: "scan-until-done",
        status: .failed,
        duration: .microseconds(6_061_200),
        place: place(88, "/scenarios/scan-until-done/steps/1", file: "contracts/serial-ocr.json"),
        transcript:
          "GET /result/550e8400 HTTP/1.1\n\nHTTP/1.1 200 OK\nContent-Type: application/json\n\n{\"status\":\"pending\"}",
        illustrations: [.walk(walk)]
      ),
    ],
    findings: [
      Finding(
        level: .must,
        check: "scan-until-done/result/poll",
        operation: "result",
        rule: "poll.transition",
        place: Place(.poll(3), .value("/status")),
        message: "went from processing back to pending",
        expected: "processing, completed or failed",
        actual: "\"pending\"",
        sources: [Citation(document: "guide", lines: 44...46)],
        promise: place(41, "/operations/result/poll/states/processing/next", file: "contracts/serial-ocr.json"),
        excerpt:
          "{\n  \"job_id\": \"550e8400-e29b-41d4-a716-446655440000\",\n  \"status\": \"pending\",\n  \"progress\": 45\n}",
        alternatives: ["processing", "completed", "failed"]
      )
    ],
    documents: [.init(name: "guide", title: "Backend-Frontend Integration Guide", file: "serial-ocr-integration.md")],
    started: "2026-01-15T10:30:01.5Z",
    duration: .milliseconds(6080)
  )

  static let walk = Illustration.Walk(
    states: ["pending", "processing", "completed", "failed"],
    final: ["completed", "failed"],
    edges: [
      .init(from: "pending", to: "processing"), .init(from: "pending", to: "completed"),
      .init(from: "pending", to: "failed"), .init(from: "processing", to: "completed"),
      .init(from: "processing", to: "failed"),
    ],
    visits: [
      .init(poll: 1, state: "pending", time: .milliseconds(4)),
      .init(poll: 2, state: "processing", time: .milliseconds(2008)),
      .init(poll: 3, state: "pending", time: .milliseconds(4011), mark: "processing may not go back to pending"),
      .init(poll: 4, state: "completed", time: .milliseconds(6019)),
    ]
  )
}

extension CheckResult {
  /// The check, flaky: an attempt before this one broke, as `message` says.
  fileprivate func after(_ message: String) -> CheckResult {
    var check = self
    check.earlier = [message]
    return check
  }
}
