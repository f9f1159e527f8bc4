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
  /// The reason Assay cannot read the root as a schema; schemas inside it can be, as in a contract.
  var refusal: SchemaError?

  /// The same resource for a schema inside it that names another draft and no URI of its own.
  func reading(as dialect: SchemaDialect, _ options: SchemaOptions) -> SchemaResource {
    var copy = self
    copy.vocabularies = SchemaVocabularies(dialect: dialect, options: options)
    copy.refusal = nil
    return copy
  }
}

/// The keywords a resource knows: those of its draft, less what its meta-schema leaves out (2020-12 section 8.1.2).
struct SchemaVocabularies: Equatable, Sendable {
  /// A named set of keywords.
  enum Name: String, CaseIterable, Sendable {
    case core, applicator, unevaluated, validation, content
    case metadata = "meta-data"
    case formatAnnotation = "format-annotation"
    case formatAssertion = "format-assertion"
    /// 2019-09 has one vocabulary for both, an assertion only where it is required.
    case format
    case assay

    /// Published in `contracts/assay.vocabulary.schema.json`.
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

  /// All a draft has.
  init(dialect: SchemaDialect, options: SchemaOptions) {
    self.dialect = dialect
    names = Set(Name.allCases).subtracting(options.knowsAssayVocabulary ? [] : [.assay])
    assertsFormat = options.assertsFormat
  }

  func knows(_ name: Name) -> Bool { names.contains(name) }
}
