import AssayContract
import AssayFindings
import AssayHTTP
import AssayMock
import AssayObservation

extension FaultDerivation {
  /// Derives faults of rules about the times and header fields of one or several responses.
  mutating func deriveTimesAndFields() {
    for journey in scenarios {
      let own = journey.steps.filter { $0.operation == operation.name && !$0.isErrorProbe }
      for rule in journey.invariants { deriveTimesAndFields(rule, own, isStepsOwn: false) }
      for step in own { for rule in step.expects.invariants { deriveTimesAndFields(rule, own, isStepsOwn: true) } }
    }
  }

  private mutating func deriveTimesAndFields(_ rule: Invariant, _ own: [Step], isStepsOwn: Bool) {
    let about = rule.message.isEmpty ? "Breaks the rule \(rule.expression.text)." : "Breaks: \(rule.message)."
    var told: Set<Reference.ExchangePart> = []
    for part in rule.expression.references.flatMap({ Self.parts($0, own, isStepsOwn) })
    where told.insert(part).inserted {
      switch part {
      case .responseTime:
        add(
          "slow",
          about,
          rule: .invariant,
          promise: rule.promise.pointer,
          effects: [500, 1_500, 5_000, 20_000].map { .answer(AnswerChange(delay: .milliseconds($0))) }
        )
      case .responseHeader(let name):
        // The value of another answer, as of a server that mixes up its clients; else one of no answer.
        var values: [String] = []
        for value in answers.compactMap({ $0.response?.head.headers[name] }) where !values.contains(value) {
          values.append(value)
        }
        add(
          "header.\(name).inconsistent",
          about,
          rule: .invariant,
          promise: rule.promise.pointer,
          effects: (values.prefix(3) + ["other"]).map { .answer(AnswerChange(headers: [HTTPHeader(name, $0)])) }
        )
      default: continue
      }
    }
  }

  /// Returns the parts of the operation's responses that a reference reads, directly or through outputs of its steps,
  /// `own`.
  private static func parts(_ reference: Reference, _ own: [Step], _ isStepsOwn: Bool) -> [Reference.ExchangePart] {
    switch reference.subject {
    case .exchange(let part): return isStepsOwn ? [part] : []
    case .step(let id, .exchange(let part)), .step(let id, .all(.exchange(let part))):
      return own.contains { $0.id == id } ? [part] : []
    case .step(let id, .output(let name)), .step(let id, .all(.output(let name))):
      let output = own.first { $0.id == id }?.expects.outputs.first { $0.name == name }
      return output?.expression.references.compactMap {
        if case .exchange(let part) = $0.subject { part } else { nil }
      } ?? []
    default: return []
    }
  }
}
