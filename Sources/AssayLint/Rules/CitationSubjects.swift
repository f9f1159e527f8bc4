import AssayHTTP
import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// The lookup of names for a promise, at least one of which should appear in the document lines cited for it.
struct CitationSubjects {
  private let root: ContractNode
  private let schemas: SchemaSet
  /// For each shared schema, by its JSON Pointer, the names of the properties, events and states that refer to it.
  private let users: [JSONPointer: [String]]

  init(root: ContractNode, sites: [ContractSite], schemas: SchemaSet) {
    self.root = root
    self.schemas = schemas
    var users: [JSONPointer: [String]] = [:]
    for site in sites {
      guard let schema = site.schema, let name = Self.enclosingName(schema.pointer) else { continue }
      for target in schema.targets { users[target.pointer, default: []].append(name) }
    }
    self.users = users
  }

  /// Returns the names for a part of the contract; empty if it is not about something that documents would name.
  func names(for site: ContractSite) -> [String] {
    switch site.kind {
    // What tells an event from others is found by the contract, and so is what it is called.
    case .event where ["name", "when", "text"].contains(where: { site.node[$0] != nil }): []
    case .state, .event: [site.node.name]
    case .parameter: [site.node.name] + path(of: site)
    case .constant, .nondecreasing:
      (site.node.string("pointer").flatMap { JSONPointer($0) }?.tokens ?? []).filter(Self.isName)
    case .order: Self.orderNames(site.node)
    case .invariant: fields(of: site.node) + [Self.enclosingName(site.node.pointer)].compactMap { $0 } + path(of: site)
    case .schema: site.schema.map { names(of: $0) } ?? []
    // A path of parameters alone, or `/`, has no word to look for.
    case .operation where path(of: site).isEmpty, .response where path(of: site).isEmpty: []
    case .operation: path(of: site) + site.node.table("responses").flatMap { response($0) }
    case .response where isDescribed(site.node): path(of: site) + response(site.node)
    default: []
    }
  }

  /// Returns the words of the operation's path, which documents usually mention next to a description of the whole
  /// call.
  private func path(of site: ContractSite) -> [String] {
    guard let operation = site.operation, let path = root["operations"]?[operation]?["request"]?.string("path") else {
      return []
    }
    return PathTemplate(path).words.compactMap { $0 }.filter { $0 != "api" }
  }

  /// Returns true if the response is one of an operation to a valid call. Errors are described in different words.
  private func isDescribed(_ node: ContractNode) -> Bool {
    node.pointer.tokens.first == "operations" && StatusPattern(node.name)?.isSuccess == true
  }

  /// Returns the names by which documents may identify a response: its status, and the members of its body.
  private func response(_ node: ContractNode) -> [String] {
    [node.name] + (node["body"].flatMap { schemas.view(at: $0.pointer) }.map { names(of: $0) } ?? [])
  }

  private func names(of schema: SchemaView) -> [String] {
    var names: [String] = []
    if let enclosing = Self.enclosingName(schema.pointer) { names.append(enclosing) }
    names += users[schema.pointer] ?? []
    if let shared = Self.sharedSchema(around: schema.pointer), names.isEmpty { names += users[shared] ?? [] }
    let value = ValueSchema(schema)
    for part in value.parts + value.items {
      for child in part.children {
        if case .member(let name) = child.role { names.append(name) }
      }
      names += part.keywords.flatMap(\.subjects)
    }
    return Self.distinct(names)
  }

  /// Returns the names that a rule reads: of members, header fields, parameters, events and outputs.
  private func fields(of invariant: ContractNode) -> [String] {
    guard let rule = invariant.string("rule"), let expression = try? Expression(parsing: rule) else { return [] }
    let names = expression.references.flatMap { reference in
      Self.names(in: reference.subject) + reference.pointer.tokens.filter(Self.isName)
    }
    return Self.distinct(names)
  }

  private static func names(in subject: Reference.Subject) -> [String] {
    switch subject {
    case .exchange(let part), .step(_, .exchange(let part)), .step(_, .all(.exchange(let part))):
      switch part {
      case .path(let name), .query(let name), .requestHeader(let name), .multipart(let name), .responseHeader(let name):
        [name]
      default: []
      }
    case .step(_, .output(let name)), .step(_, .all(.output(let name))), .lastOutput(let name), .events(let name):
      [name]
    default: []
    }
  }

  private static func orderNames(_ node: ContractNode) -> [String] {
    let text = node.value.string ?? node.string("expression") ?? ""
    return (try? EventOrder(parsing: text))?.names ?? []
  }

  /// Returns the name of the nearest enclosing property, header field, parameter, state or event; `nil` if none exists.
  private static func enclosingName(_ pointer: JSONPointer) -> String? {
    let tables: Set<String> = ["properties", "states", "events", "headers", "parameters", "query", "multipart"]
    let others: Set<String> = ["operations", "scenarios", "responses", "$defs"]
    var (name, table): (String?, String?)
    for token in pointer.tokens {
      if let open = table {
        // A name may read like a table: a property called `events`.
        if tables.contains(open) { name = token }
        table = nil
      } else if tables.contains(token) || others.contains(token) {
        table = token
      }
    }
    return name
  }

  /// Returns the pointer of the entry of `$defs` that contains `pointer`; `nil` if none does.
  private static func sharedSchema(around pointer: JSONPointer) -> JSONPointer? {
    pointer.tokens.first == "$defs" && pointer.tokens.count > 1
      ? JSONPointer(tokens: Array(pointer.tokens.prefix(2))) : nil
  }

  /// Returns true if a pointer's token is a member's name and not an item's position.
  private static func isName(_ token: String) -> Bool { Int(token) == nil && token != "-" }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
