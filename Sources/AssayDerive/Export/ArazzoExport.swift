import AssayJSON

/// The scenarios of a contract as Arazzo workflows (1.0.1) for its OpenAPI description, and the reverse.
///
/// A step uses Arazzo's own members as far as possible, so that any workflow runner makes the same calls; the rest is
/// in extension members (``OwnMember``).
struct ArazzoExport {
  private static let description = "api"
  private static let marker = OwnMember.name("contract")
  private static let name = OwnMember.name("name")

  /// Returns true if workflows are exported scenarios.
  static func isExported(_ workflows: DraftTree) -> Bool { workflows[marker] != nil }

  /// Returns the file of the OpenAPI description that belongs to exported workflows.
  static func descriptionFile(of workflows: DraftTree) -> String? {
    workflows["sourceDescriptions"]?.items.first { $0["name"]?.string == description }?["url"]?.string
  }

  // MARK: There

  /// - Parameter file: The path of the contract's OpenAPI description, relative to the workflows' folder.
  static func workflows(of contract: DraftTree, describedIn file: String) -> DraftTree {
    let info: DraftTree = ["title": contract["title"] ?? contract["service"] ?? "API", "version": "1"]
    let source = [("name", description), ("url", file), ("type", "openapi")].map { ($0.0, DraftTree.string($0.1)) }
    var tree: DraftTree = ["arazzo": "1.0.1", "info": info]
    tree[marker] = contract["contract"] ?? "1"
    tree["sourceDescriptions"] = [.object(source)]
    tree["workflows"] = .array(
      (contract["scenarios"]?.members ?? []).map { workflow($0.key, $0.value, of: contract) }
    )
    return tree
  }

  private static func workflow(_ name: String, _ scenario: DraftTree, of contract: DraftTree) -> DraftTree {
    let id = identifier(name)
    var tree: DraftTree = ["workflowId": .string(id)]
    if id != name { tree[Self.name] = .string(name) }
    tree.take(["summary"], of: scenario)
    tree["steps"] = .array(
      ExportedParallel.steps(of: scenario["steps"]?.items ?? []).map { step, parallel in
        var exported = ExportedStep.step(of: step, calling: contract["operations"]?[step["operation"]?.string ?? ""])
        exported[ExportedParallel.member] = parallel
        return exported
      }
    )
    tree.takeOwn(of: scenario, but: ["summary", "steps"])
    return tree
  }

  /// Returns a name in the form that Arazzo recommends for workflows and steps (section 4.6.4): letters, digits, `_`
  /// and `-`.
  static func identifier(_ name: String) -> String {
    name.plain("_-", else: "-")
  }

  // MARK: And back

  /// Returns the contract of the description that belongs to the workflows, with their scenarios in place of its own.
  static func contract(of workflows: DraftTree, over described: DraftTree) -> DraftTree {
    var contract = described
    var scenarios: DraftTree = [:]
    for workflow in workflows["workflows"]?.items ?? [] {
      var scenario: DraftTree = [:]
      scenario.take(["summary"], of: workflow)
      scenario["steps"] = .array(ExportedParallel.contract(workflow["steps"]?.items ?? []))
      scenario.restoreOwn(of: workflow, but: [name])
      let id = workflow[name]?.string ?? workflow["workflowId"]?.string ?? "workflow"
      scenarios[id] = scenario
    }
    contract["scenarios"] = scenarios
    return contract
  }
}
