import AssayHTTP
package import AssayJSON
import AssaySchema

extension Contract {
  /// A valid value for a schema without an example, the simplest there is; `nil` if none can be made.
  package func sample(of promise: SchemaPromise) -> JSONValue? {
    ValueMaker.sample(of: schemas.view(at: promise.promise.pointer)) { promise.schema.isValid($0) }
  }

  /// The same for the schema at a place of the contract; `nil` if the place has no schema.
  package func sample(at pointer: JSONPointer) -> JSONValue? {
    guard let compiled = try? schemas.schema(at: pointer) else { return nil }
    return ValueMaker.sample(of: schemas.view(at: pointer)) { compiled.isValid($0) }
  }

  /// The text the mock sends as a header field: what its schema names, or the simplest it allows; `nil` where that is no text.
  /// A coding is gzip where it may be, which the mock can make.
  package func sampleText(of header: HeaderPromise) -> String? {
    let gzip = ContentCoding.gzip.rawValue
    if HTTPHeader(header.name, "").isNamed("Content-Encoding"),
      ScalarText.violations(of: gzip, header.schema.schema).isEmpty
    {
      return gzip
    }
    guard let sample = sample(of: header.schema), ![.object, .array, .null].contains(sample.kind) else { return nil }
    return sample.string ?? sample.text
  }
}
