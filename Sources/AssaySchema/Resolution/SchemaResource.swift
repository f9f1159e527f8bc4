/// A schema resource: a schema with its own base URI (2020-12 section 4.3.5), and the anchors inside it.
struct SchemaResource: Sendable {
  /// The base URI without a fragment; absolute if the document was given an absolute one.
  var uri: String
  var place: SchemaPlace
  var vocabularies: SchemaVocabularies
  /// The schemas of `$anchor` and `$dynamicAnchor`, both of which can be referred to (section 8.2.2).
  var anchors: [String: SchemaPlace] = [:]
  /// The schemas of `$dynamicAnchor` only; under the empty name, the root if it has `$recursiveAnchor: true` (2019-09).
  var dynamicAnchors: [String: SchemaPlace] = [:]
  /// The error if the root cannot be read as a schema; schemas inside it may still be valid, as in a contract. `nil` if
  /// it can.
  var refusal: SchemaError?

  /// Returns the resource to use for a schema inside this one that has a different `$schema` but no `$id`.
  func reading(as dialect: SchemaDialect, _ options: SchemaOptions) -> SchemaResource {
    var copy = self
    copy.vocabularies = SchemaVocabularies(dialect: dialect, options: options)
    copy.refusal = nil
    return copy
  }
}

/// The keywords that apply in a resource: those of its draft, without the vocabularies its meta-schema leaves out
/// (2020-12 section 8.1.2).
struct SchemaVocabularies: Equatable, Sendable {
  /// A named set of keywords.
  enum Name: String, CaseIterable, Sendable {
    case core, applicator, unevaluated, validation, content
    case metadata = "meta-data"
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
    /// The vocabulary of `format`. 2019-09 has only this one, which is an assertion only if it is required.
    case format
    case assay

    /// The identifier of Assay's vocabulary, published in `contracts/assay.vocabulary.schema.json`.
    static let assayURI = "urn:assay:vocabulary:1"

    init?(uri: String) {
      if uri == Self.assayURI {
        self = .assay
        return
      }
      for draft in ["2020-12", "2019-09"] {
        let prefix = "https://json-schema.org/draft/\(draft)/vocab/"
        if uri.hasPrefix(prefix), let name = Name(rawValue: String(uri.dropFirst(prefix.count))) {
          self = name
          return
        }
      }
      return nil
    }
  }

  var dialect: SchemaDialect
  var names: Set<Name>
  var assertsFormat: Bool

  /// Creates the vocabularies with all keywords of a draft.
  init(dialect: SchemaDialect, options: SchemaOptions) {
    self.dialect = dialect
    names = Set(Name.allCases).subtracting(options.knowsAssayVocabulary ? [] : [.assay])
    assertsFormat = options.assertsFormat
  }

  func knows(_ name: Name) -> Bool { names.contains(name) }
}
