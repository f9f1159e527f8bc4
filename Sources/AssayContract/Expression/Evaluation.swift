package import AssayJSON

/// What evaluating a rule came to.
package enum Evaluation: Sendable {
  case value(JSONValue)
  /// An operand, as it is written, is not there; with the place it should have in its document, where it has one.
  case missing(String, JSONPointer?)
  /// An operand is not of the type its operator needs.
  case mistyped(operand: String, expected: String, actual: String, JSONPointer?)
}

/// What ends an evaluation before it has a value.
enum EvaluationFailure: Error {
  case missing(String, JSONPointer?)
  case mistyped(operand: String, expected: String, actual: String, JSONPointer?)

  var evaluation: Evaluation {
    switch self {
    case .missing(let operand, let place): .missing(operand, place)
    case .mistyped(let operand, let expected, let actual, let place):
      .mistyped(operand: operand, expected: expected, actual: actual, place)
    }
  }
}
