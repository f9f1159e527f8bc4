package import AssaySchema

/// One thing a judge tells apart about a promise: what stands at a place of the contract, and which of its sides is meant.
package struct PromiseSite: Hashable, Sendable {
  /// The promise that is meant, where one place makes several.
  package enum Aspect: Hashable, Sendable {
    /// All that stands there.
    case whole
    /// That a call is answered, with a status that is listed.
    case answer
    /// That a header field is there.
    case presence
    /// That the data of an event is JSON.
    case json
    /// That a state is listed; that a job begins in one of these; that it, or a stream, ends as it should.
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

  /// Makes the site of what `schema` says of a field by `note`.
  package init(_ schema: Promise, of note: SchemaFields.Note) {
    self.init(schema, note.isOfPresence ? .member(note.field) : .field(note.field))
  }
}
