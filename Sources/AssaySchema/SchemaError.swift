package import AssayJSON
package import AssayRegex

/// The reason why a schema cannot be compiled, and its place.
package struct SchemaError: Error, Equatable, Sendable {
  /// The kinds of error, one case for each.
  package enum Reason: Equatable, Sendable {
    case noSuchSchema
    case notASchema
    case danglingReference(String)
    case infiniteReference
    case unknownMetaSchema(String)
    case unknownVocabulary(String)
    case wrongType(keyword: String, expected: String)
    case outOfRange(keyword: String, expected: String)
    case invalidPattern(String, ECMARegexError)
    case tooManySchemas(limit: Int)
  }

  /// The kind of error, with its data.
  package var reason: Reason
  /// The place in the document that holds the schema.
  package var pointer: JSONPointer
  /// The byte offset of that place.
  package var offset: Int
  /// The URI of the document; empty for the document that the ``SchemaSet`` was made from.
  package var document: String

  package init(_ reason: Reason, at pointer: JSONPointer, offset: Int, document: String = "") {
    self.reason = reason
    self.pointer = pointer
    self.offset = offset
    self.document = document
  }
}

extension SchemaError: CustomStringConvertible {
  /// The reason in one sentence, without the place.
  package var description: String {
    switch reason {
    case .noSuchSchema: "nothing here is a schema"
    case .notASchema: "a schema is an object or a boolean"
    case .danglingReference(let reference):
      reference.hasPrefix("#")
        ? "\(reference) does not exist"
        : "\(reference) is not part of this document and is not fetched; copy its schema to $defs"
    case .infiniteReference:
      "the schema refers to itself for the same value, so validating would never end"
    case .unknownMetaSchema(let uri):
      "unknown meta-schema \(uri); use https://json-schema.org/draft/2020-12/schema, or leave $schema out"
    case .unknownVocabulary(let uri): "the vocabulary \(uri) is required by the meta-schema, and not known"
    case .wrongType(let keyword, let expected), .outOfRange(let keyword, let expected):
      "\(keyword) must be \(expected)"
    case .invalidPattern(let pattern, let error):
      "the regular expression \(JSONEscapes.quote(pattern)) \(error.isLimitation ? "is valid, but Assay does not support what is" : "is invalid")"
        + " at character \(error.position + 1): \(error)"
    case .tooManySchemas(let limit): "more than \(limit) schemas are needed to compile this one"
    }
  }
}
