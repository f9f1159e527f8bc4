import AssayHTTP
import AssayJSON

/// Reading of the alternative media types of a body.
extension ContractReader {
  /// Reads an alternative media type of `body`. Its schema and example are those of `body` unless it has its own.
  mutating func alternative(_ node: ContractNode, of body: BodyTemplate) -> BodyTemplate {
    checkTemplate(node["example"])
    var other = body
    other.contentType = node.name
    other.promise = node.promise
    let isSameValue = MediaType(node.name)?.isJSON == true || other.isForm
    other.schema = schema(node["schema"]) ?? (isSameValue ? body.schema : nil)
    other.example = node.value["example"] ?? body.example
    if node["example"] == nil, !isSameValue {
      log.add(
        .missingKey,
        "`\(node.name)` cannot be converted from the body, and has no `example`",
        help: "give an `example`: a text, or { \"$file\": path } for the bytes of a file",
        range: node.range,
        pointer: node.pointer
      )
    }
    return other
  }

  /// Reports media types that are listed twice for one body.
  mutating func checkTypes(_ types: [String], of node: ContractNode) {
    for (index, type) in types.enumerated().dropFirst() {
      guard let known = types[..<index].first(where: { MediaType(type)?.matches($0) ?? false }) else { continue }
      let entry = node["alternatives"]?.entries.first { $0.name == type } ?? node
      log.add(
        .repeatedMediaType,
        known == type ? "`\(type)` is the media type already" : "`\(type)` is one of `\(known)` already",
        help: "delete it, or name a different media type",
        range: entry.range,
        pointer: entry.pointer
      )
    }
  }
}
