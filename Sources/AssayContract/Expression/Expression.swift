package import AssayJSON

/// A rule of a contract (grammar in the DocC page), parsed.
package struct Expression: Sendable {
  /// The rule as the contract writes it.
  package let text: String
  package let root: ExpressionNode

  /// Reads `text`. `variables` are the names that may follow a dollar sign besides those of a verified exchange: the mock's
  /// `mock`, `data`, `resources` and resource kinds; any are where it is `nil`.
  package init(parsing text: String, variables: Set<String>? = nil) throws(ExpressionError) {
    self.text = text
    root = try ExpressionParser.parse(text, variables: variables)
  }

  /// The rule's value over what `scope` holds; out of reach where that takes more than `workLimit` steps.
  package func evaluate(in scope: Scope, workLimit: Int = 10_000_000) -> Evaluation {
    var evaluator = ExpressionEvaluator(scope: scope, workLimit: workLimit)
    do throws(EvaluationFailure) {
      return .value(try evaluator.operand(root).json)
    } catch {
      return error.evaluation
    }
  }

  /// Every reference the rule reads, in the order they are written.
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
  /// True if it consists of a single reference.
  package var isReference: Bool { if case .read = root.kind { true } else { false } }

  /// True if it reads a part of the current exchange.
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

/// The result of evaluating a rule.
package enum Evaluation: Sendable {
  case value(JSONValue)
  /// An operand, as it is written, is not there; with the place it should have in its document, where it has one.
  case missing(String, JSONPointer?)
  /// An operand is not of the type its operator needs.
  case mistyped(operand: String, expected: String, actual: String, JSONPointer?)
  /// An operand is more than can be judged, for this reason; that says nothing of whether the rule holds.
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

/// Why a rule or an order cannot be read, and where that shows.
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
