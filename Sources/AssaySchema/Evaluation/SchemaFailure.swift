import AssayJSON
import AssayText

/// The failure of a keyword to match, with its messages, before it becomes a violation at a place.
struct SchemaFailure: Sendable {
  var detail: SchemaViolation.Detail
  var message: String
  var expected: String
  var actual: String
  var alternatives: [String] = []
  /// The level and sources of the broken promise, if they are not the keyword's own.
  var level: String?
  var sources: [String] = []
  /// The value at fault, if it is not the value the keyword judged.
  var value: JSONValue?
  /// The number of the fault's kind in ``BreachCounter``; `nil` if the failure is not counted.
  var kind: Int?
  /// The value and schemas to search for the reason; `nil` if the failure states it.
  var cause: Cause?

  /// The missing member, if the failure is about one.
  var missingMember: String? {
    guard case .missing(let member, _) = detail else { return nil }
    return member
  }

  /// A value and the schemas it does not match, to be evaluated again to find the innermost reason.
  struct Cause: Sendable {
    var value: JSONValue
    /// The schema that the value breaks, or several alternatives none of which it matches.
    var schemas: [SchemaNodeID]
  }
}

extension SchemaFailure {
  /// Returns the failure of any value against the schema `false`.
  static func refused(_ value: JSONValue) -> SchemaFailure {
    SchemaFailure(
      detail: .forbidden,
      message: "\(ValueDescription.subject(value)) is not allowed",
      expected: "nothing",
      actual: ValueDescription.describe(value)
    )
  }

  /// Returns a failure without a reason: `value` does not match `schemas`. The reason is found later by evaluating
  /// them.
  static func further(_ value: JSONValue, _ schemas: [SchemaNodeID]) -> SchemaFailure {
    let subject = ValueDescription.subject(value)
    return SchemaFailure(
      detail: schemas.count == 1 ? .further : .noAlternative(of: schemas.count, nearest: nil),
      message: schemas.count == 1
        ? "\(subject) does not match its schema"
        : "\(subject) matches none of \(schemas.count.counted("alternative"))",
      expected: schemas.count == 1 ? "a value that matches the schema" : "one of the alternatives",
      actual: ValueDescription.describe(value),
      cause: Cause(value: value, schemas: schemas)
    )
  }

  /// Returns the failure for a value whose faults are too many to be searched for; the message says that reasons are
  /// left out.
  static func leftOut(_ value: JSONValue) -> SchemaFailure {
    SchemaFailure(
      detail: .leftOut,
      message: "\(ValueDescription.subject(value)) does not match its schema; more reasons are left out",
      expected: "a value that matches the schema",
      actual: ValueDescription.describe(value)
    )
  }

  /// Returns the failure for a value that takes more steps to validate than allowed.
  static func undecided(_ value: JSONValue) -> SchemaFailure {
    SchemaFailure(
      detail: .undecided,
      message: "\(ValueDescription.subject(value)) takes too many steps to check against this schema",
      expected: "a value that can be checked",
      actual: ValueDescription.describe(value)
    )
  }
}
