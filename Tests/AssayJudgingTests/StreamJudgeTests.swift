import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import Foundation
import AssayText
import Testing

@testable import AssayJudging

/// Each folder of `fixtures/streams` is a stream as raw bytes, how it ended, and what is said about it.
struct StreamJudgeTests {
  static let fixture = JudgingFixture("streams")
  static var cases: [String] {
    get throws { try fixture.cases }
  }

  @Test(arguments: try cases)
  func says(_ name: String) throws {
    let played = try StreamPlay(name)
    let findings = played.findings(cuttingAt: nil)
    var text = findings.map(\.golden).joined(separator: "\n")
    if let timeline = played.illustration(of: findings) { text += "\n" + timeline.golden }
    try Self.fixture.expect(text, of: name)
  }

  /// However the bytes were cut on their way, the findings are the same.
  @Test(arguments: try cases)
  func saysTheSameAtEverySplit(_ name: String) throws {
    let played = try StreamPlay(name)
    let events = played.events(cuttingAt: nil)
    let whole = played.findings(cuttingAt: nil)
    for cut in 0...played.length {
      try #require(played.events(cuttingAt: cut) == events, "cut behind byte \(cut)")
      // Judging is pure: what it sees being the same, now and then is often enough.
      guard cut % 16 == 0 else { continue }
      try #require(played.findings(cuttingAt: cut) == whole, "cut behind byte \(cut)")
    }
  }

  /// What is recorded of a stream, its comments left out, comes to the findings of the stream.
  @Test(arguments: try cases)
  func saysTheSameReplayed(_ name: String) throws {
    let played = try StreamPlay(name)
    #expect(played.replayedFindings() == played.findings(cuttingAt: nil))
  }

  /// One fault makes one finding; the names of those with two say so.
  @Test(arguments: try cases)
  func saysItOnce(_ name: String) throws {
    let findings = try StreamPlay(name).findings(cuttingAt: nil)
    let count = name.hasPrefix("kept") || name.hasSuffix("-accepted") || name == "failed-left-open" ? 0 : 1
    #expect(findings.count == (Self.withTwo.contains(name) ? 2 : count), "\(findings.map(\.rule))")
  }

  private static let withTwo: Set<String> = [
    // What nobody listened for, and then the end, which nothing made up for.
    "unnamed-and-ended", "ended-after-unknown",
    "letters-two-faults",
    // A name in another normalisation is another name.
    "name-decomposed",
    // What came late is told, and so is the graver rule that it would have made true.
    "late-makes-no-rule-true",
    // A torn event that only should have been whole hides nothing that must be.
    "torn-should-and-missing", "torn-should-and-ended", "torn-should-and-never-final",
  ]

  /// Every rule about streams has a case.
  @Test func coversEveryRule() throws {
    let rules: Set<Rule> = [
      "stream.first", "stream.silence", "stream.within", "stream.ended", "stream.truncated", "stream.empty",
      "stream.order", "stream.missing", "stream.unnamed", "stream.misnamed", "stream.repeated", "stream.afterFinal",
      "stream.unknownEvent",
      "stream.constant", "stream.nondecreasing", "stream.json", "stream.text", "stream.utf8", "stream.partial",
      "stream.failed", "stream.notResumed", "stream.replayed",
    ]
    let found = try Self.cases.reduce(into: Set<Rule>()) { rules, name in
      rules.formUnion(try StreamPlay(name).findings(cuttingAt: nil).map(\.rule))
    }
    #expect(rules.subtracting(found).isEmpty)
  }

  /// Rules see every event, however many there are.
  @Test func countsThemAll() throws {
    let contract = try Self.fixture.contract(of: "late-is-told-once")
    guard case .stream(var promise) = try #require(contract.operation(named: "stream")).interaction else { return }
    let rule = try Expression(parsing: "count($events.tick) == 12000")
    promise.invariants = [Invariant(expression: rule, message: "", promise: promise.promise)]
    var judge = StreamJudge(contract: contract, promise: promise, scope: Scope())
    for index in 1...12_001 {
      let event = ServerSentEvent(name: index > 12_000 ? "end" : "tick", data: "1")
      judge.step(ObservedEvent(index: index, time: .milliseconds(index), event: event))
    }
    let end = StreamEnd(end: TransferEnd(.complete), allowance: TimeAllowance(total: .seconds(300)))
    #expect(judge.finish(end).isEmpty)
  }

