import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// Targets for the small languages of a contract: the position of an error is inside the text, and a valid text has one
/// meaning.
enum RuleTargets {
  /// Evaluates a rule, up to a NUL, on the response body after it.
  static func expressions(_ bytes: [UInt8]) {
    let (rule, body) = FuzzTarget.parts(of: bytes)
    let text = String(decoding: rule, as: UTF8.self)
    let scope = scope(body ?? Array(#"{"id":"a","n":2,"list":[{"n":1},{"n":2}],"none":null}"#.utf8))
    let expression: Expression
    do throws(ExpressionError) { expression = try Expression(parsing: text) } catch { return check(error, in: text) }
    for reference in expression.references { precondition(reference.column >= 1, "a reference outside of the text") }
    _ = expression.isVacuous(in: scope)
    let value = expression.evaluate(in: scope, workLimit: workLimit)
    if case .outOfReach = value { return }
    // A verdict is reached by another way than a value is.
    switch expression.verdict(in: scope) {
    case .holds: precondition(value.json.map { $0.bool == true } ?? true, "a rule that holds and is not true")
    case .broken:
      precondition(value.json.map { $0.bool == false } ?? true, "a rule that is broken and not false")
      _ = ExpressionExplainer(expression, in: scope).facts
    case .notEvaluable: break
    }
  }

  private static let workLimit = 20_000

  /// An order up to a NUL, then the names of events, separated by spaces.
  static func orders(_ bytes: [UInt8]) {
    let (text, events) = FuzzTarget.parts(of: bytes)
    let written = String(decoding: text, as: UTF8.self)
    let order: EventOrder
    do throws(ExpressionError) { order = try EventOrder(parsing: written) } catch { return check(error, in: written) }
    var state = order.start
    let names = String(decoding: events ?? [], as: UTF8.self).split(separator: " ").prefix(40).map(String.init)
    for name in names + order.names.prefix(20) {
      precondition(
        order.allowed(in: state).contains { $0.isExactly(name) } == (order.next(state, name) != nil),
        "an event that is allowed and may not come"
      )
      if let missing = order.missing(before: name, from: state) {
        let reached = walk(missing, from: state, in: order)
        precondition(reached.map { order.next($0, name) != nil } ?? false, "a way to an event that leads elsewhere")
      }
      if let missing = order.missingAtEnd(from: state) {
        let reached = walk(missing, from: state, in: order)
        precondition(reached.map(order.isAccepting) ?? false, "a way to the end that leads elsewhere")
      }
      state = order.next(state, name) ?? state
    }
  }

  private static func walk(_ names: [String], from state: EventOrder.State, in order: EventOrder) -> EventOrder.State? {
    names.reduce(state) { state, name in state.flatMap { order.next($0, name) } }
  }

  /// Renders a JSON template, up to a NUL, with the response body after it.
  static func templates(_ bytes: [UInt8]) {
    let (text, body) = FuzzTarget.parts(of: bytes)
    guard let template = try? JSONDocument(parsing: text).root else { return }
    for (value, error) in Template.problems(in: template) { check(error, in: value.string ?? "") }
    _ = Template.expressions(in: template, ParsedTemplates())
    let scope = scope(body ?? Array(#"{"id":"a","list":[1,2,3]}"#.utf8))
    for render in [Template.render, Template.renderAnswer] {
      guard case .success(let made) = render(template, scope) else { continue }
      let again = try? JSONDocument(parsing: Array(made.text.utf8), limits: JSONLimits(depth: 100_000)).root
      precondition(again == made, "the result of a template is not JSON")
    }
  }

  /// A JSON Pointer and a JSONPath; up to a NUL, then a value to look into.
  static func pointers(_ bytes: [UInt8]) {
    let (text, json) = FuzzTarget.parts(of: bytes)
    let written = String(decoding: text, as: UTF8.self)
    let value = try? JSONDocument(parsing: json ?? Array(#"{"a":[1,{"b":"c"}],"":0}"#.utf8)).root
    if let pointer = JSONPointer(written) {
      precondition(pointer.description.isExactly(written), "a pointer that is written in another way")
      if let value { _ = value[pointer] }
    }
    do throws(JSONPathError) {
      let path = try JSONPath(parsing: written)
      guard let value, let first = path.values(in: value, within: workLimit) else { return }
      let second = path.values(in: value, within: first.work)
      precondition(second?.values.map(\.index) == first.values.map(\.index), "a path that needs more than it took")
    } catch {
      precondition(
        error.column >= 1 && error.column <= written.unicodeScalars.count + 1,
        "an error outside of the text: \(error)"
      )
    }
  }

  private static func check(_ error: ExpressionError, in text: String) {
    precondition(
      error.column >= 1 && error.column <= text.unicodeScalars.count + 1,
      "an error outside of the text: \(error)"
    )
  }

  /// Returns the scope of a rule: a response with `body`, an event with the same data, and a step that captured it.
  private static func scope(_ body: [UInt8]) -> Scope {
    var scope = Scope()
    let head = HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "application/json")])
    let exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://host/things/a?page=1"),
      parameters: RequestParameters(path: ["id": "a"], query: ["page": "1"]),
      response: HTTPResponse(head: head, body: body),
      end: TransferEnd(.complete)
    )
    let data = String(decoding: body, as: UTF8.self)
    scope.exchange = exchange
    scope.event = ObservedEvent(index: 1, time: .zero, event: ServerSentEvent(name: "tick", data: data))
    scope.previous = exchange.json
    if let json = exchange.json {
      scope.steps["one"] = StepRecord(outputs: ["value": json], exchanges: [exchange, exchange])
      scope.last["value"] = json
      scope.variables["data"] = json
    }
    return scope
  }
}

extension Evaluation {
  fileprivate var json: JSONValue? { if case .value(let value) = self { value } else { nil } }
}
