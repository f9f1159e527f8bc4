import AssayDocuments
import AssayJSON

/// The types of a GraphQL service, from its schema language (GraphQL, section 3) or from the answer to an introspection query
/// (section 4).
struct GraphQLSchema {
  /// A reference to a type.
  indirect enum TypeReference {
    case named(String)
    case list(TypeReference)
    case nonNull(TypeReference)

    var isRequired: Bool { if case .nonNull = self { true } else { false } }
    /// The name of the type, or of the type of its items.
    var name: String {
      switch self {
      case .named(let name): name
      case .list(let inner), .nonNull(let inner): inner.name
      }
    }
  }

  struct Field {
    var name: String
    var type: TypeReference
    /// True for a member of an input that has a default value.
    var hasDefault = false
  }

  struct NamedType {
    enum Kind { case scalar, object, interface, union, `enum`, input }

    var kind: Kind
    var fields: [Field] = []
    /// The interfaces of an object.
    var interfaces: [String] = []
    /// The names of an enum, or the members of a union.
    var members: [String] = []
    var lines: ClosedRange<Int> = 1...1
  }

  private(set) var types: [String: NamedType] = [:]
  /// The types of operations, by `query`, `mutation` and `subscription`.
  private(set) var roots = ["query": "Query", "mutation": "Mutation", "subscription": "Subscription"]

  func field(_ name: String, of type: String) -> Field? { types[type]?.fields.first { $0.name == name } }

  /// Returns true if each object of the type `name` is one of `condition`.
  func isAlways(_ name: String, _ condition: String) -> Bool {
    name == condition || types[name]?.interfaces.contains(condition) == true
      || types[condition].map { $0.kind == .union && $0.members.contains(name) } ?? false
  }
}

/// Introspection.
extension GraphQLSchema {
  /// Reads the answer to an introspection query; `nil` for any other document.
  init?(introspection root: DocumentValue) {
    guard let schema = root["data"]?["__schema"] ?? root["__schema"], let types = schema["types"]?.items else {
      return nil
    }
    for (key, name) in [("query", "queryType"), ("mutation", "mutationType"), ("subscription", "subscriptionType")] {
      roots[key] = schema[name]?["name"]?.string
    }
    let kinds: [String: NamedType.Kind] = [
      "SCALAR": .scalar, "OBJECT": .object, "INTERFACE": .interface, "UNION": .union, "ENUM": .enum,
      "INPUT_OBJECT": .input,
    ]
    for type in types {
      guard let name = type["name"]?.string, let kind = type["kind"]?.string.flatMap({ kinds[$0] }) else { continue }
      var read = NamedType(kind: kind)
      read.fields = ((type["fields"]?.items ?? []) + (type["inputFields"]?.items ?? [])).compactMap(Self.field)
      read.interfaces = (type["interfaces"]?.items ?? []).compactMap { $0["name"]?.string }
      let members = kind == .enum ? type["enumValues"] : type["possibleTypes"]
      read.members = (members?.items ?? []).compactMap { $0["name"]?.string }
      read.lines = type.lines
      self.types[name] = read
    }
  }

  private static func field(_ value: DocumentValue) -> Field? {
    guard let name = value["name"]?.string, let type = value["type"].flatMap({ reference($0) }) else { return nil }
    return Field(name: name, type: type, hasDefault: value["defaultValue"]?.string != nil)
  }

  private static func reference(_ value: DocumentValue, depth: Int = 0) -> TypeReference? {
    guard depth < 20 else { return nil }
    let inner = value["ofType"].flatMap { reference($0, depth: depth + 1) }
    switch value["kind"]?.string {
    case "NON_NULL": return inner.map { .nonNull($0) }
    case "LIST": return inner.map { .list($0) }
    default: return value["name"]?.string.map { .named($0) }
    }
  }
}

/// The schema language.
extension GraphQLSchema {
  /// Reads type definitions; `nil` without any.
  init?(language tokens: [GraphQLToken]) {
    var cursor = GraphQLCursor(tokens)
    while cursor.current != nil {
      if cursor.current?.kind == .string { _ = cursor.next() }
      let line = cursor.current?.line ?? 1
      _ = cursor.take("extend")
      guard let word = cursor.next()?.text else { break }
      read(word, from: line, &cursor)
    }
    guard !types.isEmpty else { return nil }
    for name in ["Int", "Float", "String", "Boolean", "ID"] where types[name] == nil {
      types[name] = NamedType(kind: .scalar)
    }
  }

  private mutating func read(_ word: String, from line: Int, _ cursor: inout GraphQLCursor) {
    if word == "schema" {
      _ = cursor.skipDirectives()
      guard cursor.take("{") else { return }
      roots = [:]
      while !cursor.take("}"), let key = cursor.name(), cursor.take(":"), let name = cursor.name() { roots[key] = name }
      return
    }
    let kinds: [String: NamedType.Kind] = [
      "scalar": .scalar, "type": .object, "interface": .interface, "union": .union, "enum": .enum, "input": .input,
    ]
    guard let kind = kinds[word], let name = cursor.name() else { return }
    var type = types[name] ?? NamedType(kind: kind, lines: line...line)
    if cursor.take("implements") { type.interfaces += Self.names(between: "&", &cursor) }
    _ = cursor.skipDirectives()
    if kind == .union, cursor.take("=") {
      type.members += Self.names(between: "|", &cursor)
    } else if cursor.take("{") {
      Self.readMembers(of: &type, &cursor)
    }
    type.lines = type.lines.lowerBound...max(type.lines.lowerBound, cursor.line)
    types[name] = type
  }

  /// Reads names with a mark between them, and possibly before the first.
  private static func names(between mark: String, _ cursor: inout GraphQLCursor) -> [String] {
    var names: [String] = []
    _ = cursor.take(mark)
    while let name = cursor.name() {
      names.append(name)
      if !cursor.take(mark) { break }
    }
    return names
  }

  private static func readMembers(of type: inout NamedType, _ cursor: inout GraphQLCursor) {
    while !cursor.take("}"), cursor.current != nil {
      if cursor.current?.kind == .string { _ = cursor.next() }
      guard let member = cursor.name() else {
        _ = cursor.next()
        continue
      }
      if type.kind == .enum {
        type.members.append(member)
        _ = cursor.skipDirectives()
      } else if let field = field(member, &cursor) {
        type.fields.append(field)
      }
    }
  }

  private static func field(_ name: String, _ cursor: inout GraphQLCursor) -> Field? {
    if cursor.take("(") { cursor.skip("(", ")") }
    guard cursor.take(":"), let type = reference(&cursor) else { return nil }
    var field = Field(name: name, type: type)
    if cursor.take("=") {
      _ = cursor.value()
      field.hasDefault = true
    }
    _ = cursor.skipDirectives()
    return field
  }

  static func reference(_ cursor: inout GraphQLCursor, depth: Int = 0) -> TypeReference? {
    guard depth < 20 else { return nil }
    var type: TypeReference
    if cursor.take("[") {
      guard let inner = reference(&cursor, depth: depth + 1), cursor.take("]") else { return nil }
      type = .list(inner)
    } else {
      guard let name = cursor.name() else { return nil }
      type = .named(name)
    }
    if cursor.take("!") { type = .nonNull(type) }
    return type
  }
}
