import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText
import AssayVerifier

/// The calls of a run with what they sent and what was returned, which show the inputs that change nothing.
///
/// Bounded by the contract: so many calls an operation, chosen before the run, so that they are the same in any order.
struct InputTrials: Sendable {
  /// More calls of one operation are not compared.
  private static let mostCalls = 40
  /// Answers with more values are not compared.
  private static let mostValues = 2_000

  /// The texts of an answer by their places.
  private typealias Values = [String: Set<String>]

  /// One call.
  private struct Call: Sendable {
    var operation: String
    /// The values sent, by the inputs' phrases.
    var inputs: [String: String]
    /// The texts sent, which may come from an answer before.
    var sent: Set<String>
    var isSafe: Bool
    var values: Values
  }

  private var calls: [String: Call] = [:]
  /// The checks whose calls are compared, each with those of its scenario that read what it returned.
  private let followers: [String: [String]]

  /// Takes the checks that are compared from `runs`.
  init(_ runs: [Plan.Run], of contract: Contract) {
    var followers: [String: [String]] = [:]
    var counts: [String: Int] = [:]
    for run in runs {
      for (index, step) in run.scenario.steps.enumerated()
      where counts[step.operation, default: 0] < Self.mostCalls && step.isTrial {
        counts[step.operation, default: 0] += 1
        let later = run.scenario.steps.indices.dropFirst(index + 1).filter {
          contract.stepsRead(by: run.scenario.steps[$0]).contains(step.id)
        }
        followers[run.steps[index].id] = later.map { run.steps[$0].id }
      }
    }
    self.followers = followers
  }

  /// Takes in the first answer of each check that is compared, if it is a success; of a poll the last.
  mutating func add(_ observation: Observation, _ choices: DocumentedChoices) {
    guard followers[observation.check] != nil, calls[observation.check] == nil else { return }
    var values: Values = [:]
    let exchange: Exchange
    switch observation.content {
    case .exchange(let answered):
      exchange = answered
      Self.add(answered, to: &values)
    case .poll(let poll):
      guard let first = poll.answers.first?.exchange, let last = poll.answers.last?.exchange else { return }
      exchange = first
      Self.add(last, to: &values)
    case .stream(let stream):
      exchange = Exchange(
        request: stream.request,
        parameters: stream.parameters,
        response: stream.head.map { HTTPResponse(head: $0, body: []) },
        end: stream.end
      )
      for event in stream.events { Self.add(event.json, at: "event \(event.name) ", isOrdered: false, to: &values) }
    case .absent: return
    }
    guard let status = exchange.response?.head.status, (200..<300).contains(status), values.count <= Self.mostValues
    else { return }
    values["status"] = [String(status)]
    calls[observation.check] = Call(
      operation: observation.operation,
      inputs: choices.inputs(of: exchange),
      sent: Set(exchange.sentTexts),
      isSafe: HTTPMethod.isSafe(exchange.request.method),
      values: values
    )
  }

  private static func add(_ exchange: Exchange, to values: inout Values) {
    if let json = exchange.json { return add(json, at: "", isOrdered: true, to: &values) }
    guard let body = exchange.response?.body, !body.isEmpty else { return }
    values["body"] = [String(decoding: body, as: UTF8.self)]
  }

  private static func add(_ value: JSONValue?, at place: String, isOrdered: Bool, to values: inout Values) {
    guard let value, values.count <= mostValues else { return }
    for (index, item) in value.items.enumerated() {
      add(item, at: "\(place)/\(isOrdered ? String(index) : ObservedShape.anyName)", isOrdered: isOrdered, to: &values)
    }
    for member in value.members where !isTime(member.key) {
      add(member.value, at: "\(place)/\(member.key)", isOrdered: isOrdered, to: &values)
    }
    if value.count == 0 { values[place, default: []].insert(value.string ?? value.canonicalText) }
  }

