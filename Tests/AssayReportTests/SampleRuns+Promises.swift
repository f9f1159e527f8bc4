import AssayFindings

extension SampleRuns {
  private static let pointer = "/operations/result/responses/200"

  /// A run with a baseline that fails by what could not be judged alone, in a job of a pipeline.
  static let promises: RunResult = {
    var run = RunResult(
      assay: "0.1.0",
      contract: "serial-ocr",
      title: "Serial number OCR",
      file: "contracts/serial-ocr.json",
      servers: [.init(name: "api", url: "https://staging.example/ocr")],
      outcome: .failed,
      checks: [
        CheckResult(
          id: "scan-until-done/scan",
          operation: "scan",
          scenario: "scan-until-done",
          status: .warned,
          duration: .milliseconds(12)
        ),
        CheckResult(
          id: "scan-until-done/result/poll",
          operation: "result",
          scenario: "scan-until-done",
          status: .error,
          duration: .milliseconds(4),
          reason: "page 2 was not fetched, because `next` points to another server",
          place: place(88, "/scenarios/scan-until-done/steps/1", file: "contracts/serial-ocr.json")
        ),
        CheckResult(
          id: "health/health",
          operation: "health",
          scenario: "health",
          status: .unjudged,
          reason: "no promise had anything to judge"
        ),
      ],
      findings: [
        Finding(
          level: .must,
          check: "scan-until-done/scan",
          operation: "scan",
          rule: "schema.type",
          place: .body("/job_id"),
          message: "job_id is a number, not a string",
          expected: "string",
          actual: "7 (number)",
          promise: place(41, "/operations/scan/responses/200", file: "contracts/serial-ocr.json"),
          excerpt: "{\n  \"job_id\": 7\n}"
        )
      ],
      promises: PromiseCounts(kept: 1_190, broken: 1, vacuous: 1, blocked: 2),
      unjudged: (1...2).map { number in
        UnjudgedPromise(
          promise: "`results` of page \(number + 1) is sorted by `similarity`",
          level: .must,
          check: "scan-until-done/result/poll",
          kind: .blocked,
          reason: "page \(number + 1) was not fetched",
          place: place(100 + number, pointer, file: "contracts/serial-ocr.json")
        )
      } + [
        UnjudgedPromise(
          promise: "`message` is a string",
          level: .should,
          check: "health/health",
          kind: .vacuous,
          reason: "no answer had `message`"
        )
      ],
      started: "2026-01-15T10:30:01.5Z",
      duration: .milliseconds(16)
    )
    run.calls = ["scan": "POST /scan", "result": "GET /result/{job_id}", "health": "GET /health"]
    run.findings[0].accepted = Acceptance(reason: "ticket 7", until: "2026-12-31")
    run.checks[0].command = "curl -si --form-string device_type=macbook https://staging.example/ocr/scan"
    run.checks[0].needs = ["health/health"]
    run.healed = 3
    run.origin = RunOrigin(
      environment: "staging",
      commit: "1a2b3c4d5e6f708192a3b4c5d6e7f8091a2b3c4d",
      job: "https://ci.example/acme/ocr/actions/runs/77"
    )
    return run
  }()

  /// A run that kept every promise, with what it covered.
  static let covered: RunResult = {
    var run = passed
    run.promises = PromiseCounts(kept: 3, vacuous: 1)
    run.calls = [
      "health": "GET /api/prediction/health", "predict": "POST /api/prediction",
      "history": "GET /api/prediction/history",
    ]
    run.kept = [
      KeptPromise(promise: "`GET /api/prediction/health` answers 200", level: .must, check: "health/health", checks: 1),
      KeptPromise(promise: "`similarity` is a number of at most 1", level: .must, check: "predict/predict", checks: 1),
      KeptPromise(promise: "the answer takes at most 1 s", level: .should, check: "predict/predict", checks: 1),
    ]
    run.unjudged = [
      UnjudgedPromise(
        promise: "`next` is a URL",
        level: .must,
        check: "predict/history",
        kind: .vacuous,
        reason: "no answer had `next`"
      )
    ]
    return run
  }()

  /// A run with so many findings over a dozen operations, each with its evidence.
  static func broken(_ count: Int, checks: Int) -> RunResult {
    var run = RunResult(assay: "0.1.0", contract: "shop", title: "Shop", file: "contracts/shop.json", outcome: .failed)
    if count == 0 { run.outcome = .passed }
    run.checks = (0..<checks).map { (number: Int) in
      CheckResult(
        id: "scenario-\(number % 10)/step-\(number)",
        operation: "operation-\(number % 12)",
        scenario: "scenario-\(number % 10)",
        status: number < count ? .failed : .passed,
        duration: .milliseconds(12)
      )
    }
    run.findings = (0..<count).map { (number: Int) in
      Finding(
        level: number.isMultiple(of: 4) ? .should : .must,
        check: run.checks[number].id,
        operation: run.checks[number].operation,
        rule: "schema.type",
        place: .body([.member("results"), .item(number), .member("similarity")]),
        message: "results[\(number)].similarity is a string, expected a number",
        expected: "number",
        actual: "\"0.5\" (string)",
        promise: place(number + 10, "/$defs/Result/properties/similarity/type"),
        excerpt: "{\n  \"id\": \"\(number)\",\n  \"similarity\": \"0.5\"\n}"
      )
    }
    for number in 0..<count { run.checks[number].command = "curl -si http://127.0.0.1:8000/search?page=\(number)" }
    for number in 0..<12 { run.calls["operation-\(number)"] = "GET /shop/operation/\(number)" }
    run.promises = PromiseCounts(kept: 412, broken: count)
    return run
  }
}
