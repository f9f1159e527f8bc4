import AssayDocuments
import AssayJSON
import AssayText

/// The values of a response by which later calls may identify a thing: the strings and integers in its body.
enum OpenAPIIdentities {
  /// A value of a response.
  struct Value {
    var name: String
    /// The runtime expression that reads the value.
    var expression: String
    var type: String?
    var format: String?
    /// True if the value belongs to the first of many things.
    var isOfList: Bool
    /// True if the value is a member of a member of the body.
    var isNested = false
    /// True if it is the field `Location` of the answer, whose last segment names the thing.
    var isLocation = false
  }

  /// The field `Location` of the answer to a call that creates something.
  static let location = Value(name: "", expression: "", isOfList: false, isLocation: true)

  /// The values of an answer with `schema`, those of the whole answer before those of its parts.
  static func all(in schema: OpenAPINode) throws(DraftError) -> [Value] {
    var values: [Value] = []
    try add(schema, "$response.body#", isOfList: false, depth: 0, &values)
    return values
  }

  /// The strings and numbers among the members of the body that an operation's calls send.
  static func sent(by operation: DraftTree) -> [Value] {
    (operation["request"]?["body"]?["example"]?.members ?? []).compactMap { name, value in
      switch value {
      case .object, .array, .sources, .raw("true"), .raw("false"), .raw("null"): nil
      case .raw: Value(name: name, expression: "$request.body#\(JSONPointer(tokens: [name]))", isOfList: false)
      }
    }
  }

  private static func add(
    _ schema: OpenAPINode,
    _ place: String,
    isOfList: Bool,
    depth: Int,
    _ values: inout [Value]
  ) throws(DraftError) {
    let found = try only(schema.resolved)
    if let item = found["items"], !isOfList {
      return try add(item, place + "/0", isOfList: true, depth: depth, &values)
    }
    var inner: [(node: OpenAPINode, place: String)] = []
    for (name, member) in try found.properties() {
      let node = try only(member.resolved)
      let own = "\(place)\(JSONPointer(tokens: [name]))"
      let type = node.type
      if type == "string" || type == "integer" {
        values.append(
          Value(
            name: name,
            expression: own,
            type: type,
            format: node["format"]?.string,
            isOfList: isOfList,
            isNested: depth > 0
          )
        )
      } else if depth < 1 {
        inner.append((member, own))
      }
    }
    for (node, place) in inner {
      try add(node, place, isOfList: isOfList, depth: depth + 1, &values)
    }
  }

  /// Returns the only alternative of `anyOf`, `oneOf` or `allOf` that is not `null`; `node` itself if there is not
  /// exactly one, or it has properties.
  private static func only(_ node: OpenAPINode) throws(DraftError) -> OpenAPINode {
    let choices = (node["anyOf"] ?? node["oneOf"] ?? node["allOf"])?.items.filter { $0["type"]?.string != "null" } ?? []
    guard choices.count == 1, node["properties"] == nil else { return node }
    return try choices[0].resolved
  }
}
