package import AssayJSON

/// A parsed rule of a contract; the DocC page has the grammar.
package struct Expression: Sendable {
  /// The rule as the contract writes it.
  package let text: String
  package let root: ExpressionNode

  /// Parses `text`. `variables` are the names that may follow a dollar sign besides those of a verified exchange: the
  /// mock's `mock`, `data`, `resources` and resource kinds. If it is `nil`, any name may.
  package init(parsing text: String, variables: Set<String>? = nil) throws(ExpressionError) {
    self.text = text
    root = try ExpressionParser.parse(text, variables: variables)
  }

  /// Returns the rule's value over `scope`; `outOfReach` if the evaluation takes more than `workLimit` steps.
  package func evaluate(in scope: Scope, workLimit: Int = 10_000_000) -> Evaluation {
    var evaluator = ExpressionEvaluator(scope: scope, workLimit: workLimit)
    do throws(EvaluationFailure) {
      return .value(try evaluator.operand(root).json)
    } catch {
      return error.evaluation
    }
  }

  /// All references that the rule reads, in the order in which they are written.
  package var references: [Reference] {
    var found: [Reference] = []
    var pending = [root]
    while let node = pending.popLast() {
      if case .read(let reference) = node.kind { found.append(reference) }
      pending += node.children.reversed()
    }
    return found
  }
}

extension Expression {
  /// True if the expression consists of a single reference.
  package var isReference: Bool { if case .read = root.kind { true } else { false } }

  /// True if the rule reads a part of the current exchange.
  package var readsExchange: Bool {
    references.contains { if case .exchange = $0.subject { true } else { false } }
  }

  /// True if the rule reads the body of the current answer.
  package var readsAnswer: Bool { references.contains { $0.subject == .exchange(.responseBody) } }

  /// True if the rule reads a variable, either of the contract or of the scenario's current row.
  package var readsVariables: Bool {
    references.contains { if case .variable = $0.subject { true } else { false } }
  }

  /// True if the rule reads the events of the current stream.
  package var readsEvents: Bool { references.contains { if case .events = $0.subject { true } else { false } } }

  /// True if the expression reads how long a response took.
  package var readsTime: Bool { references.contains { $0.subject == .exchange(.responseTime) } }

  /// The result of a rule, as far as a finding needs it.
  package enum Verdict {
    case holds
    case broken
    case notEvaluable(Evaluation)
  }

  /// Returns the verdict of the rule over `scope`; allocates nothing if the rule holds.
  package func verdict(in scope: Scope) -> Verdict {
    var evaluator = ExpressionEvaluator(scope: scope)
    do throws(EvaluationFailure) {
      return try evaluator.holds(root) ? .holds : .broken
    } catch {
      return .notEvaluable(error.evaluation)
    }
  }
}

/// The result of evaluating a rule: its value, or the reason why a value is missing.
package enum Evaluation: Sendable {
  case value(JSONValue)
  /// An operand is missing: its text, and the place it should have in its document, if any.
  case missing(String, JSONPointer?)
  /// An operand is not of the type its operator needs.
  case mistyped(operand: String, expected: String, actual: String, JSONPointer?)
  /// An operand, by its text, is more than can be judged, with the reason. The rule may or may not hold.
  case outOfReach(String, String)
}

/// The reason why an evaluation ended without a value.
enum EvaluationFailure: Error {
  case missing(String, JSONPointer?)
  case mistyped(operand: String, expected: String, actual: String, JSONPointer?)
  case outOfReach(String, String)

  var evaluation: Evaluation {
    switch self {
    case .missing(let operand, let place): .missing(operand, place)
    case .mistyped(let operand, let expected, let actual, let place):
      .mistyped(operand: operand, expected: expected, actual: actual, place)
    case .outOfReach(let operand, let reason): .outOfReach(operand, reason)
    }
  }
}

/// The error for a rule or an event order that cannot be parsed, with its column.
package struct ExpressionError: Error, Hashable, Sendable {
  /// The description of the error, as a sentence without a full stop.
  package var message: String
  /// The column in the expression's own text, from 1, in Unicode scalars.
  package var column: Int
  /// The advice for fixing it; empty if the message is enough.
  package var help: String

  package init(message: String, column: Int, help: String = "") {
    self.message = message
    self.column = column
    self.help = help
  }
}

extension ExpressionError: CustomStringConvertible {
  /// The message with its column, and the help after it.
  package var description: String { "column \(column): \(message)" + (help.isEmpty ? "" : "; \(help)") }
}
