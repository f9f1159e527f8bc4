import AssayJSON

extension ContractReader {
  /// What an expression may read beside what was observed.
  enum Setting {
    /// A run: nothing else.
    case run
    /// The mock: its variables, and the resources the contract's operations create.
    case mock
  }

  /// The names that may follow a dollar sign in `setting`, beside those of observations.
  func variables(in setting: Setting) -> Set<String> {
    switch setting {
    case .run: []
    case .mock: mockVariables
    }
  }

  /// The mock's own variables and every kind of resource an operation creates or uses.
  static func mockVariables(of root: ContractNode) -> Set<String> {
    var names: Set<String> = ["mock", "data", "resources"]
    for operation in root.table("operations") {
      guard let mock = operation["mock"] else { continue }
      if let kind = mock.string("creates") { names.insert(kind) }
      names.formUnion(mock.table("uses").map(\.name))
    }
    return names
  }

  /// Parses every expression inside a template, so that a slip in one shows here and not in the middle of a run.
  mutating func checkTemplate(_ node: ContractNode?, in setting: Setting = .run) {
    guard let node else { return }
    for (value, error) in Template.problems(in: node.value, variables: variables(in: setting)) {
      note(error, .badExpression, in: value, pointer: node.pointer)
    }
  }
}
