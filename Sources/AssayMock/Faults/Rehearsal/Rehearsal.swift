import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText
import Synchronization

/// Plays a contract's scenarios against its own mock, in memory, and tells what was found: what a fault will look like.
///
/// The same promises are judged by the same functions as in a run; only what takes time, or bytes on a wire, is not.
struct Rehearsal: Sendable {
  let contract: Contract
  private let builder: RequestBuilder
  private let memory = JudgementMemory()
  /// Answers nothing itself; each scenario is played to a copy of it.
  private let responder: Responder

  /// What came of it.
  struct Report {
    var findings: [Finding] = []
    /// The answers of the operation that was watched, in order.
    var answers: [Exchange] = []
    /// The events of its last stream, and the scope they were judged in.
    var events: [PlayedEvent] = []
    /// What was seen of additions.
    var additions: Set<FindingIdentity> = []
  }

  init(contract: Contract) {
    self.contract = contract
    builder = RequestBuilder(contract: contract)
    responder = Responder(contract: contract, surroundings: .rehearsed(contract))
  }

  /// The scenarios that call `operation`; where none does, one made for it.
  func scenarios(calling operation: String) -> [Scenario] {
    let found = contract.scenarios.filter { $0.steps.contains { $0.operation == operation } }
    guard found.isEmpty else { return found.map { $0.excerpt(around: operation, of: contract) } }
    return [Scenario(name: operation, steps: [Step(id: operation, operation: operation)])]
  }

  /// The scenarios that call any of `operations`, whole; for one that none calls, one made for it.
  func scenarios(calling operations: Set<String>) -> [Scenario] {
    let found = contract.scenarios.filter { $0.steps.contains { operations.contains($0.operation) } }
    let called = Set(found.flatMap(\.steps).map(\.operation))
    return found
      + contract.operations.map(\.name).filter { operations.contains($0) && !called.contains($0) }
      .flatMap { scenarios(calling: $0) }
  }

  /// Plays `scenarios`, each with a mock of its own that has `faults`, and keeps the answers of `operation`.
  ///
  /// After a finding that `isDecisive` nothing more is played.
  func report(
    playing faults: [Fault],
    in scenarios: [Scenario],
    watching operation: String,
    until isDecisive: @escaping (Finding) -> Bool = { _ in false }
  ) -> Report {
    var report = Report()
    for scenario in scenarios {
      var stage = Stage(
        contract: contract,
        builder: builder,
        memory: memory,
        responder: responder.renewed(in: .rehearsed(contract), faults: faults),
        watched: operation,
        unjudged: faults.filter { !$0.isRehearsed },
        isDecisive: isDecisive
      )
      stage.play(scenario)
      report.findings += stage.findings
      report.answers += stage.answers
      report.additions.formUnion(stage.additions)
      if !stage.events.isEmpty { report.events = stage.events }
      if stage.isDecided { break }
    }
    return report
  }
}

extension MockSurroundings {
  /// A world in which every file has a few bytes and the time goes on by a second a look.
  static func rehearsed(_ contract: Contract) -> MockSurroundings {
    let count = Counter()
    let urls = contract.servers.enumerated().map { ($1.name, "http://127.0.0.1:\(40_000 + $0)") }
    return MockSurroundings(
      baseURLs: Dictionary(urls) { first, _ in first },
      now: { DateTime(millisecondsSinceEpoch: 1_700_000_000_000 + count.next() * 1_000).withMilliseconds },
      uuid: { UUIDText.text(UInt64(count.next()) &* 0x9E37_79B9_7F4A_7C15, UInt64(count.next())) },
      files: { Array("the bytes of \($0)".utf8) }
    )
  }
}

/// Counts, from any thread.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}
