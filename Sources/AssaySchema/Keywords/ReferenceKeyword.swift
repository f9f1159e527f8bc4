import AssayHTTP
import AssayJSON

/// `$ref`, `$dynamicRef` (2020-12 section 8.2.3) and `$recursiveRef` (2019-09), all static once compiled.
struct ReferenceKeyword: SchemaKeyword {
  let place: KeywordPlace
  let target: SchemaNodeID

  var inPlace: [SchemaNodeID] { [target] }

  func evaluate(_ value: JSONValue, _ run: inout SchemaRun) {
    if !run.applies(target, to: value, place.name) { run.fail() }
  }

  func emit(_ block: inout ProgramBlock, _ builder: inout ProgramBuilder) { builder.include(target, &block) }

  static func compile(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    ReferenceKeyword(place: input.place, target: try compiler.node(reference: try input.string(), input))
  }

  static func compileDynamic(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    let reference = try input.string()
    let anchor = URIReference(reference).decodedFragment ?? ""
    guard !anchor.isEmpty else { return try compile(input, &compiler) }
    let target = try compiler.node(dynamicReference: reference, anchor: anchor, input)
    return ReferenceKeyword(place: input.place, target: target)
  }

  static func compileRecursive(_ input: KeywordInput, _ compiler: inout SchemaCompiler) throws(SchemaError) -> (
    any SchemaKeyword
  )? {
    let target = try compiler.node(dynamicReference: try input.string(), anchor: "", input)
    return ReferenceKeyword(place: input.place, target: target)
  }
}
