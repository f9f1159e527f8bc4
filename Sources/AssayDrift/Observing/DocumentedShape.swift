import AssayContract
import AssayJSON
package import AssaySchema

/// What the schemas of a contract say about one value: its types, its members, its items.
package struct DocumentedShape: Sendable {
  /// The schemas of the value, each as the contract writes it.
  let schemas: [SchemaView]
  /// The members described by name, in the contract's order.
  let names: [String]
  private let named: [String: [SchemaView]]
  /// The members that are asked for by name and described nowhere: values of any type.
  private let asked: Set<String>
  /// What the contract's expressions read inside of it.
  private let read: ReadNames
  /// The members they read that are described nowhere: named, and no promise that any comes.
  private let readOnly: Set<String>
  /// What is said of members of other names, those of a map.
  private let further: [SchemaView]
  /// Members nobody described are as documented as the rest: nothing is said about any.
  let isOpen: Bool
  private let itemSchemas: [SchemaView]
  private let itemReads: ReadNames
  /// What the models say of how the client uses their members, each with the members it has.
  private let clients: [(names: Set<String>, value: JSONValue)]
  /// The schemas that name members: the same wherever the value is of one definition.
  let home: [JSONPointer]

  /// What all of `schemas` together say, those behind `$ref` and of every branch included.
  package init(_ schemas: [SchemaView]) { self.init(schemas, read: ReadNames()) }

  /// The same of a value of which the contract reads the members `read`.
  init(_ schemas: [SchemaView], read: ReadNames) {
    self.schemas = schemas
    self.read = read
    var names: [String] = []
    var named: [String: [SchemaView]] = [:]
    var further: [SchemaView] = []
    var items: [SchemaView] = []
    var home: [JSONPointer] = []
    var clients: [(names: Set<String>, value: JSONValue)] = []
    var saysAny = false
    var asked: [String] = []
    var itemReads = read.items
    // Each once: alternatives that lead to one another would double with every level of the value.
    var seen: Set<JSONPointer> = []
    for part in schemas.flatMap({ $0.sameValue(branches: true) }) where seen.insert(part.pointer).inserted {
      if let client = part["client"] {
        let names = part.children(of: "properties").compactMap { child in
          if case .member(let name) = child.role { name } else { nil }
        }
        clients.append((Set(names), client))
      }
      asked += part["required"]?.items.compactMap(\.string) ?? []
      if let dependent = part["dependentRequired"] {
        for member in dependent.members { asked += [member.key] + member.value.items.compactMap(\.string) }
      }
      itemReads.places += part.sortKeys
      for child in part.children {
        switch child.role {
        case .member(let name):
          if home.last != part.pointer { home.append(part.pointer) }
          if named[name] == nil { names.append(name) }
          named[name, default: []].append(child.schema)
        case .membersMatching: further.append(child.schema)
        case .furtherMembers, .unevaluatedMembers:
          if child.schema.boolean == nil {
            further.append(child.schema)
          } else if child.schema.boolean == true {
            saysAny = true
          }
        case .item, .items: items.append(child.schema)
        default: break
        }
      }
    }
    // Where any name is described, and where none is said to be all there is, they are as the rest.
    let isClosed = !named.isEmpty && further.isEmpty && !saysAny
    let undescribed = isClosed ? Set(asked.filter { named[$0] == nil }) : []
    self.asked = undescribed
    for name in asked where self.asked.contains(name) && !names.containsExactly(name) { names.append(name) }
    self.names = names
    self.named = named
    self.further = further
    isOpen = saysAny || (named.isEmpty && further.isEmpty)
    readOnly = isClosed ? read.names.filter { [named] in named[$0] == nil }.subtracting(undescribed) : []
    itemSchemas = items
    self.itemReads = itemReads
    self.home = home
    self.clients = clients
  }

  /// How the client uses the member `name`, as its model says; `nil` where none does.
  func use(of name: String) -> ClientUse? {
    clients.first { $0.names.contains(name) }.map { ClientUse(of: name, by: $0.value) }
  }

  /// Whether the member `name` is described, or at least named.
  func describes(_ name: String) -> Bool { named[name] != nil || asked.contains(name) || readOnly.contains(name) }
  /// Whether members of any name are described.
  var isMap: Bool { !further.isEmpty }
  /// What is said of the member `name`; `nil` where it is not named.
  func member(_ name: String) -> DocumentedShape? {
    guard describes(name) else { return nil }
    return DocumentedShape(named[name] ?? [], read: read.member(name))
  }
  /// What is said of members that have no description by name; `nil` where nothing is.
  var furtherMembers: DocumentedShape? {
    further.isEmpty ? nil : DocumentedShape(further, read: read.furtherMembers)
  }
  /// What is said of items; `nil` where nothing is.
  var items: DocumentedShape? { itemSchemas.isEmpty ? nil : DocumentedShape(itemSchemas, read: itemReads) }

  /// The types allowed by those of the schemas that say any; all of them where nothing is said.
  var types: JSONTypes {
    let said = schemas.map { Self.types(of: $0, depth: 0) }.filter { $0 != .all }
    return said.isEmpty ? .all : said.reduce(into: []) { $0.formUnion($1) }
  }

  /// The values listed by `enum` or `const`; empty where there is no list.
  var listedValues: [JSONValue] { schemas.flatMap { $0.sameValue() }.flatMap { $0.listedValues ?? [] } }

  /// Branches are followed this deep; schemas that hold themselves come to an end.
  private static let depthLimit = 8

  private static func types(of schema: SchemaView, depth: Int) -> JSONTypes {
    guard depth < depthLimit else { return .all }
    var types = JSONTypes.all
    for part in schema.sameValue() {
      types.formIntersection(part.types ?? .all)
      if let listed = part.listedValues {
        types.formIntersection(listed.reduce(into: []) { $0.formUnion(JSONTypes(of: $1)) })
      }
      for keyword in ["anyOf", "oneOf"] {
        let branches = part.children(of: keyword)
        guard !branches.isEmpty else { continue }
        types.formIntersection(branches.reduce(into: []) { $0.formUnion(self.types(of: $1.schema, depth: depth + 1)) })
      }
    }
    return types
  }
}

extension SchemaView {
  /// The places in its items that it sorts and tells them apart by.
  fileprivate var sortKeys: [ArraySlice<String>] {
    func listed(_ keyword: String) -> [JSONValue] {
      self[keyword].map { $0.kind == .array ? Array($0.items) : [$0] } ?? []
    }
    let pointers = listed("sorted").compactMap { $0["by"]?.string } + listed("uniqueBy").compactMap(\.string)
    return pointers.compactMap { JSONPointer($0).map { $0.tokens[...] } }
  }
}
