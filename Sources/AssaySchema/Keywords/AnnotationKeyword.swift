import AssayJSON

/// A keyword that judges nothing: `title`, `default`, `readOnly`, and every one the vocabularies do not know.
struct AnnotationKeyword: SchemaKeyword {
  let place: KeywordPlace
  let value: JSONValue

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) { run.annotate(.value(self.value)) }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) {}
}
