import AssayDocuments
import AssayText

/// A link of a response: the values that the answer passes on to another operation.
struct OpenAPILink {
  /// The `operationId` or `operationRef` of the other operation.
  let target: String
  /// The values of its parameters; `place` is the key of a step, where the link says it.
  let parameters: [(place: String?, name: String, value: DocumentValue)]
  /// Its whole body.
  let body: DocumentValue?
  let name: String
  let node: OpenAPINode

  /// The place in a request that links of an operation pass a value to; of several values the last counts.
  struct Target: Hashable {
    /// The name of the operation whose answer has the link.
    var operation: String
    /// The key of a step: `parameters`, `query`, `headers` or `body`.
    var place: String
    /// The name of a parameter; empty for the whole body.
    var name: String
  }

  /// A passed value, in the words of a contract.
  enum Value: Sendable {
    /// An expression that reads the exchange of the link.
    case expression(String)
    /// A template that reads it as a step.
    case template(DraftTree)
  }

  /// - Returns: `nil` if the node is not a link to an operation.
  init?(_ name: String, _ node: OpenAPINode) {
    let reference = node["operationRef"]?.string?.replacing("%7B", with: "{").replacing("%7D", with: "}")
    guard let target = node["operationId"]?.string ?? reference else { return nil }
    self.name = name
    self.node = node
    self.target = target
    parameters = (node["parameters"]?.members ?? []).map { key, node in
      let parts = key.halves(".")
      let place = parts.count == 2 ? OpenAPIRequest.tables[parts[0]] : nil
      return (place, place == nil ? key : parts[1], node.value)
    }
    body = node["requestBody"]?.value
  }

  /// `value` as what a step is sent after the step called `step`; `nil` if it holds an expression that a contract
  /// does not have.
  static func value(_ value: DocumentValue, from step: String) -> Value? {
    if let text = value.string, text.hasPrefix("$"), let own = expression(text, from: nil) { return .expression(own) }
    return value.converted { text($0, from: step) }.map { .template($0) }
  }

  /// A text with its runtime expressions as they read the step; all else in it is text.
  private static func text(_ text: String, from step: String) -> DraftTree? {
    if text.hasPrefix("$") { return expression(text, from: step).map { .string($0) } }
    var (made, rest) = ("", text[...])
    while let start = rest.firstRange(of: "{$"), let end = rest[start.upperBound...].firstIndex(of: "}") {
      guard let own = expression(rest[rest.index(before: start.upperBound)..<end], from: step) else { return nil }
      made += rest[..<start.lowerBound] + "{\(own)}"
      rest = rest[rest.index(after: end)...]
    }
    return made.isEmpty ? .raw(ExampleWriter().string(text)) : .string(made + rest)
  }

  /// A runtime expression about the exchange of the link, or about a step; `nil` if a contract does not have it.
  private static func expression(_ text: some StringProtocol, from step: String?) -> String? {
    guard ["$request.", "$response."].contains(where: { text.hasPrefix($0) }) else { return nil }
    return (step.map { "$steps.\($0).\(text.dropFirst())" } ?? String(text)).asExpression
  }
}

extension OpenAPIReader {
  /// Passes on the values of links to the operations they name, and lists the links that lead to none.
  mutating func settleLinks() {
    var targets: [String: Int] = [:]
    for (index, operation) in operations.enumerated().reversed() {
      targets[operation.pointer] = index
      if !operation.id.isEmpty { targets[operation.id] = index }
    }
    for from in operations.indices {
      for link in operations[from].links {
        guard let target = targets[link.target] else {
          // Of workflows only the operations that they call are read.
          if wanted == nil {
            schemas.lose("the link \(link.name): no operation is called \(link.target)", link.node)
          }
          continue
        }
        pass(link, from: operations[from].name, to: target)
      }
      operations[from].links = []
    }
  }

  private mutating func pass(_ link: OpenAPILink, from step: String, to target: Int) {
    let request = operations[target].tree["request"]
    for (said, name, value) in link.parameters {
      let place = said ?? ["parameters", "query", "headers"].first { request?[$0]?[name] != nil }
      guard let place, request?[place]?[name] != nil else {
        let about = "\(operations[target].name) has no such parameter"
        schemas.lose("the parameter \(name) of the link \(link.name): \(about)", link.node)
        continue
      }
      pass(value, of: link, from: step, to: target, place, name)
    }
    guard let body = link.body else { return }
    if request?["body"] == nil {
      schemas.lose("`requestBody` of the link \(link.name): \(operations[target].name) has no body", link.node)
    } else {
      pass(body, of: link, from: step, to: target, "body", "")
    }
  }

  private mutating func pass(
    _ value: DocumentValue,
    of link: OpenAPILink,
    from step: String,
    to target: Int,
    _ place: String,
    _ name: String
  ) {
    guard let own = OpenAPILink.value(value, from: step) else {
      let about = name.isEmpty ? "`requestBody`" : "the parameter \(name)"
      let shown = value.json.shortened(to: 60)
      return schemas.lose("\(about) of the link \(link.name): a contract has no expression \(shown)", link.node)
    }
    operations[target].given.set(own, for: .init(operation: step, place: place, name: name))
  }
}
