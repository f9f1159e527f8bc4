package import AssayJSON

/// The choices that JSON Schema leaves open for reading and judging schemas.
package struct SchemaOptions: Sendable {
  /// True if `format` is an assertion (2020-12 section 7.2.2) even if the meta-schema does not ask for it.
  package var assertsFormat: Bool
  /// True if Assay's keywords (`sorted`, `uniqueBy`, `level`, `source`) have an effect even if the meta-schema does not
  /// list their vocabulary.
  package var knowsAssayVocabulary: Bool

  /// The maximum number of steps for validating one value. Steps are counted for schemas that many paths lead to, and
  /// for alternatives that do not match. A value that takes more is not valid, and its violation gives the reason.
  package var stepLimit: Int

  /// Makes options; the defaults are those of Assay's contracts.
  package init(assertsFormat: Bool = true, knowsAssayVocabulary: Bool = true, stepLimit: Int = 200_000_000) {
    self.assertsFormat = assertsFormat
    self.knowsAssayVocabulary = knowsAssayVocabulary
    self.stepLimit = stepLimit
  }
}

/// A resolver that finds the documents that contain other schemas. Schemas never cause network traffic by themselves.
package protocol SchemaResolver: Sendable {
  /// Returns the document with the URI `uri` (absolute, without a fragment), or `nil` if it is unknown.
  func document(for uri: String) -> JSONDocument?
}
