import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// Reads the outputs a contract calls secret from what came, before anything else sees it.
struct SecretOutputs: Sendable {
  /// As many events of one name as are looked back to; an output further from either end is not learned in time.
  private static let mostEvents = 64

  private let outputs: [Output]
  private var scope: Scope

  /// The secret outputs of `step`; `nil` where it has none.
  init?(of step: Step, in scope: Scope) {
    outputs = step.outputs.filter(\.isSecret)
    guard !outputs.isEmpty else { return nil }
    self.scope = scope
    self.scope.events = [:]
  }

  /// What `exchange` brings.
  func secrets(of exchange: Exchange) -> [Secret] {
    var scope = scope
    scope.exchange = exchange
    return secrets(in: scope)
  }

  /// What the stream brings with its next event: the first events of each name are remembered, and the last one.
  mutating func secrets(of event: ObservedEvent) -> [Secret] {
    let name = ExactText(event.event.name)
    if scope.events[name, default: []].count == Self.mostEvents { scope.events[name]?.removeLast() }
    scope.events[name, default: []].append(event.value)
    return secrets(in: scope)
  }

  private func secrets(in scope: Scope) -> [Secret] {
    outputs.flatMap { output in
      guard case .value(let value) = output.expression.evaluate(in: scope) else { return [Secret]() }
      return Self.secrets(in: value, name: output.name)
    }
  }

  /// Each text in `value`, and each number; what is true, false or null everywhere is nobody's secret.
  private static func secrets(in value: JSONValue, name: String) -> [Secret] {
    switch value.kind {
    case .string: value.string.map { [Secret(name: name, value: $0)] } ?? []
    case .number: [Secret(name: name, value: value.text)]
    case .array: value.items.enumerated().flatMap { secrets(in: $0.element, name: "\(name).\($0.offset)") }
    case .object: value.members.flatMap { secrets(in: $0.value, name: "\(name).\($0.key)") }
    case .true, .false, .null: []
    }
  }
}
