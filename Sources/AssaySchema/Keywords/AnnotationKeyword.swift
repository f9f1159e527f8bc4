import AssayJSON

/// A keyword that validates nothing: `title`, `default`, `readOnly`, and any that the vocabularies do not know.
struct AnnotationKeyword: SchemaKeyword {
  let place: KeywordPlace
  let value: JSONValue
  /// True if the keyword applies only to strings, as `contentEncoding` and its siblings do (2020-12 section 8).
  let isForStrings: Bool

  func record(_ value: JSONValue, _ run: inout SchemaRun) {
    if !isForStrings || value.kind == .string { run.annotate(.value(self.value)) }
  }

  func explain(_ value: JSONValue, _ run: inout SchemaRun) {}

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {}

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> Compiled {
    let isForStrings = KeywordDefinition.find(input.name, for: input.vocabularies)?.vocabulary == .content
    if isForStrings, input.name == "contentSchema", input.sibling("contentMediaType") == nil { return nil }
    return AnnotationKeyword(place: input.place, value: input.value, isForStrings: isForStrings)
  }
}
