import AssayContract
import AssayFindings
import AssayJSON
import AssayObservation
import AssaySchema

/// A mutant: a conforming observation with one change that makes it wrong.
struct Mutant: Sendable {
  var change: MutationOperator
  /// The position of the changed observation among all observations.
  var position: Int
  var operation: String
  /// The place of the change, the same for all items of a list.
  var place: String
  /// The changed content of the observation.
  var content: Observation.Content
  /// The changed value; `nil` if the change is not one of a value in a body.
  var value: MutatedValue?
  /// The promise of the response. If a promise is missing, it is to be added next to this one.
  var promise: Promise?
  /// True if a schema describes the body.
  var isDescribed = true
}

/// A value in a response body, with the schemas that describe it.
struct MutatedValue: Sendable {
  var pointer: JSONPointer
  /// The path of the value, as in a contract's expressions: `/results/*/score`.
  var path: ValuePath
  var old: JSONValue
  /// The schema of the value itself.
  var schema: ValueSchema
  /// The schema of the object or array that contains the value; `nil` for the root.
  var parent: ValueSchema?
  /// The original body that contains the value.
  var body: JSONValue

  /// True if the member is required.
  var isRequired: Bool {
    guard let name = path.memberName else { return true }
    return parent?.required.contains(name) ?? false
  }

  /// True if the documented client uses the value, by the keyword `client` of the object's schema; `nil` without that
  /// keyword.
  private var isUsed: Bool? {
    guard let name = path.memberName, let client = parent?.values(of: "client").first else { return nil }
    return ["reads", "follows"].contains { use in
      client[use]?.items.contains { $0.string == name } ?? false
    }
  }

  /// True if the schema's keyword `client` lists the members that the client uses, and this one is not listed.
  var isUnread: Bool { isUsed == false }

  /// The importance of the value for a client: 0 for values it is documented to use, 1 for required values, 2 for
  /// others.
  var rank: Int { isUsed == true ? 0 : isRequired && !isUnread ? 1 : 2 }
}
