package import AssayJSON

/// Finds the documents other schemas are in. Schemas never cause network traffic by themselves.
package protocol SchemaResolver: Sendable {
  /// The document `uri` (absolute, without a fragment) stands for, or `nil` where it is not known.
  func document(for uri: String) -> JSONDocument?
}
