import AssayContract
import AssayFindings
import AssayText

/// The promises of single answers.
extension PromiseList {
  /// Adds all an operation promises of the answer to a valid call.
  mutating func add(_ operation: Operation, _ node: ContractNode?) {
    let successes = operation.responses.filter(\.status.isSuccess)
    addStatus(successes.isEmpty ? operation.responses : successes, operation.promise)
    for response in successes { add(response, node?["responses"]?[response.status.description]) }
    add(operation.invariants)
    if let within = operation.within {
      add("the complete answer takes no more than \(within.duration.spoken)", within.promise)
    }
    switch operation.interaction {
    case .exchange: break
    case .poll(let poll): add(poll, node?["poll"])
    case .stream(let stream): add(stream, node?["stream"])
    }
  }

  /// Adds what a step promises beyond its operation, or in its place where it calls wrongly on purpose.
  mutating func add(_ step: Step, _ node: ContractNode?) {
    if let responses = step.responses {
      let statuses = responses.map { "`\($0.status)`" }.joined(separator: " or ")
      let call =
        responses.contains { $0.status.isSuccess } ? "`\(step.id)`" : "`\(step.id)`, a call that cannot succeed,"
      if let first = responses.first { add("\(call) is answered \(statuses)", first.promise) }
      for response in responses {
        add(response, node?["responses"]?[response.status.description])
      }
    }
    if !step.finalStates.isEmpty {
      let states = step.finalStates.map { "`\($0)`" }.joined(separator: " or ")
      add("the job of `\(step.id)` ends as \(states)", step.promise, level: .must)
    }
    add(step.invariants)
  }

  private mutating func addStatus(_ responses: [ResponsePromise], _ promise: Promise) {
    let statuses = responses.map { $0.status == .default ? "`2XX`" : "`\($0.status)`" }
    let named = statuses.isEmpty ? "`2XX`" : statuses.joined(separator: " or ")
    let first = responses.first?.promise ?? promise
    add("a valid call is answered \(named)", first, level: .must)
  }

  private mutating func add(_ response: ResponsePromise, _ node: ContractNode?) {
    if let content = response.content { add("the answer is `\(content.mediaRange)`", content.promise) }
    for header in response.headers {
      let name = "the header field `\(header.name)`"
      if header.isRequired { add("\(name) is there", header.schema.promise) }
      add(schema: node?["headers"]?[header.name], header.schema.promise, subject: name)
    }
    if let body = response.body { add(schema: node?["body"], body.promise, subject: "the body") }
    guard let text = response.text else { return }
    if let promise = text.nonEmpty { add("the body is not empty", promise) }
    if let promise = text.notJSON { add("the body is not JSON", promise) }
    for pattern in text.patterns {
      add(
        pattern.message.isEmpty ? "the body matches `\(pattern.pattern)`" : "the body has \(pattern.message)",
        pattern.promise
      )
    }
  }
}
