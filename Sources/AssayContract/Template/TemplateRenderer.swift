import AssayJSON

/// The renderer of a template: it writes the value and evaluates expressions on the way.
struct TemplateRenderer {
  private var scope: Scope
  /// True if `$response.body` reads the part that is already written.
  private let isAnswer: Bool
  private var writer = JSONWriter()
  /// The closing brackets of the open containers, innermost last.
  private var closers: [String] = []
  private var isBehindKey = false

  init(scope: Scope, isAnswer: Bool = false) {
    self.scope = scope
    self.isAnswer = isAnswer
  }

  /// Returns the written text as one value.
  func result() throws(MissingInput) -> JSONValue {
    do throws(JSONError) {
      return try JSONDocument(parsing: writer.text, limits: JSONLimits(depth: 2_000)).root
    } catch {
      throw MissingInput(expression: "", reason: "the value is \(error)")
    }
  }

  mutating func append(_ template: JSONValue) throws(MissingInput) {
    switch template.kind {
    case .object:
      if let array = template["$forEach"]?.string {
        return try appendItems(of: array, template["value"] ?? .null)
      }
      writer.beginObject()
      open("}")
      for member in template.members {
        writer.key(member.key)
        isBehindKey = true
        try append(member.value)
        isBehindKey = false
      }
      close()
      writer.endObject()
    case .array:
      writer.beginArray()
      open("]")
      for item in template.items { try append(item) }
      close()
      writer.endArray()
    case .string: try append(text: template)
    default: writer.value(template)
    }
  }

  private mutating func open(_ closer: String) {
    closers.append(closer)
    isBehindKey = false
  }

  private mutating func close() { closers.removeLast() }

  private mutating func append(text template: JSONValue) throws(MissingInput) {
    let text = template.string ?? ""
    guard text.utf8.contains(UInt8(ascii: "$")) else { return writer.value(template) }
    let parsed = try scope.templates.text(text)
    var joined = ""
    for piece in parsed.pieces {
      switch piece {
      case .literal(let literal): joined += JSONEscapes.quote(literal).dropFirst().dropLast()
      case .expression(let expression):
        let value = try value(of: expression)
        if parsed.isExpression { return writer.raw(value.text) }
        joined += JSONEscapes.quote(value.plainText).dropFirst().dropLast()
      }
    }
    writer.raw("\"\(joined)\"")
  }

  private mutating func appendItems(of array: String, _ template: JSONValue) throws(MissingInput) {
    let items = try value(of: try scope.templates.expression(array))
    guard items.kind == .array else {
      throw MissingInput(expression: array, reason: "it is \(items.described), not an array")
    }
    let outer = (scope.item, scope.index)
    writer.beginArray()
    open("]")
    for (index, item) in items.items.enumerated() {
      scope.item = item
      scope.index = index
      try append(template)
    }
    close()
    writer.endArray()
    (scope.item, scope.index) = outer
  }

  private mutating func value(of expression: Expression) throws(MissingInput) -> JSONValue {
    if isAnswer, expression.references.contains(where: { $0.subject == .exchange(.responseBody) }) {
      let soFar = writer.text + (isBehindKey ? "null" : "") + closers.reversed().joined()
      scope.responseBody = (try? JSONDocument(parsing: soFar, limits: JSONLimits(depth: 2_000)))?.root
    }
    switch expression.evaluate(in: scope) {
    case .value(let value): return value
    case .missing(let operand, _):
      throw MissingInput(expression: expression.text, reason: scope.absence(of: operand, in: expression))
    case .mistyped(let operand, let expected, let actual, _):
      throw MissingInput(expression: expression.text, reason: "\(operand) is \(actual), not \(expected)")
    case .outOfReach(_, let reason): throw MissingInput(expression: expression.text, reason: reason)
    }
  }
}

extension Scope {
  /// Returns the reason why `operand` has no value, as a clause.
  func absence(of operand: String, in expression: Expression) -> String {
    guard let reference = expression.references.first(where: { $0.text == operand }) else {
      return "\(operand) has no value"
    }
    switch reference.subject {
    case .step(let id, let part):
      guard let step = steps[id] else { return "the step \(id) brought nothing" }
      if case .output(let name) = part, step.outputs[name] == nil {
        return "the step \(id) captured no \(name)" + (step.outputGaps[name].map { " (\($0))" } ?? "")
      }
    case .lastOutput(let name) where last[name] == nil: return "no step before captured \(name)"
    case .variable(let names) where names.first.flatMap({ variables[$0] }) == nil:
      return "$\(names.first ?? "") is not known here"
    default: break
    }
    return "\(operand) has no value"
  }
}
