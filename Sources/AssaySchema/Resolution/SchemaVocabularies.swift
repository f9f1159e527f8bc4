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
