import AssayContract
import AssayFindings
import AssayJSON

/// Every `must` says where it comes from.
enum ProvenanceRule: LintRule {
  static func check(_ run: inout LintRun) {
    for site in run.sites where promises(site.kind) && site.node.level == .must && site.node.sources.isEmpty {
      note(noun(site.kind), site.node, &run)
    }
    var walk = SchemaProvenance(schemas: run.schemas)
    for root in run.sites where root.kind == .schema && isUse(root) { walk.visit(root.node) }
    for node in walk.unsourced { note("schema", node, &run) }
  }

  /// The kinds of site that promise something by themselves; schemas are walked along their references instead.
  private static func promises(_ kind: ContractSite.Kind) -> Bool {
    switch kind {
    case .response, .content, .text, .textPattern, .invariant, .limit, .state, .constant, .nondecreasing,
      .promiseSwitch, .event, .order:
      true
    case .server, .operation, .parameter, .requestBody, .schema, .poll, .stream, .scenario, .step: false
    }
  }

  private static func noun(_ kind: ContractSite.Kind) -> String {
    switch kind {
    case .textPattern: "pattern"
    case .promiseSwitch: "promise"
    case .constant: "constant value"
    case .nondecreasing: "value that never falls"
    default: "\(kind)"
    }
  }

  /// Whether the schema is one an operation or a step uses directly, and so is entered from outside.
  private static func isUse(_ site: ContractSite) -> Bool {
    site.node.pointer.tokens.first != "$defs"
  }

  private static func note(_ noun: String, _ node: ContractNode, _ run: inout LintRun) {
    run.log.add(
      .noProvenance,
      "a `must` without a source: nothing says where this \(noun) comes from",
      help: "add `\"source\": \"document:first-last\"`, or a lower `level` if no document promises it",
      range: node.range,
      pointer: node.pointer
    )
  }
}

/// Follows schemas along `$ref`, since what refers to a shared schema lends it its level and source.
private struct SchemaProvenance {
  let schemas: ContractSchemas
  private(set) var unsourced: [ContractNode] = []
  private var seen: Set<Visit> = []

  private struct Visit: Hashable {
    var pointer: JSONPointer
    var level: Level
    var hasSource: Bool
  }

  init(schemas: ContractSchemas) { self.schemas = schemas }

  /// Visits `root`, which an operation or a step uses, and all it reaches.
  mutating func visit(_ root: ContractNode) {
    var pending = [(root, (level: root.level, hasSource: !root.sources.isEmpty))]
    while let (node, outer) = pending.popLast() {
      let level = node.ownLevel ?? outer.level
      let hasSource = !node.ownSourceValues.isEmpty || outer.hasSource
      guard seen.insert(Visit(pointer: node.pointer, level: level, hasSource: hasSource)).inserted else { continue }
      if level == .must, !hasSource, SchemaWalk.asserts(node) {
        unsourced.append(node)
        // What is inside rests on the same missing source.
        continue
      }
      let reached = SchemaWalk.children(of: node).filter { $0.pointer.tokens.dropLast().last != "$defs" }
      pending += reached.map { ($0, (level, hasSource)) }
      if let target = schemas.target(of: node) { pending.append((target, (level, hasSource))) }
    }
  }
}
