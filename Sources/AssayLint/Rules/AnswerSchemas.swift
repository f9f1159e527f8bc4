import AssayContract
import AssayJSON

/// What is described of an operation's answers and events, for rules that read them.
struct AnswerSchemas {
  /// The schemas an answer's body may keep.
  var bodies: [ContractNode]
  /// Those of the bodies that do not depend on a poll's state.
  var common: [ContractNode]
  /// The events of the stream.
  var events: [ContractNode]
  /// The operation's request.
  var request: ContractNode?

  init(bodies: [ContractNode], events: [ContractNode], request: ContractNode?) {
    self.bodies = bodies
    common = bodies
    self.events = events
    self.request = request
  }

  /// The answers of `operation` to a valid call, or to the probe that expects `probe` in their place.
  init(operation: ContractNode, probe: [ContractNode] = []) {
    let responses =
      probe.isEmpty ? operation.table("responses").filter { StatusPattern($0.name)?.isSuccess == true } : probe
    let states = probe.isEmpty ? operation["poll"]?.table("states") ?? [] : []
    common = responses.compactMap { $0["body"] }
    bodies = common + states.compactMap { $0["body"] }
    events = probe.isEmpty ? operation["stream"]?.table("events") ?? [] : []
    request = operation["request"]
  }
}
