package import AssaySchema

/// The smallest unit for which a judge records a result: a place of the contract, and one aspect of the promise there.
package struct PromiseSite: Hashable, Sendable {
  /// The promise that is meant, at a place of the contract that makes several.
  package enum Aspect: Hashable, Sendable {
    /// The place makes a single promise.
    case whole
    /// The promise that a call is answered with a listed status.
    case answer
    /// The promise that a header field is present.
    case presence
    /// The promise that the data of an event is JSON.
    case json
    /// The promises that a state is listed, that a job begins in an initial state, and that a job or stream ends as
    /// documented.
    case states, initial, ending
    /// The promise about a field of a value, or about its presence, by its position in `SchemaFields`.
    case field(Int)
    case member(Int)
  }

  /// The byte offset of the place in the contract's text.
  package var offset: Int
  package var aspect: Aspect

  package init(_ promise: Promise, _ aspect: Aspect = .whole) {
    offset = promise.offset
    self.aspect = aspect
  }

  /// Makes the site for the result in `note`: about a field of a value that `schema` describes, or about the field's
  /// presence.
  package init(_ schema: Promise, of note: SchemaFields.Note) {
    self.init(schema, note.isOfPresence ? .member(note.field) : .field(note.field))
  }
}
