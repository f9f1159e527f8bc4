import AssayHTTP
import AssayJSON
import AssayObservation

/// A request while it is made: the operation's examples, the step's changes, and what came of both so far.
struct RequestDraft {
  let operation: Operation
  let step: Step
  let scope: Scope
  var request: HTTPRequest
  var parameters = RequestParameters()

  init(operation: Operation, step: Step, scope: Scope) {
    self.operation = operation
    self.step = step
    self.scope = scope
    request = HTTPRequest(method: operation.request.method, url: "")
  }

  /// The path with its parameters filled in, each encoded as one segment.
  mutating func path() throws(RequestProblem) -> String {
    var result = ""
    var rest = operation.request.path[...]
    while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
      result += rest[..<open]
      let name = String(rest[rest.index(after: open)..<close])
      let declared = operation.request.parameters.first { $0.name == name }
      guard let template = step.parameters.template(name) ?? declared?.example else {
        throw .missingInput(MissingInput(expression: "{\(name)}", reason: "the contract gives it no value"))
      }
      let text = try RequestText(template, in: scope)
      parameters.path[name] = text.plain
      result += declared?.allowsReserved == true ? text.reservedKept : text.percentEncoded
      rest = rest[close...].dropFirst()
    }
    return result + rest
  }

  /// The query, without its question mark.
  mutating func query() throws(RequestProblem) -> String {
    var pairs: [String] = []
    for (name, template) in chosen(operation.request.query, over: step.query, isNamed: ==) {
      guard !(try RequestText.isNull(template, in: scope)) else { continue }
      let text = try RequestText(template, in: scope)
      parameters.query[name] = text.plain
      pairs.append("\(PercentEncoding.encode(name))=\(text.percentEncoded)")
    }
    return pairs.joined(separator: "&")
  }

  /// Sets the header fields the contract and the step name.
  mutating func fillHeaders() throws(RequestProblem) {
    let isSameField = { (left: String, right: String) in HTTPHeader(left, "").isNamed(right) }
    for (name, template) in chosen(operation.request.headers, over: step.headers, isNamed: isSameField) {
      guard !(try RequestText.isNull(template, in: scope)) else { continue }
      let value = try RequestText(template, in: scope).plain
      guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
        throw .missingInput(
          MissingInput(
            expression: "header \(name)",
            reason: "the value holds a control character, which no field can hold"
          )
        )
      }
      request.headers.append(HTTPHeader(name, value))
    }
    // An event source always says what it wants (WHATWG HTML section 9.2.2).
    if case .stream = operation.interaction, request.headers["Accept"] == nil {
      request.headers.append(HTTPHeader("Accept", "text/event-stream"))
    }
  }

  /// What is sent for each parameter: the step's own word, else the operation's example where it may not be left out.
  private func chosen(
    _ declared: [Parameter],
    over named: [NamedTemplate],
    isNamed: (String, String) -> Bool
  ) -> [(String, JSONValue)] {
    let pathNames = Set(operation.request.parameters.map(\.name))
    let loose = step.parameters.filter { !pathNames.contains($0.name) && !isInPath($0.name) }
    var result: [(String, JSONValue)] = []
    for parameter in declared {
      let own = (named + loose).first { isNamed($0.name, parameter.name) }?.template
      let example = parameter.isRequired || !step.omitsOptional ? parameter.example : nil
      if let template = own ?? example { result.append((parameter.name, template)) }
    }
    for extra in named where !declared.contains(where: { isNamed($0.name, extra.name) }) {
      result.append((extra.name, extra.template))
    }
    return result
  }

  private func isInPath(_ name: String) -> Bool { operation.request.path.contains("{\(name)}") }
}

extension [NamedTemplate] {
  /// The template under `name`.
  func template(_ name: String) -> JSONValue? { first { $0.name == name }?.template }
}
