import AssayJSON
import AssayText

/// A fault found by a keyword, before it has a place.
struct SchemaFailure: Sendable {
  var detail: SchemaViolation.Detail
  var message: String
  var expected: String
  var actual: String
  var alternatives: [String] = []
  /// The level and sources of what is broken, where those are not the keyword's own.
  var level: String?
  var sources: [String] = []
  /// The value at fault, if it is not the value the keyword judged.
  var value: JSONValue?
  /// Its kind, by ``BreachCounter``; `nil` where it is not counted.
  var kind: Int?
  /// The place of the reason, if this failure only says that there is one.
  var cause: Cause?

  /// The member that is missing, where one is.
  var missingMember: String? {
    guard case .missing(let member, _) = detail else { return nil }
    return member
  }

  /// The value and schemas to search for a reason that is further inside.
  struct Cause: Sendable {
    var value: JSONValue
    /// One schema the value breaks, or alternatives none of which it keeps.
    var schemas: [SchemaNodeID]
  }
}

extension SchemaFailure {
  /// Returns the failure that a `false` schema reports for any value.
  static func refused(_ value: JSONValue) -> SchemaFailure {
    SchemaFailure(
      detail: .forbidden,
      message: "\(ValueDescription.subject(value)) is not allowed",
      expected: "nothing",
      actual: ValueDescription.describe(value)
    )
  }

  /// Only says that schemas do not hold; why is found by looking into them.
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

  /// Said where so much is wrong that looking for all of it would never end.
  static func leftOut(_ value: JSONValue) -> SchemaFailure {
    SchemaFailure(
      detail: .leftOut,
      message: "\(ValueDescription.subject(value)) does not match its schema; more reasons are left out",
      expected: "a value that matches the schema",
      actual: ValueDescription.describe(value)
    )
  }

  /// Said where more steps were needed than are allowed.
  static func undecided(_ value: JSONValue) -> SchemaFailure {
    SchemaFailure(
      detail: .undecided,
      message: "\(ValueDescription.subject(value)) takes too many steps to check against this schema",
      expected: "a value that can be checked",
      actual: ValueDescription.describe(value)
    )
  }
}
