/// A schema's place: a document of the registry, and an index on its tape.
struct SchemaPlace: Hashable, Sendable {
  var document: Int
  var index: Int
}
