package import AssayFindings
package import AssayJSON

/// A value of a contract with its place and its inherited level and source: the cursor for loading and linting.
///
/// The applicable `level` and `source` are those of the nearest enclosing object that has them.
package struct ContractNode: Sendable {
  package let value: JSONValue
  package let pointer: JSONPointer
  /// The key of the value; `nil` for the root and for items of arrays.
  let keyValue: JSONValue?
  package let level: Level
  package let sources: [Citation]

  /// Makes the node of a whole contract.
  package init(root: JSONValue) {
    self.init(value: root, pointer: JSONPointer(), keyValue: nil, level: .must, sources: [])
  }

  private init(value: JSONValue, pointer: JSONPointer, keyValue: JSONValue?, level: Level, sources: [Citation]) {
    self.value = value
    self.pointer = pointer
    self.keyValue = keyValue
    self.level = level
    self.sources = sources
  }

  /// The key, or the last token of an item's pointer; empty at the root.
  package var name: String { pointer.tokens.last ?? "" }

  /// The range to underline: the key if there is one, otherwise the value.
  package var range: Range<Int> { keyValue?.byteRange ?? value.byteRange }

  /// The promise that the contract makes with this node: its level, sources and place.
  package var promise: Promise { Promise(level: level, sources: sources, pointer: pointer, offset: range.lowerBound) }

  /// The level written at this node, not an inherited one.
  package var ownLevel: Level? { Self.level(of: value) }

  private static func level(of value: JSONValue) -> Level? {
    value["level"]?.string.flatMap(Level.init(rawValue:))
  }

  /// The values of the `source` written at this node: one, or the items of an array.
  package var ownSourceValues: [JSONValue] { Self.sources(of: value) }

  private static func sources(of value: JSONValue) -> [JSONValue] {
    guard let source = value["source"] else { return [] }
    return source.kind == .array ? Array(source.items) : [source]
  }

  /// Returns a child node. In a table, which is keyed by names, `level` and `source` are ordinary names.
  private func child(_ value: JSONValue, token: String, keyValue: JSONValue?, isTable: Bool = false) -> ContractNode {
    var (level, sources) = (level, sources)
    if !isTable, value.kind == .object {
      level = Self.level(of: value) ?? level
      let own = Self.sources(of: value).compactMap { $0.string.flatMap { Citation($0) } }
      if !own.isEmpty { sources = own }
    }
    return ContractNode(
      value: value,
      pointer: pointer.appending(token),
      keyValue: keyValue,
      level: level,
      sources: sources
    )
  }

  private func member(named key: String) -> JSONMember? { value.member(named: key) }

  /// The member `key`, which may have its own level and source.
  package subscript(key: String) -> ContractNode? {
    member(named: key).map { child($0.value, token: key, keyValue: $0.keyValue) }
  }

  /// Returns the entries of the table `key`, each of which may have its own level and source.
  package func table(_ key: String) -> [ContractNode] {
    guard let member = member(named: key), member.value.kind == .object else { return [] }
    return child(member.value, token: key, keyValue: member.keyValue, isTable: true).entries
  }

  /// The members of this node as nodes, if it is a table: an object whose keys are names.
  package var entries: [ContractNode] {
    value.members.map { child($0.value, token: $0.key, keyValue: $0.keyValue) }
  }

  /// Returns the node of `member` of this object, which may be a table.
  func child(of member: JSONMember, isTable: Bool) -> ContractNode {
    child(member.value, token: member.key, keyValue: member.keyValue, isTable: isTable)
  }

  /// Returns the items of the array `key`.
  package func list(_ key: String) -> [ContractNode] {
    guard let member = member(named: key), member.value.kind == .array else { return [] }
    let list = child(member.value, token: key, keyValue: member.keyValue)
    return list.items
  }

  /// The items of this node, which is an array.
  package var items: [ContractNode] {
    value.items.enumerated().map { child($1, token: String($0), keyValue: nil) }
  }

  package func string(_ key: String) -> String? { value[key]?.string }

  /// Returns the steps of the list `key`, with the names of groups and each `parallel` replaced by their steps. `root`
  /// is the contract's root node.
  package func steps(_ key: String, in root: ContractNode) -> [ContractNode] {
    list(key).flatMap { step in
      step.string("group").map { root["groups"]?[$0]?.list("steps") ?? [] } ?? [step]
    }.flatMap(\.sideBySide)
  }
  func bool(_ key: String) -> Bool? { value[key]?.bool }

  /// Returns the node at `pointer` below this node, with its inherited level and source; `nil` if absent.
  package func descendant(_ pointer: JSONPointer) -> ContractNode? {
    descendant(pointer) { node, token in node.member(named: token) }
  }

  /// Returns the node at `pointer` below this node; `nil` if absent. `members` caches the members of large objects on
  /// the way.
  package func descendant(_ pointer: JSONPointer, _ members: inout MemberIndex) -> ContractNode? {
    descendant(pointer) { node, token in members.member(token, of: node.value) }
  }

  private func descendant(_ pointer: JSONPointer, member: (ContractNode, String) -> JSONMember?) -> ContractNode? {
    var node = self
    var isTable = false
    for token in pointer.tokens {
      let next: ContractNode?
      if node.value.kind == .array {
        next = node.value[JSONPointer(tokens: [token])].map { node.child($0, token: token, keyValue: nil) }
        isTable = false
      } else {
        // A name in a table may read like a table itself: a property called `properties`.
        isTable = !isTable && Self.tableKeys.contains(token)
        next = member(node, token).map {
          node.child($0.value, token: token, keyValue: $0.keyValue, isTable: isTable)
        }
      }
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// The keys whose objects are keyed by names.
  private static let tableKeys: Set<String> = [
    "documents", "servers", "variables", "environments", "securitySchemes", "groups", "operations", "scenarios",
    "parameters",
    "query", "headers",
    "multipart", "responses", "alternatives",
    "states", "events", "outputs", "uses", "set", "properties", "patternProperties", "dependentSchemas", "$defs",
  ]
}
