import AssayJSON

/// The meta-schemas of the published drafts and Assay's own, built in, so that none is ever fetched.
enum MetaSchemas {
  /// Returns the document with the identifier `uri`, or `nil` if it is not a meta-schema.
  static func document(for uri: String) -> JSONDocument? { documents[uri] }

  /// The documents by their own identifier; the empty fragment (`#`) at the end of older identifiers is removed.
  private static let documents: [String: JSONDocument] = {
    var documents: [String: JSONDocument] = [:]
    for bytes in files {
      guard let document = try? JSONDocument(parsing: bytes) else { continue }
      let identifier = (document.root["$id"] ?? document.root["id"])?.string ?? ""
      documents[identifier.hasSuffix("#") ? String(identifier.dropLast()) : identifier] = document
    }
    return documents
  }()

  /// The files in `Resources/MetaSchemas`; Assay's two are also published in `contracts/`.
  private static let files = [
    PackageResources.assay_schema_json,
    PackageResources.assay_vocabulary_schema_json,
    PackageResources.draft_04_json,
    PackageResources.draft_06_json,
    PackageResources.draft_07_json,
    PackageResources.draft_2019_09_applicator_json,
    PackageResources.draft_2019_09_content_json,
    PackageResources.draft_2019_09_core_json,
    PackageResources.draft_2019_09_format_json,
    PackageResources.draft_2019_09_json,
    PackageResources.draft_2019_09_meta_data_json,
    PackageResources.draft_2019_09_validation_json,
    PackageResources.draft_2020_12_applicator_json,
    PackageResources.draft_2020_12_content_json,
    PackageResources.draft_2020_12_core_json,
    PackageResources.draft_2020_12_format_annotation_json,
    PackageResources.draft_2020_12_format_assertion_json,
    PackageResources.draft_2020_12_json,
    PackageResources.draft_2020_12_meta_data_json,
    PackageResources.draft_2020_12_unevaluated_json,
    PackageResources.draft_2020_12_validation_json,
  ]
}
