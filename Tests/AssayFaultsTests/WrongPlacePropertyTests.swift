import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayKit
import AssayObservation
import AssaySchema
import AssayVerifier
import Foundation
import Testing

@testable import AssayFaults

/// A wrong value or a missing header field is found wherever it is: in a later page or item, a later poll, a later event, the
/// last item of a list, a further connection of a stream.
///
/// What is wrong the schemas themselves say, asked apart from any judge.
struct WrongPlacePropertyTests {
  @Test(arguments: PropertyTests.names) func noPlaceIsLookedAtLess(name: String) async throws {
    let subject = try await PropertySubject(name)
    let conforming = await subject.result()
    let judged = Set(conforming.checks.map(\.id))
    var wrong = WrongResponses(of: subject.contract)
    for (position, observation) in subject.observations.enumerated() where judged.contains(observation.check) {
      wrong.add(observation, at: position)
    }
    #expect(!wrong.all.isEmpty)
    var numbers = SeededNumbers(seed: 17)
    for changed in wrong.all.shuffled(using: &numbers).prefix(2 * PropertyTests.pairs) {
      var observations = subject.observations
      observations[changed.position].content = changed.content
      let result = await subject.result(of: observations)
      let name = "\(subject.observations[changed.position].check): \(changed.words)"
      #expect(!result.isConforming, "\(name)")
      // The fields of a response that only the step describes are one promise.
      #expect(PropertySubject.fates(result).contains { $0.value == .broken }, "\(name)")
    }
  }
}

/// Observations, each with one response that breaks a `must` of its schema or has no required header field.
private struct WrongResponses {
  struct Changed {
    var position: Int
    var content: Observation.Content
    var words: String
  }

  private let contract: Contract
  private let steps: [String: Step]
  private(set) var all: [Changed] = []

  init(of contract: Contract) {
    self.contract = contract
    var settings = RunSettings(jobs: 1)
    settings.selection.runsUnsafe = true
    let plan = Plan(contract: contract, settings: settings)
    let steps = plan.runs.flatMap { run in zip(run.steps, run.scenario.steps).map { ($0.id, $1) } }
    self.steps = Dictionary(steps) { first, _ in first }
  }

  mutating func add(_ observation: Observation, at position: Int) {
    guard let operation = contract.operation(named: observation.operation) else { return }
    func note(_ content: Observation.Content, _ words: String) {
      all.append(Changed(position: position, content: content, words: words))
    }
    switch observation.content {
    case .exchange(let exchange):
      for (changed, words) in wrong(exchange, of: operation, in: observation.check) {
        note(.exchange(changed), "\(words)\(observation.turn.map { " in call \($0)" } ?? "")")
      }
    case .poll(let poll):
      guard case .poll(let promise) = operation.interaction else { return }
      for (index, answer) in poll.answers.enumerated() {
        let body = promise.state(in: answer.exchange).flatMap { promise.state(named: $0)?.body }
        for (changed, words) in wrong(answer.exchange, of: operation, in: observation.check, and: body) {
          var poll = poll
          poll.answers[index].exchange = changed
          note(.poll(poll), "\(words) in poll \(answer.index)")
        }
      }
    case .stream(let stream):
      guard case .stream(let promise) = operation.interaction else { return }
      addEvents(of: stream, promise, note)
      let fields = required(operation.successes.first, of: stream.head)
      for name in fields {
        var changed = stream
        changed.head?.headers.removeAll { $0.isNamed(name) }
        note(.stream(changed), "no header \(name)")
        for index in stream.resumptions.indices where stream.resumptions[index].headers != nil {
          changed = stream
          changed.resumptions[index].headers?.removeAll { $0.isNamed(name) }
          note(.stream(changed), "no header \(name) of connection \(index + 2)")
        }
      }
    case .absent: break
    }
  }

