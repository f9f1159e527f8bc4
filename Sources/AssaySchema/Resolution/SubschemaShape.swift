import AssayJSON

/// What a keyword holds schemas in.
enum SubschemaShape: Sendable {
  case schema
  case array
  case map
  /// `items`: a schema, or a list of them before 2020-12.
  case schemaOrArray
  /// `dependencies`: schemas, or lists of names.
  case mapOfSchemasOrNames

  /// The schemas in a keyword's value, each with its key or position; with no token where the value is the schema.
  func schemas(in value: JSONValue, _ dialect: SchemaDialect) -> [(token: String?, schema: JSONValue)] {
    switch self {
    case .schema: [(nil, value)]
    case .array: Self.items(value)
    case .map: Self.members(value)
    case .schemaOrArray: value.kind == .array && dialect != .draft2020_12 ? Self.items(value) : [(nil, value)]
    case .mapOfSchemasOrNames: Self.members(value).filter { $0.schema.kind != .array }
    }
  }

  private static func items(_ value: JSONValue) -> [(token: String?, schema: JSONValue)] {
    value.items.enumerated().map { (String($0), $1) }
  }

  private static func members(_ value: JSONValue) -> [(token: String?, schema: JSONValue)] {
    value.members.map { ($0.key, $0.value) }
  }
}
