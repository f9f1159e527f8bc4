/// A schema with a base URI of its own (2020-12 section 4.3.5), and the names inside it.
struct SchemaResource: Sendable {
  /// Absolute, without a fragment; as good as what the document was given.
  var uri: String
  var place: SchemaPlace
  var vocabularies: SchemaVocabularies
  /// `$anchor` and `$dynamicAnchor`, which both can be referred to (section 8.2.2).
  var anchors: [String: SchemaPlace] = [:]
  /// `$dynamicAnchor` alone; under the empty name, the root where it says `$recursiveAnchor: true` (2019-09).
  var dynamicAnchors: [String: SchemaPlace] = [:]
  /// Why the root is no schema Assay can read; schemas inside it can be, as in a contract.
  var refusal: SchemaError?

  /// The same resource for a schema inside it that names another draft and no URI of its own.
  func reading(as dialect: SchemaDialect, _ options: SchemaOptions) -> SchemaResource {
    var copy = self
    copy.vocabularies = SchemaVocabularies(dialect: dialect, options: options)
    copy.refusal = nil
    return copy
  }
}
