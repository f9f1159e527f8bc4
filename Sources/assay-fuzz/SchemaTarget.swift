import AssayJSON
import AssaySchema

/// Parser and validator: bytes up to a NUL are a schema, those after it a value; without a NUL, all are both.
///
/// Besides crashes, the target looks for disagreement between the program and the walk, and between verdict and
/// reasons.
enum SchemaTarget {
  static func run(_ bytes: [UInt8]) {
    let (schemaBytes, rest) = FuzzTarget.parts(of: bytes)
    let valueBytes = rest ?? bytes
    // Room for the parser's error positions to be wrong shows here too.
    let value: JSONDocument
    do {
      value = try JSONDocument(parsing: valueBytes)
    } catch {
      precondition(error.offset >= 0 && error.offset <= valueBytes.count, "an error outside of the text")
      _ = JSONLocation(ofByte: error.offset, in: valueBytes)
      return
    }
    reread(value)
    guard let document = try? JSONDocument(parsing: schemaBytes),
      let schema = try? SchemaSet(document: document).schema(at: JSONPointer())
    else { return }
    judge(value.root, by: schema)
  }

  /// Checks that a value equals itself, and is found at its own pointer.
  private static func reread(_ document: JSONDocument) {
    precondition(document.root == document.root, "a value that differs from itself")
    guard document.entryCount < 200 else { return }
    let isUnambiguous = document.duplicateKeys().isEmpty
    for index in document.tape.indices {
      let value = JSONValue(document: document, index: index)
      _ = (value.string, value.number?.isInteger, value.int, value.hashValue)
      // What a later member of the same name hides has no pointer of its own.
      precondition(!isUnambiguous || document.root[value.pointer] != nil, "a pointer that leads nowhere")
    }
  }

  private static func judge(_ value: JSONValue, by schema: CompiledSchema) {
    let isValid = schema.isValid(value)
    precondition(schema.violations(of: value, limit: 10).isEmpty == isValid, "verdict and reasons disagree")
    for format in [OutputFormat.basic, .detailed, .verbose] {
      let output = try? JSONDocument(parsing: schema.output(for: value, as: format), limits: JSONLimits(depth: 100_000))
      precondition(output?.root["valid"]?.bool == isValid, "program and walk disagree")
    }
  }
}