  /// A stream without an end costs no more than a short one, whatever is wrong with it.
  @Test func keepsNothing() throws {
    let contract = try Self.fixture.contract(of: "letter-late")
    guard case .stream(let promise) = try #require(contract.operation(named: "letters")).interaction else { return }
    var judge = StreamJudge(contract: contract, promise: promise, scope: Scope())
    for index in 1...200_000 {
      let name = ["a", "c", nil, "x", "b", "d"][index % 6]
      let event = ServerSentEvent(name: name, data: "1")
      judge.step(ObservedEvent(index: index, time: .milliseconds(index), event: event))
    }
    let end = StreamEnd(end: TransferEnd(.complete), allowance: TimeAllowance(total: .seconds(300)))
    #expect(judge.finish(end).count < 20)
  }
}

/// A stream of the fixtures, played through the real decoder into the judge.
struct StreamPlay {
  private let contract: Contract
  private let promise: StreamPromise
  private let scope: Scope
  private let chunks: [(bytes: [UInt8], time: Duration)]
  private let end: (reason: TransferEnd.Reason, time: Duration)
  private let allowance: TimeAllowance
  private let limit: Int
  private let needed: [String]
  private let resumptions: [StreamResumption]
  private let closing: WebSocketClosing?

  var length: Int { chunks.reduce(0) { $0 + $1.bytes.count } }

