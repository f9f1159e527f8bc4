/// The names that a contract defines and refers to elsewhere.
struct DefinedNames {
  let servers: [String]
  let operations: [String]
  /// The names of all variables in the form in which expressions read them, `variables.NAME`.
  let outside: Set<String>
  /// The names of the secret variables.
  let secrets: Set<String>
  /// The names that templates of the mock may read.
  let mockVariables: Set<String>

  init(_ root: ContractNode) {
    servers = root.table("servers").map(\.name)
    operations = root.table("operations").map(\.name)
    let variables = root.table("variables")
    outside = Set(variables.map { "variables.\($0.name)" })
    secrets = Set(variables.filter { $0.bool("secret") ?? false }.map(\.name))
    mockVariables = Self.mockVariables(of: root)
  }

  /// Returns the mock's own variables and every kind of resource that an operation creates or uses.
  private static func mockVariables(of root: ContractNode) -> Set<String> {
    var names: Set<String> = ["mock", "data", "resources"]
    for operation in root.table("operations") {
      guard let mock = operation["mock"] else { continue }
      if let kind = mock.string("creates") { names.insert(kind) }
      names.formUnion(mock.table("uses").map(\.name))
    }
    return names
  }
}
