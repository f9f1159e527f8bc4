/// How schemas are read and judged where JSON Schema leaves a choice.
package struct SchemaOptions: Sendable {
  /// Whether `format` is an assertion (2020-12 section 7.2.2) even where the meta-schema does not ask for it.
  package var assertsFormat: Bool
  /// Whether Assay's keywords (`sorted`, `uniqueBy`, `level`, `source`) mean something without a `$vocabulary`.
  package var knowsAssayVocabulary: Bool

  /// Makes options; the defaults are those of Assay's contracts.
  package init(assertsFormat: Bool = true, knowsAssayVocabulary: Bool = true) {
    self.assertsFormat = assertsFormat
    self.knowsAssayVocabulary = knowsAssayVocabulary
  }
}
