import AssayJSON

/// The contract format as a table: the values allowed at each place of a contract, by key.
///
/// The rows are the keys of `contracts/contract.schema.json`. The kind of a value is the name of the definition that
/// its key refers to, or its `x-kind`. Where a string has a different kind than other values, its kind is `x-string`.
package struct ContractFormat: Sendable {
  /// The kinds of values that the walks over a contract search for, such as operations, schemas and expressions.
  package enum Kind: String, Sendable, CaseIterable {
    case server, operation, parameter, requestBody, response, text, textPattern
    case content = "responseContent"
    /// A schema that a value must match.
    case schema
    /// A schema that tells values apart, such as events of the same name. It makes no promise.
    case condition
    case invariant, limit, poll, state, constant, nondecreasing
    case promiseSwitch = "switch"
    case stream, event, order, scenario, step, securityScheme
    /// An expression that checks responses.
    case expression
    /// An expression whose value is needed to build a request.
    case input
    /// A template of a request.
    case template
    case mockExpression, mockTemplate
    /// The name of a file, or a list of names.
    case file
  }

  /// The description of the values that the format allows at one place of a contract: their kind, and the shapes of the
  /// values inside them.
  final class Shape: Sendable {
    let kind: Kind?
    /// The kind of a string at this place, if it differs from the kind of other values; otherwise `nil`.
    let stringKind: Kind?
    let keys: [String: Shape]
    /// The shape of each member's value, if the value is a table: an object whose keys are names.
    let entries: Shape?
    let items: Shape?
    let choice: Choice?
    /// True if neither the value nor anything inside it has a kind.
    let isBarren: Bool

    /// Two alternative shapes of a value: `fitting` applies to objects that have the member `key`, or to strings if
    /// `key` is `nil`; `other` applies to all other values.
    struct Choice: Sendable {
      var key: String?
      var fitting: Shape
      var other: Shape
    }

    init(
      kind: Kind?,
      stringKind: Kind?,
      keys: [String: Shape],
      entries: Shape?,
      items: Shape?,
      choice: Choice?
    ) {
      (self.kind, self.stringKind, self.keys) = (kind, stringKind, keys)
      (self.entries, self.items, self.choice) = (entries, items, choice)
      isBarren = kind == nil && stringKind == nil && keys.isEmpty && entries == nil && items == nil && choice == nil
    }

    /// Returns the shape that describes `value`, if this shape has alternatives; otherwise this shape.
    func shape(of value: JSONValue) -> Shape {
      guard let choice else { return self }
      let isFitting = choice.key.map { value[$0] != nil } ?? (value.kind == .string)
      return (isFitting ? choice.fitting : choice.other).shape(of: value)
    }
  }

  /// The built-in format. It would be empty only if the embedded file were broken, which a test rules out.
  package static let shared = ContractFormat(FormatSchema.shared?.root ?? .object([]))

  private let root: Shape

  init(_ schema: JSONValue) {
    var reader = Reader(definitions: schema["$defs"] ?? .object([]))
    root = reader.shape(schema)
  }

  /// The builder of a format's shapes; each definition is built once.
  private struct Reader {
    let definitions: JSONValue
    private var known: [String: Shape] = [:]

    init(definitions: JSONValue) { self.definitions = definitions }

    mutating func shape(_ schema: JSONValue, named name: String? = nil) -> Shape {
      let base = (schema["$ref"]?.string?.split(separator: "/").last).map { definition(String($0)) }
      let kind = schema["x-kind"]?.string ?? name
      var keys = base?.keys ?? [:]
      for member in (schema["properties"] ?? .null).members { keys[member.key] = shape(member.value) }
      let patterns = (schema["patternProperties"] ?? .null).members.map(\.value)
      let tables = patterns + [schema["additionalProperties"] ?? .null]
      return Shape(
        kind: kind.flatMap(Kind.init(rawValue:)) ?? base?.kind,
        stringKind: schema["x-string"]?.string.flatMap(Kind.init(rawValue:)) ?? base?.stringKind,
        keys: keys,
        entries: tables.first { $0.kind == .object }.map { shape($0) } ?? base?.entries,
        items: schema["items"].map { shape($0) } ?? base?.items,
        choice: keys.isEmpty ? choice(schema) ?? base?.choice : nil
      )
    }

    private mutating func choice(_ schema: JSONValue) -> Shape.Choice? {
      guard let test = schema["if"], let fitting = schema["then"], let other = schema["else"] else { return nil }
      let key = (test["required"] ?? .null).items.compactMap(\.string).first
      guard key != nil || test["type"]?.string == "string" else {
        return Shape.Choice(key: "", fitting: shape(fitting), other: shape(other))
      }
      return Shape.Choice(key: key, fitting: shape(fitting), other: shape(other))
    }

    private mutating func definition(_ name: String) -> Shape {
      if let shape = known[name] { return shape }
      // What a schema may hold, AssaySchema knows.
      let isSchema = name == Kind.schema.rawValue
      let shape = shape(isSchema ? .object([]) : definitions[name] ?? .object([]), named: name)
      known[name] = shape
      return shape
    }
  }
}

extension ContractFormat {
  /// A value of a contract whose kind the format defines, with the operation, step or security scheme that contains it.
  package struct Place {
    package let kind: Kind
    package let node: ContractNode
    fileprivate let owner: Owner
    /// The name of the operation to which the place belongs; in a step, that of the step's operation.
    package var operation: String? { owner.operation }
    /// The byte offset of the step that contains the place, equal to that of the step's promise.
    package var step: Int? { owner.step }
    /// The name of the security scheme that contains the place.
    package var scheme: String? { owner.scheme }
  }

  /// The operation, step and security scheme to which a place belongs.
  fileprivate struct Owner {
    var operation: String?
    var step: Int?
    var scheme: String?

    /// Updates the owner on entering the value of `kind` at `node`.
    mutating func enter(_ kind: Kind, _ node: ContractNode) {
      switch kind {
      case .operation: operation = node.name
      case .scenario: operation = nil
      case .step: (operation, step) = (node.string("operation"), node.range.lowerBound)
      case .securityScheme: scheme = node.name
      default: break
      }
    }
  }

  /// Calls `visit` with each value of the contract `root` that has a kind, outer ones before those inside them.
  package func forEachPlace(in root: ContractNode, _ visit: (Place) -> Void) {
    walk(root, self.root, in: Owner(), visit)
  }

  private func walk(_ node: ContractNode, _ shape: Shape, in owner: Owner, _ visit: (Place) -> Void) {
    let shape = shape.shape(of: node.value)
    var owner = owner
    if let kind = shape.kind {
      owner.enter(kind, node)
      visit(Place(kind: kind, node: node, owner: owner))
    }
    if node.value.kind == .string, let kind = shape.stringKind {
      owner.enter(kind, node)
      visit(Place(kind: kind, node: node, owner: owner))
    }
    // A template is read as a whole.
    if shape.kind == .mockTemplate { return }
    if !shape.keys.isEmpty || shape.entries != nil {
      for member in node.value.members {
        let key = member.key
        // An object's own keys that start with `x-` are anybody's; in a table they are names.
        let next = shape.keys[key] ?? (shape.keys.isEmpty || !key.hasPrefix("x-") ? shape.entries : nil)
        guard let next, !next.isBarren else { continue }
        walk(node.child(of: member, isTable: next.entries != nil), next, in: owner, visit)
      }
    }
    if let items = shape.items, node.value.kind == .array {
      for item in node.items { walk(item, items, in: owner, visit) }
    }
  }
}
