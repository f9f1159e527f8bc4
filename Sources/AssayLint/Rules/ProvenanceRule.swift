import AssayContract
import AssayFindings
import AssayJSON
import AssaySchema

/// The rule that every `must` has a source.
enum ProvenanceRule: LintRule {
  static func check(_ run: inout LintRun) {
    for site in run.sites where promises(site.kind) && site.node.level == .must && site.node.sources.isEmpty {
      note(noun(site.kind), site.node, &run)
    }
    var walk = SchemaProvenance()
    for site in run.sites where isUse(site) { walk.visit(site) }
    for schema in walk.unsourced {
      if let node = run.root.descendant(schema.pointer) { note("schema", node, &run) }
    }
  }

  /// Returns true for the kinds of contract parts that make a promise by themselves, except schemas, which are visited
  /// along their references instead.
  private static func promises(_ kind: ContractFormat.Kind) -> Bool {
    switch kind {
    case .response, .content, .text, .textPattern, .invariant, .limit, .state, .constant, .nondecreasing,
      .promiseSwitch, .event, .order:
      true
    default: false
    }
  }

  private static func noun(_ kind: ContractFormat.Kind) -> String {
    switch kind {
    case .textPattern: "pattern"
    case .promiseSwitch: "promise"
    case .constant: "constant value"
    case .nondecreasing: "value that never falls"
    default: "\(kind)"
    }
  }

  /// Returns true if the schema is part of an operation or a step, and not only referred to by other schemas.
  private static func isUse(_ site: ContractSite) -> Bool {
    site.kind == .schema && site.node.pointer.tokens.first != "$defs"
  }

  private static func note(_ noun: String, _ node: ContractNode, _ run: inout LintRun) {
    run.log.add(
      .noProvenance,
      "a `must` without a source: no document is cited for this \(noun)",
      help: "add `\"source\": \"document:first-last\"`, or a lower `level` if no document promises it",
      range: node.range,
      pointer: node.pointer
    )
  }
}

/// A walk through schemas that follows `$ref`, since a shared schema inherits the `level` and `source` of the reference
/// to it.
private struct SchemaProvenance {
  private(set) var unsourced: [SchemaView] = []
  private var seen: Set<Visit> = []

  private struct Visit: Hashable {
    var pointer: JSONPointer
    var level: Level
    var hasSource: Bool
  }

  /// Visits the schema at `site`, which is part of an operation or a step, and all schemas that it refers to or
  /// contains.
  mutating func visit(_ site: ContractSite) {
    guard let schema = site.schema else { return }
    var pending = [(schema, (level: site.node.level, hasSource: !site.node.sources.isEmpty))]
    while let (schema, outer) = pending.popLast() {
      let level = schema.ownLevel.flatMap(Level.init(rawValue:)) ?? outer.level
      let hasSource = !schema.ownSources.isEmpty || outer.hasSource
      guard seen.insert(Visit(pointer: schema.pointer, level: level, hasSource: hasSource)).inserted else { continue }
      if level == .must, !hasSource, schema.asserts {
        unsourced.append(schema)
        // What is inside rests on the same missing source.
        continue
      }
      let inner = schema.children.filter { child in
        if case .definition = child.role { false } else { true }
      }
      pending += (inner.map(\.schema) + schema.targets).map { ($0, (level, hasSource)) }
    }
  }
}