  init(_ name: String) throws {
    let fixture = StreamJudgeTests.fixture
    let bytes = try (try? fixture.bytes("\(name)/stream.txt")) ?? fixture.bytes("\(name)/stream.bin")
    let setting = try? fixture.json("\(name)/case.json")
    contract = try fixture.contract(of: name)
    let operation = try #require(contract.operation(named: setting?["operation"]?.string ?? "stream"))
    guard case .stream(let promise) = operation.interaction else { throw CocoaError(.formatting) }
    self.promise = promise
    var scope = Scope()
    scope.exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/stream/abc123"),
      parameters: RequestParameters(path: ["job_id": "abc123"]),
      response: nil,
      end: TransferEnd(.stopped)
    )
    self.scope = scope
    let times = setting?["times"]?.items.compactMap { $0.string.flatMap(Duration.init(written:)) } ?? []
    chunks = Self.blocks(of: bytes).enumerated().map { index, block in
      (block, index < times.count ? times[index] : .milliseconds(100 * (index + 1)))
    }
    let last = chunks.last?.time ?? .zero
    let time = setting?["at"]?.string.flatMap(Duration.init(written:)) ?? last + .milliseconds(100)
    end = (setting?["end"]?.string.flatMap(TransferEnd.Reason.init) ?? .complete, time)
    let allowed = setting?["allowed"]?.string.flatMap(Duration.init(written:)) ?? promise.within?.duration
    allowance = TimeAllowance(total: allowed ?? .seconds(300), cap: setting?["cap"]?.string)
    limit = setting?["limit"]?.int ?? 16 << 20
    closing = setting?["closed"].map {
      WebSocketClosing(code: $0["code"]?.int, reason: $0["reason"]?.string ?? "")
    }
    needed = setting?["finalEvent"]?.items.compactMap(\.string) ?? []
    resumptions =
      setting?["resumptions"]?.items.map { resumption in
        StreamResumption(
          after: resumption["after"]?.int ?? 0,
          time: resumption["at"]?.string.flatMap(Duration.init(written:)) ?? .zero,
          lastEventID: resumption["id"]?.string ?? "",
          status: resumption["status"]?.int,
          contentType: resumption["type"]?.string
        )
      } ?? []
  }

  /// What the decoder made of the bytes, each event with its time, and of the end.
  func events(cuttingAt cut: Int?) -> [String] {
    var decoder = ServerSentEventDecoder(limit: limit)
    var events: [String] = []
    for part in parts(cuttingAt: cut) {
      decoder.decode(part.bytes) { events.append("\(part.time) \($0)") }
    }
    return events + ["\(decoder.finish())"]
  }

  /// The findings where the bytes came in the pieces above, one of them cut in two behind byte `cut`.
  func findings(cuttingAt cut: Int?) -> [Finding] { play(cuttingAt: cut).findings }

  /// The findings where only what a recording keeps is judged.
  func replayedFindings() -> [Finding] {
    let stream = play(cuttingAt: nil).stream
    var judge = StreamJudge(contract: contract, promise: promise, scope: scope)
    var resumptions = resumptions[...]
    for (index, observed) in stream.events.enumerated() {
      while let next = resumptions.first, next.after <= index { judge.resume(resumptions.removeFirst()) }
      var kept = ObservedEvent(index: observed.index, time: observed.time, event: observed.event)
      kept.pause = observed.pause
      judge.step(kept)
    }
    for resumption in resumptions { judge.resume(resumption) }
    if let signs = stream.signsOfLife { judge.heard(signs) }
    return judge.finish(
      StreamEnd(end: stream.end, notices: stream.notices, allowance: allowance),
      needed: needed
    )
  }

  func illustration(of findings: [Finding]) -> Illustration? {
    StreamIllustrator.timeline(of: play(cuttingAt: nil).stream, findings)
  }

  private func play(cuttingAt cut: Int?) -> (findings: [Finding], stream: StreamObservation) {
    var decoder = ServerSentEventDecoder(limit: limit)
    var judge = StreamJudge(contract: contract, promise: promise, scope: scope)
    var events: [ObservedEvent] = []
    var resumptions = resumptions[...]
    for part in parts(cuttingAt: cut) {
      while let next = resumptions.first, next.after <= events.count, next.time <= part.time {
        judge.resume(resumptions.removeFirst())
      }
      decoder.decode(part.bytes) { event in
        events.append(judge.step(ObservedEvent(index: events.count + 1, time: part.time, event: event)))
      }
      judge.heard(at: part.time)
    }
    for resumption in resumptions { judge.resume(resumption) }
    let ending = decoder.finish()
    var notices: [StreamNotice] = []
    if let partial = ending.partialEvent { notices.append(.partialEvent(partial)) }
    if let offset = ending.invalidUTF8Offset { notices.append(.invalidUTF8(offset: offset)) }
    if case .eventTooLarge(let limit) = ending.failure { notices.append(.eventTooLarge(limit: limit)) }
    if let closing { notices.append(.closed(closing)) }
    let end = TransferEnd(self.end.reason, timings: TransferTimings(total: self.end.time))
    var stream = StreamObservation(
      request: HTTPRequest(method: "GET", url: "http://127.0.0.1:1/stream/abc123"),
      head: nil,
      events: events,
      notices: notices,
      end: end
    )
    stream.signsOfLife = judge.unheardOf
    let findings = judge.finish(
      StreamEnd(end: end, notices: notices, allowance: allowance),
      needed: needed
    )
    return (findings, stream)
  }

  private func parts(cuttingAt cut: Int?) -> [(bytes: [UInt8], time: Duration)] {
    var start = 0
    return chunks.flatMap { chunk in
      let inside = cut.map { min(max(0, $0 - start), chunk.bytes.count) } ?? chunk.bytes.count
      start += chunk.bytes.count
      return [Array(chunk.bytes.prefix(inside)), Array(chunk.bytes.dropFirst(inside))]
        .filter { !$0.isEmpty }.map { ($0, chunk.time) }
    }
  }

  /// The bytes, each event and each comment behind its blank line a piece of its own.
  private static func blocks(of bytes: [UInt8]) -> [[UInt8]] {
    var blocks: [[UInt8]] = []
    var block: [UInt8] = []
    var isLineEmpty = false
    for (index, byte) in bytes.enumerated() {
      block.append(byte)
      let isCRLF = byte == 0x0D && index + 1 < bytes.count && bytes[index + 1] == 0x0A
      guard byte == 0x0A || byte == 0x0D, !isCRLF else {
        if !isCRLF { isLineEmpty = false }
        continue
      }
      if isLineEmpty {
        blocks.append(block)
        block = []
      }
      isLineEmpty = true
    }
    return block.isEmpty ? blocks : blocks + [block]
  }
}
