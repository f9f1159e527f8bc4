import AssayContract
import AssayFindings
import AssayJSON
import AssayObservation
import AssaySchema

/// A wrong response: a conforming observation with one thing changed.
struct Mutant: Sendable {
  var change: MutationOperator
  /// The observation that is changed, by its position.
  var position: Int
  var operation: String
  /// The place of the change, the same for all items of a list.
  var place: String
  /// The observation as it is now.
  var content: Observation.Content
  /// The value that is changed; `nil` for a change of something else.
  var value: MutatedValue?
  /// The promise of the response, next to which a new promise is written.
  var promise: Promise?
  /// True if a schema describes the body.
  var isDescribed = true
}

/// A value of a body, with what the contract says of it.
struct MutatedValue: Sendable {
  var pointer: JSONPointer
  /// The place as a contract's expressions write it: `/results/*/score`.
  var path: ValuePath
  var old: JSONValue
  /// The schema of the value itself.
  var schema: ValueSchema
  /// The schema of the object or array it is in; `nil` for the root.
  var parent: ValueSchema?
  /// The body it is in, as it was.
  var body: JSONValue

  /// True if the member is required.
  var isRequired: Bool {
    guard let name = path.memberName else { return true }
    return parent?.required.contains(name) ?? false
  }

  /// True if the documented client uses the value, by the model it belongs to; `nil` where the model does not say it.
  private var isUsed: Bool? {
    guard let name = path.memberName, let client = parent?.values(of: "client").first else { return nil }
    return ["reads", "follows"].contains { use in
      client[use]?.items.contains { $0.string == name } ?? false
    }
  }

  /// True if the model it belongs to says what the documented client does with its members, and this one is not used.
  var isUnread: Bool { isUsed == false }

  /// The rank of the value by how soon the client meets it: values it is documented to use, required values, the rest.
  var rank: Int { isUsed == true ? 0 : isRequired && !isUnread ? 1 : 2 }
}
