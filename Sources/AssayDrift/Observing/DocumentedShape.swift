import AssayContract
import AssayJSON
package import AssaySchema

/// The content of a contract's schemas about one value: its types, its members, its items.
package struct DocumentedShape: Sendable {
  /// The schemas of the value, each as the contract writes it.
  let schemas: [SchemaView]
  /// The members described by name, in the contract's order.
  let names: [String]
  private let named: [ExactText: [SchemaView]]
  /// The members that are asked for by name and described nowhere: values of any type.
  private let asked: Set<String>
  /// The names that the contract's expressions read inside the value.
  private let read: ReadNames
  /// The members they read that are described nowhere: named, and no promise that any comes.
  private let readOnly: Set<String>
  /// The schemas of members of other names, those of a map.
  private let further: [SchemaView]
  /// Members without a description are as documented as the rest: nothing is said about any.
  let isOpen: Bool
  private let itemSchemas: [SchemaView]
  private let itemReads: ReadNames
  /// The models' `client` values, which say how the client uses members, each with the members of its model.
  private let clients: [(names: Set<String>, value: JSONValue)]
  /// The schemas that name members: the same for all values of one definition.
  let home: [JSONPointer]

  /// Combines all of `schemas`, including those that `$ref` leads to and those of every branch.
  package init(_ schemas: [SchemaView]) { self.init(schemas, read: ReadNames()) }

  /// The same of a value of which the contract reads the members `read`.
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

  /// Returns the client's use of the member `name`, as its model says; `nil` where no model says it.
  func use(of name: String) -> ClientUse? {
    clients.first { $0.names.contains(name) }.map { ClientUse(of: name, by: $0.value) }
  }

  /// Returns true if the member `name` is described, or at least named.
  func describes(_ name: String) -> Bool { named[name] != nil || asked.contains(name) || readOnly.contains(name) }
  /// True if objects are documented, and nothing of their content.
  var isUndescribed: Bool { types != .all && types.contains(.object) && isOpen && names.isEmpty && !isMap }
  /// True if members of any name are described.
  var isMap: Bool { !further.isEmpty }
  /// Returns the documented shape of the member `name`; `nil` where it is not named.
  func member(_ name: String) -> DocumentedShape? {
    guard describes(name) else { return nil }
    return DocumentedShape(named[name] ?? [], read: read.member(name))
  }
  /// The documented shape of members that have no description by name; `nil` without one.
  var furtherMembers: DocumentedShape? {
    further.isEmpty ? nil : DocumentedShape(further, read: read.furtherMembers)
  }
  /// The documented shape of items; `nil` without one.
  var items: DocumentedShape? { itemSchemas.isEmpty ? nil : DocumentedShape(itemSchemas, read: itemReads) }

  /// The types allowed by those of the schemas that say any; all of them where nothing is said.
  var types: JSONTypes { ValueSchema(schemas).types }

  /// The values listed by `enum` or `const`; empty without a list.
  var listedValues: [JSONValue] { ValueSchema(schemas, reach: .always).lists.flatMap(\.self) }
}

extension SchemaView {
  /// The places in its items that it sorts and distinguishes them by.
  fileprivate var sortKeys: [ArraySlice<String>] {
    func listed(_ keyword: String) -> [JSONValue] {
      self[keyword].map { $0.kind == .array ? Array($0.items) : [$0] } ?? []
    }
    let pointers = listed("sorted").compactMap { $0["by"]?.string } + listed("uniqueBy").compactMap(\.string)
    return pointers.compactMap { JSONPointer($0).map { $0.tokens[...] } }
  }
}
