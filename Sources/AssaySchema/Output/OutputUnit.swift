import AssayJSON

/// One result of the standard output (2020-12 section 12.3).
struct OutputUnit {
  var isValid: Bool
  /// The path of keywords the evaluation took, `$ref` and all (section 12.3.1).
  var keywordLocation: String
  /// The same place seen from its own document (section 12.3.2).
  var absoluteKeywordLocation: String
  var instanceLocation: String
  var error: String?
  /// The annotation, as JSON text.
  var annotation: String?
  /// What is below: of the same validity, but for `verbose`.
  var nested: [OutputUnit] = []

  func write(to writer: inout JSONWriter, isRoot: Bool = false) {
    writer.beginObject()
    writer.key("valid")
    writer.bool(isValid)
    writer.key("keywordLocation")
    writer.string(keywordLocation)
    writer.key("absoluteKeywordLocation")
    writer.string(absoluteKeywordLocation)
    writer.key("instanceLocation")
    writer.string(instanceLocation)
    if let error {
      writer.key("error")
      writer.string(error)
    }
    if let annotation {
      writer.key("annotation")
      writer.raw(annotation)
    }
    if !nested.isEmpty {
      writer.key(isValid ? "annotations" : "errors")
      writer.beginArray()
      for unit in nested { unit.write(to: &writer) }
      writer.endArray()
    }
    writer.endObject()
  }
}
