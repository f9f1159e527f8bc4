package import AssayJSON

/// The reading and judging of schemas where JSON Schema leaves a choice.
package struct SchemaOptions: Sendable {
  /// True if `format` is an assertion (2020-12 section 7.2.2) even if the meta-schema does not ask for it.
  package var assertsFormat: Bool
  /// True if Assay's keywords (`sorted`, `uniqueBy`, `level`, `source`) have a meaning without a `$vocabulary`.
  package var knowsAssayVocabulary: Bool

  /// The most steps that judging one value may take. Steps are counted for schemas that many paths lead to and for
  /// alternatives that fail. A value that takes more is not valid, and its violation says why.
  package var stepLimit: Int

  /// Makes options; the defaults are those of Assay's contracts.
  package init(assertsFormat: Bool = true, knowsAssayVocabulary: Bool = true, stepLimit: Int = 200_000_000) {
    self.assertsFormat = assertsFormat
    self.knowsAssayVocabulary = knowsAssayVocabulary
    self.stepLimit = stepLimit
  }
}

/// Finds the documents other schemas are in. Schemas never cause network traffic by themselves.
package protocol SchemaResolver: Sendable {
  /// The document `uri` (absolute, without a fragment) stands for, or `nil` where it is not known.
  func document(for uri: String) -> JSONDocument?
}
