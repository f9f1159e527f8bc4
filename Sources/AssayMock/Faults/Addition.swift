import AssayContract
import AssayFindings
import AssayJSON

/// What a fault adds that no document knows; the value ends the fault's name.
enum Addition: String {
  case field = "field.added"
  case event = "event.added"

  /// A member that is no part of any contract.
  static let fieldName = "x_added_in"
  static var fieldEdit: JSONEdit { .add(JSONPointer(), fieldName, .string("a later version")) }
  static var unknownEvent: PlayedEvent { PlayedEvent(name: "heartbeat", data: .object([("ok", .bool(true))])) }

  /// What tells it from what other faults show.
  func trace(in operation: Operation) -> FindingIdentity {
    FindingIdentity(rule: rawValue, operation: operation.name)
  }

  /// Whether the added member is in `body`.
  func isIn(_ body: [UInt8]) -> Bool {
    (try? JSONDocument(parsing: body))?.root[Self.fieldName] != nil
  }
}
