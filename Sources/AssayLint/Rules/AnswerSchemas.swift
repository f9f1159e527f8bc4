import AssayContract
import AssaySchema

/// What is described of an operation's answers and events, for rules that read them.
struct AnswerSchemas {
  /// The schemas an answer's body may keep.
  var bodies: [SchemaView] = []
  /// Those of the bodies that do not depend on a poll's state.
  var common: [SchemaView] = []
  /// The events of the stream, each with the schemas of its data.
  var events: [(name: String, data: [SchemaView])] = []
  /// The operation's request; `nil` outside of any.
  var request: RequestTemplate?
  /// The schemas of the request's body.
  var requestBody: [SchemaView] = []

  /// The data of the events called `name`, or of all.
  func data(of name: String? = nil) -> [SchemaView] {
    events.filter { name == nil || $0.name == name }.flatMap(\.data)
  }
}

extension AnswerSchemas {
  /// The answers of `operation` to a valid call, or to the probe that expects `probe` in their place.
  init(_ operation: Operation, of contract: Contract, probe: [ResponsePromise]? = nil) {
    func views(_ promises: [SchemaPromise?]) -> [SchemaView] {
      promises.compactMap { $0 }.compactMap { contract.schemas.view(at: $0.promise.pointer) }
    }
    common = views((probe ?? operation.responses.filter(\.status.isSuccess)).map(\.body))
    bodies = common
    if probe == nil, case .poll(let poll) = operation.interaction { bodies += views(poll.states.map(\.body)) }
    if probe == nil, case .stream(let stream) = operation.interaction {
      events = stream.events.map { ($0.name, views([$0.data])) }
    }
    request = operation.request
    if case .body(let body) = operation.request.content { requestBody = views([body.schema]) }
  }
}
