import AssayContract
import AssayJSON
package import AssaySchema

/// The documented shape of one value: the types, members and items that a contract's schemas describe.
package struct DocumentedShape: Sendable {
  /// The schemas that apply to the value, as written in the contract.
  let schemas: [SchemaView]
  /// The members described by name, in the contract's order.
  let names: [String]
  private let named: [ExactText: [SchemaView]]
  /// The members that `required` or similar keywords name, but no schema describes; they may have any type.
  private let asked: Set<String>
  /// The names of members inside the value that the contract's expressions read.
  private let read: ReadNames
  /// The members that expressions read, although no schema describes them and nothing promises them.
  private let readOnly: Set<String>
  /// The schemas of members with any other name, as in a map.
  private let further: [SchemaView]
  /// True if members that are not described count as documented, because the schemas allow further members or describe
  /// none.
  let isOpen: Bool
  private let itemSchemas: [SchemaView]
  private let itemReads: ReadNames
  /// The values of the keyword `client`, which specify the client's use of members, each with the names of the members
  /// it applies to.
  private let clients: [(names: Set<String>, value: JSONValue)]
  /// The pointers of the schemas that describe members by name; equal for all values described by the same definition.
  let home: [JSONPointer]

  /// Makes the shape from `schemas`, the schemas they refer to, and all their alternatives.
  package init(_ schemas: [SchemaView]) { self.init(schemas, read: ReadNames()) }

  /// Makes the shape from `schemas`; `read` are the names of members that the contract's expressions read.
  init(_ schemas: [SchemaView], read: ReadNames) {
    self.schemas = schemas
    self.read = read
    let value = ValueSchema(schemas)
    let members = value.members
    var asked: [String] = []
    var itemReads = read.items
    for part in value.parts {
      asked += part["required"]?.items.compactMap(\.string) ?? []
      for member in part["dependentRequired"]?.members ?? JSONValue.null.members {
        asked += [member.key] + member.value.items.compactMap(\.string)
      }
      itemReads.places += part.sortKeys
    }
    var names = members.map(\.name)
    named = Dictionary(members.map { (ExactText($0.name), $0.schemas) }) { first, _ in first }
    further = value.furtherMembers
    // Where any name is described, and where none is said to be all there is, they are as the rest.
    let isClosed = !named.isEmpty && further.isEmpty && !value.allowsFurtherMembers
    let undescribed = isClosed ? Set(asked.filter { [named] in named[$0] == nil }) : []
    self.asked = undescribed
    for name in asked where self.asked.contains(name) && !names.containsExactly(name) { names.append(name) }
    self.names = names
    isOpen = value.allowsFurtherMembers || (named.isEmpty && further.isEmpty)
    readOnly = isClosed ? read.names.filter { [named] in named[$0] == nil }.subtracting(undescribed) : []
    itemSchemas = value.items
    self.itemReads = itemReads
    home = value.parts.filter { part in part.children.contains { $0.role.memberName != nil } }.map(\.pointer)
    clients = value.parts.compactMap { part in
      part["client"].map { (Set(part.children(of: "properties").compactMap(\.role.memberName)), $0) }
    }
  }

  /// Returns the client's use of the member `name`; `nil` if the schemas do not specify it.
  func use(of name: String) -> ClientUse? {
    clients.first { $0.names.contains(name) }.map { ClientUse(of: name, by: $0.value) }
  }

  /// Returns true if the member `name` is described by a schema, required by name, or read by an expression.
  func describes(_ name: String) -> Bool { named[name] != nil || asked.contains(name) || readOnly.contains(name) }
  /// True if the value is documented to be an object, but its content is not documented.
  var isUndescribed: Bool { types != .all && types.contains(.object) && isOpen && names.isEmpty && !isMap }
  /// True if the schemas describe members of any name, as in a map.
  var isMap: Bool { !further.isEmpty }
  /// Returns the documented shape of the member `name`; `nil` if ``describes(_:)`` is false for it.
  func member(_ name: String) -> DocumentedShape? {
    guard describes(name) else { return nil }
    return DocumentedShape(named[name] ?? [], read: read.member(name))
  }
  /// The documented shape of members that are not described by name; `nil` if none exists.
  var furtherMembers: DocumentedShape? {
    further.isEmpty ? nil : DocumentedShape(further, read: read.furtherMembers)
  }
  /// The documented shape of the array's items; `nil` if they are not described.
  var items: DocumentedShape? { itemSchemas.isEmpty ? nil : DocumentedShape(itemSchemas, read: itemReads) }

  /// The types that the schemas allow; all types if no schema specifies any.
  var types: JSONTypes { ValueSchema(schemas).types }

  /// The values listed by `enum` or `const`; empty without a list.
  var listedValues: [JSONValue] { ValueSchema(schemas, reach: .always).lists.flatMap(\.self) }
}

extension SchemaView {
  /// The pointers, within the items of a list, of the values by which the list is sorted or its items are unique.
  fileprivate var sortKeys: [ArraySlice<String>] {
    func listed(_ keyword: String) -> [JSONValue] {
      self[keyword].map { $0.kind == .array ? Array($0.items) : [$0] } ?? []
    }
    let pointers = listed("sorted").compactMap { $0["by"]?.string } + listed("uniqueBy").compactMap(\.string)
    return pointers.compactMap { JSONPointer($0).map { $0.tokens[...] } }
  }
}
