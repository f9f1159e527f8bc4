import AssayContract
import AssayFindings
import AssayJSON

/// The names of which lines cited for a promise should hold at least one.
struct CitationSubjects {
  private let root: ContractNode
  private let schemas: ContractSchemas
  /// The names of the properties, events and states that refer to a shared schema, by its place.
  private let users: [JSONPointer: [String]]

  init(root: ContractNode, sites: [ContractSite], schemas: ContractSchemas) {
    self.root = root
    self.schemas = schemas
    var users: [JSONPointer: [String]] = [:]
    for site in sites where site.kind == .schema {
      guard let target = schemas.target(of: site.node), let name = Self.enclosingName(site.node.pointer) else {
        continue
      }
      users[target.pointer, default: []].append(name)
    }
    self.users = users
  }

  /// The names for a site; none where the promise is about no field, event or state.
  func names(for site: ContractSite) -> [String] {
    switch site.kind {
    case .state, .event: [site.node.name]
    case .parameter: [site.node.name] + path(of: site)
    case .constant, .nondecreasing:
      (site.node.string("pointer").flatMap { JSONPointer($0) }?.tokens ?? []).filter(Self.isName)
    case .order: Self.orderNames(site.node)
    case .invariant: fields(of: site.node) + [Self.enclosingName(site.node.pointer)].compactMap { $0 } + path(of: site)
    case .schema: names(ofSchema: site.node)
    case .operation: path(of: site) + site.node.table("responses").flatMap { response($0) }
    case .response where isDescribed(site.node): path(of: site) + response(site.node)
    default: []
    }
  }

  /// The words of the operation's path: what is said of the whole call is said under its address.
  private func path(of site: ContractSite) -> [String] {
    guard let operation = site.operation, let path = root["operations"]?[operation]?["request"]?.string("path") else {
      return []
    }
    return path.split(separator: "/").filter { !$0.contains("{") && $0 != "api" }.map { String($0) }
  }

  /// Whether a response is what an operation answers to a valid call. Of errors, documents speak in their own words.
  private func isDescribed(_ node: ContractNode) -> Bool {
    node.pointer.tokens.first == "operations" && StatusPattern(node.name)?.isSuccess == true
  }

  /// What an answer is told by: its status, and the members of its body.
  private func response(_ node: ContractNode) -> [String] {
    [node.name] + (node["body"].map { names(ofSchema: $0) } ?? [])
  }

  private func names(ofSchema node: ContractNode) -> [String] {
    var names: [String] = []
    if let enclosing = Self.enclosingName(node.pointer) { names.append(enclosing) }
    names += users[node.pointer] ?? []
    if let shared = Self.sharedSchema(around: node.pointer), names.isEmpty { names += users[shared] ?? [] }
    for part in schemas.sameValue(node, branches: true) + schemas.items(of: [node]) {
      names += part.table("properties").map(\.name)
      names += part.value["required"]?.items.compactMap(\.string) ?? []
      names += part.list("sorted").compactMap { $0.string("by") } + [part["sorted"]?.string("by")].compactMap { $0 }
      names += [part.string("uniqueBy")].compactMap { $0 } + part.list("uniqueBy").compactMap(\.value.string)
      names += (part.value["enum"]?.items.compactMap(\.string) ?? []) + [part.value["const"]?.string].compactMap { $0 }
    }
    return Self.distinct(names)
  }

  /// The names a rule reads: members, headers, parameters, events, outputs.
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

  /// The nearest property, header, parameter, state or event a place is inside of.
  private static func enclosingName(_ pointer: JSONPointer) -> String? {
    let tables: Set<String> = ["properties", "states", "events", "headers", "parameters", "query", "multipart"]
    let tokens = pointer.tokens
    return tokens.indices.reversed().first { $0 > 0 && tables.contains(tokens[$0 - 1]) }.map { tokens[$0] }
  }

  /// The entry of `$defs` a place is inside of.
  private static func sharedSchema(around pointer: JSONPointer) -> JSONPointer? {
    pointer.tokens.first == "$defs" && pointer.tokens.count > 1
      ? JSONPointer(tokens: Array(pointer.tokens.prefix(2))) : nil
  }

  /// Whether a pointer's token is a member's name and not an item's position.
  private static func isName(_ token: String) -> Bool { Int(token) == nil && token != "-" }

  private static func distinct(_ names: [String]) -> [String] {
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }
}
