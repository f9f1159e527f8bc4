import AssayContract
import AssayHTTP

extension Fault {
  /// Why it cannot be played beside `other`, as far as their effects alone tell; `nil` where nothing stands against it.
  func reason(against other: Fault, in contract: Contract) -> String? {
    guard operation == other.operation else { return nil }
    if let change = effect.answerChange, let second = other.effect.answerChange,
      let part = change.part(alsoSetBy: second)
    {
      return "both set the \(part) of the answers of `\(operation)`"
    }
    if case .refusal(let change) = effect, case .refusal(let second) = other.effect,
      let part = change.part(alsoSetBy: second)
    {
      return "both set the \(part) of the refusals of `\(operation)`"
    }
    if case .stream? = contract.operation(named: operation)?.interaction, effect.decidesEvents,
      other.effect.decidesEvents
    {
      return "both decide which events of `\(operation)` come, and in which order"
    }
    if trace == other.trace { return "both break the same promise, and one finding would tell of both" }
    return nil
  }
}

extension FaultEffect {
  /// Whether it says which events come: by their order, or by breaking the stream off.
  fileprivate var decidesEvents: Bool { reordersEvents || answerChange?.flaw != nil }
}

extension AnswerChange {
  /// The part of an answer that both set.
  fileprivate func part(alsoSetBy other: AnswerChange) -> String? {
    if status != nil, other.status != nil { return "status" }
    if body != nil, other.body != nil { return "body" }
    if flaw != nil, other.flaw != nil { return "end" }
    let names = headers.map(\.name) + removed
    return (other.headers.map(\.name) + other.removed).first { name in
      names.contains { $0.lowercased() == name.lowercased() }
    }.map { "field \($0)" }
  }
}