  /// Returns true if a member is called like a time, which is a different one in each run.
  static func isTime(_ name: String) -> Bool {
    var words: [String] = [""]
    for character in name {
      if !character.isLetter || character.isUppercase { words.append("") }
      if character.isLetter { words[words.count - 1] += character.lowercased() }
    }
    return !Set(words).isDisjoint(with: [
      "at", "date", "duration", "elapsed", "expires", "latency", "ms", "seconds", "time", "timestamp", "took", "uptime",
    ])
  }

  // MARK: Comparing

  /// A call with the calls after it in its scenario, and the ids that these send.
  private struct Trial {
    var call: Call
    var later: [Call]
    var ids: Set<String>
  }

  /// An input that changed no answer, with the values that were tried.
  struct Silent {
    /// The input, in a phrase.
    var input: String
    /// The values tried, as they were sent; an empty text for a call without the input.
    var values: [String]
    /// The operations whose answers were compared.
    var operations: [String]
  }

  /// The inputs of `operation` without an effect, among those that `choices` leave to a client.
  func silent(of operation: String, _ choices: DocumentedChoices) -> [Silent] {
    let own = calls.filter { $0.value.operation == operation }.sorted { $0.key < $1.key }.map { check, call in
      let later = (followers[check] ?? []).compactMap { calls[$0] }
      return Trial(call: call, later: later, ids: Self.passed(from: call, to: later))
    }
    var found: [String: Silent] = [:]
    var effective: Set<String> = []
    for (index, trial) in own.enumerated() {
      for earlier in own[..<index] {
        let (call, other) = (trial.call, earlier.call)
        let different = Set(call.inputs.keys).union(other.inputs.keys).filter { call.inputs[$0] != other.inputs[$0] }
        guard !different.isEmpty else { continue }
        guard let operations = Self.compared(trial, earlier) else { continue }
        if operations.isEmpty {
          if different.count == 1 { effective.formUnion(different) }
          continue
        }
        for input in different where choices.isTrial(of: input, call.inputs[input], other.inputs[input]) {
          var silent = found[input] ?? Silent(input: input, values: [], operations: [])
          silent.values = Set(silent.values + [call, other].map { $0.inputs[input] ?? "" }).sorted()
          silent.operations = Set(silent.operations + operations).sorted()
          found[input] = silent
        }
      }
    }
    return found.values.filter { !effective.contains($0.input) }.sorted { $0.input < $1.input }
  }

  /// The operations whose answers are the same after both calls; none where one is not, `nil` where nothing can be said.
  private static func compared(_ own: Trial, _ other: Trial) -> [String]? {
    let call = own.call
    var operations = [call.operation]
    guard isSame(call.values, own.ids, other.call.values, other.ids) else { return [] }
    for next in own.later {
      guard let counterpart = other.later.first(where: { $0.operation == next.operation }) else { continue }
      guard isSame(next.values, own.ids, counterpart.values, other.ids) else { return [] }
      operations.append(next.operation)
    }
    // What a call has stored or started shows in the calls after it.
    return call.isSafe || operations.count > 1 ? operations : nil
  }

  /// The texts of an answer that later calls send: ids, which are different ones in each call.
  private static func passed(from call: Call, to later: [Call]) -> Set<String> {
    let sent = later.reduce(into: Set<String>()) { $0.formUnion($1.sent) }.filter { $0.utf8.count > 3 }
    return sent.filter { text in call.values.values.contains { $0.contains(text) } }
  }

  private static func isSame(_ values: Values, _ ids: Set<String>, _ others: Values, _ otherIDs: Set<String>) -> Bool {
    func masked(_ texts: Set<String>, _ ids: Set<String>) -> Set<String> {
      Set(texts.map { text in ids.reduce(text) { $0.replacing($1, with: "#") } })
    }
    return values.count == others.count
      && values.allSatisfy { place, texts in
        others[place].map { texts == $0 || masked(texts, ids) == masked($0, otherIDs) } ?? false
      }
  }
}

extension Step {
  /// True if the step is a call of the contract, or a probe that sends another value.
  fileprivate var isTrial: Bool {
    switch probe?.change {
    case nil, .nothing?, .input?, .member?: expects.responses?.contains { !$0.status.isSuccess } != true
    default: false
    }
  }
}