  private func addEvents(
    of stream: StreamObservation,
    _ promise: StreamPromise,
    _ note: (Observation.Content, String) -> Void
  ) {
    for (index, observed) in stream.events.enumerated() {
      guard let position = promise.position(ofEvent: observed.name), let json = observed.json,
        let data = promise.events[position].data
      else { continue }
      for (body, words) in wrong(json, by: [data]) {
        var event = observed.event
        event.bytes = Array(body.text.utf8)
        var changed = stream
        changed.events[index] = ObservedEvent(index: observed.index, time: observed.time, event: event)
        changed.events[index].pause = observed.pause
        // Of another kind than it was, it is no longer held to the schema.
        guard promise.position(of: changed.events[index]) == position else { continue }
        note(.stream(changed), "\(words) in event \(observed.index)")
      }
    }
  }

  private func wrong(
    _ exchange: Exchange,
    of operation: AssayContract.Operation,
    in check: String,
    and body: SchemaPromise? = nil
  ) -> [(Exchange, String)] {
    guard let response = exchange.response else { return [] }
    let promises = steps[check]?.expects.responses ?? operation.responses
    let promise = promises.promise(for: response.head.status)?.form(of: exchange)
    func with(_ change: (inout HTTPResponse) -> Void) -> Exchange {
      var response = response
      change(&response)
      var changed = Exchange(
        request: exchange.request,
        parameters: exchange.parameters,
        response: response,
        end: exchange.end
      )
      (changed.first, changed.hidden) = (exchange.first, exchange.hidden)
      return changed
    }
    var all = required(promise, of: response.head).map { name in
      (with { $0.head.headers.removeAll { $0.isNamed(name) } }, "no header \(name)")
    }
    if let json = exchange.json {
      for (body, words) in wrong(json, by: [promise?.body, body].compactMap(\.self)) {
        all.append((with { $0.body = Array(body.text.utf8) }, words))
      }
    }
    return all
  }

  /// The names of the header fields that have to be there.
  private func required(_ promise: ResponsePromise?, of head: HTTPResponseHead?) -> [String] {
    (promise?.headers ?? []).filter { header in
      header.isRequired && header.schema.promise.level == .must && head?.headers[header.name] != nil
    }.map(\.name)
  }

  /// Wrong values in place of `body`, each also with the wrong item as the last one of its list.
  private func wrong(_ body: JSONValue, by promises: [SchemaPromise]) -> [(JSONValue, String)] {
    let schema = ValueSchema(promises.compactMap { contract.schemas.view(at: $0.promise.pointer) })
    return ValueMutation(of: body, described: schema).all.flatMap { changed -> [(JSONValue, String)] in
      let words = "\(changed.value.pointer) \(changed.change.words)"
      let last = Self.moved(changed.body, from: body, at: changed.value.pointer).map { ($0, "\(words), as the last") }
      return ([(changed.body, words)] + [last].compactMap(\.self)).filter { isWrong($0.0, by: promises) }
    }
  }

  /// `body` with its last item in place of the first one as `changed` has it; `nil` where `place` is in no list of several.
  private static func moved(_ changed: JSONValue, from body: JSONValue, at place: JSONPointer) -> JSONValue? {
    for depth in place.tokens.indices.reversed() where place.tokens[depth] == "0" {
      let list = JSONPointer(tokens: Array(place.tokens.prefix(depth)))
      guard let items = body[list], items.kind == .array, items.count > 1, let item = changed[list.appending(0)] else {
        continue
      }
      return JSONEdit.replace(list.appending(items.count - 1), item).applied(to: body)
    }
    return nil
  }

  /// Returns true if a schema says that `body` breaks a `must` of it.
  private func isWrong(_ body: JSONValue, by promises: [SchemaPromise]) -> Bool {
    promises.contains { promise in
      promise.schema.violations(of: body).contains { violation in
        (violation.level.flatMap(Level.init(rawValue:)) ?? promise.promise.level) == .must
      }
    }
  }
}
