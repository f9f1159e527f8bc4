import AssayFindings

extension SampleRuns {
  /// A run with every status, every level, and everything a report can draw.
  static let mondrian = RunResult(
    assay: "0.1.0",
    contract: "mondrian",
    title: "Mondrian art advisors",
    file: "contracts/mondrian.json",
    servers: [
      .init(name: "jobs", url: "http://127.0.0.1:5005"), .init(name: "rag", url: "http://127.0.0.1:5400"),
    ],
    outcome: .failed,
    checks: [
      check("advisors/advisors", "advisors", .passed, .milliseconds(9)),
      check("upload/upload", "upload", .passed, .milliseconds(41)),
      check(
        "upload/stream/stream",
        "stream",
        .failed,
        .milliseconds(4310),
        transcript:
          "GET /stream/9b1c HTTP/1.1\nAccept: text/event-stream\n\nHTTP/1.1 200 OK\nContent-Type: text/event-stream",
        illustrations: [.timeline(timeline)]
      ),
      check("upload/analysis", "analysis", .skipped, .zero, reason: "the step upload/stream did not end with done"),
      check("search/index", "index", .passed, .milliseconds(212)),
      check("search/search", "search", .failed, .milliseconds(38), illustrations: [.bars(bars)]),
      check("search/again", "search", .failed, .milliseconds(31)),
      check("search/slow", "search", .warned, .milliseconds(1620)),
      check(
        "health/caption-health",
        "caption-health",
        .error,
        .milliseconds(1),
        reason: "the server caption refused the connection"
      ),
    ],
    findings: [
      Finding(
        level: .must,
        check: "upload/stream/stream",
        operation: "stream",
        rule: "stream.order",
        place: Place(.event(5)),
        message: "status_update came after analysis_complete",
        expected: "done",
        actual: "status_update",
        sources: [Citation(document: "guide", lines: 260...268), Citation(document: "rag", lines: 12...12)],
        promise: place(210, "/operations/stream/stream/order"),
        excerpt:
          "event: status_update\ndata: {\"type\":\"status_update\",\"job_data\":{\"status\":\"analyzing\",\"progress_percentage\":90}}",
        alternatives: ["done"]
      ),
      Finding(
        level: .must,
        check: "search/search",
        alsoIn: ["search/again"],
        operation: "search",
        rule: "schema.sorted",
        place: .body("/results/2/similarity"),
        message: "results are to be sorted by similarity, highest first; item 2 is higher than item 1",
        expected: "at most 0.61",
        actual: "0.74",
        sources: [Citation(document: "rag", lines: 118...120)],
        promise: place(402, "/$defs/SearchResponse/properties/results/sorted"),
        excerpt: "{\"id\": \"b\", \"similarity\": 0.61},\n{\"id\": \"c\", \"similarity\": 0.74}",
        occurrences: 2
      ),
      Finding(
        level: .must,
        check: "health/caption-health",
        operation: "caption-health",
        rule: "transport.refused",
        message: "http://127.0.0.1:5200 refused the connection",
        expected: "an answer",
        actual: "connection refused"
      ),
      Finding(
        level: .should,
        check: "search/slow",
        operation: "search",
        rule: "response.time",
        message: "the answer took 1.62 s",
        expected: "at most 1 s",
        actual: "1.62 s",
        sources: [Citation(document: "rag", lines: 829...829)],
        promise: place(377, "/operations/search/within")
      ),
      Finding(
        level: .may,
        check: "advisors/advisors",
        operation: "advisors",
        rule: "schema.format",
        place: .body("/advisors/3/image_url"),
        message: "image_url is no absolute URL",
        expected: "an absolute URL",
        actual: "\"/static/adams.jpg\""
      ),
    ],
    documents: [
      .init(name: "guide", title: "API Integration Guide", file: "documents/mondrian api.md"),
      .init(name: "rag", title: "RAG Integration Guide", file: "documents/mondrian-rag.md"),
    ],
    started: "2026-01-15T10:30:00.25Z",
    duration: .milliseconds(6311)
  )

  /// What a hostile server could put into every text there is.
  static let hostile: RunResult = {
    let text =
      "\u{1B}]0;owned\u{7}\u{1B}[2J\u{9B}31m</script><img src=x onerror=alert(1)>\"'&]]>\u{202E}gnp\u{0}\u{FFFE}"
      + "\r\n::error::forged\n```\n| cell |\nnot ok 1\n%0A#SKIP [click](http://evil.example) {0} {x} @someone group/project#1 www.evil.example a@evil.example"
      + "##[add-mask]a ##vso[task.setvariable variable=x]y\n  ::stop-commands::x [[ATTACHMENT|/etc/passwd]] \u{3164}"
    var run = ocr
    run.title = text
    run.findings[0].reason = .words(Words(text, expected: text, actual: text + String(repeating: "A", count: 3000)))
    run.findings[0].place = Place(nil, .words("/" + text))
    run.findings[0].excerpt = text + String(repeating: "\nline", count: 200)
    run.findings[0].alternatives = [text, text + "?"]
    run.findings[0].alsoIn = [text]
    run.checks[1].reason = text
    run.checks[1].transcript = text
    var walk = SampleRuns.walk
    walk.visits[2].state = text
    walk.visits[2].mark = text
    var timeline = SampleRuns.timeline
    timeline.events[0].name = text
    timeline.events[0].detail = text
    timeline.ending = text
    let bars = Illustration.Bars(
      measure: text,
      bars: [.init(label: text, value: .nan, mark: text), .init(label: "", value: -1e300)]
    )
    run.checks[1].illustrations = [.walk(walk), .timeline(timeline), .bars(bars)]
    run.checks.append(CheckResult(id: text, operation: text, scenario: "s", status: .error, reason: text))
    run.servers[0].url = "javascript:alert(1)//" + text
    return run
  }()

  private static func check(
    _ id: String,
    _ operation: String,
    _ status: CheckResult.Status,
    _ duration: Duration,
    reason: String = "",
    transcript: String = "",
    illustrations: [Illustration] = []
  ) -> CheckResult {
    CheckResult(
      id: id,
      operation: operation,
      scenario: id.split(separator: "/").first.map { String($0) } ?? "",
      status: status,
      duration: duration,
      reason: reason,
      place: place(600, "/scenarios/\(id)"),
      transcript: transcript,
      illustrations: illustrations
    )
  }

  static let timeline = Illustration.Timeline(
    events: [
      .init(
        index: 1,
        name: "connected",
        time: .milliseconds(12),
        detail: "{\"type\":\"connected\",\"job_id\":\"9b1c\"}"
      ),
      .init(index: 2, name: "status_update", time: .milliseconds(530), detail: "progress_percentage 10"),
      .init(index: 3, name: "status_update", time: .milliseconds(1490), detail: "progress_percentage 45"),
      .init(index: 4, name: "analysis_complete", time: .milliseconds(3900), detail: "analysis_html: 12,410 characters"),
      .init(
        index: 5,
        name: "status_update",
        time: .milliseconds(4200),
        detail: "progress_percentage 90",
        mark: "may not come after analysis_complete"
      ),
      .init(index: 6, name: "done", time: .milliseconds(4300)),
    ],
    end: .milliseconds(4310),
    ending: "closed by the server"
  )

  static let bars = Illustration.Bars(
    measure: "/similarity",
    bars: [
      .init(label: "a sunset.jpg", value: 0.83), .init(label: "b harbour.jpg", value: 0.61),
      .init(label: "c ridge.jpg", value: 0.74, mark: "higher than the one before it"),
      .init(label: "d bridge.jpg", value: 0.4),
    ]
  )
}
