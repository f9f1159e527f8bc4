import AssayContract
import AssayJSON
import AssaySchema

/// The rule that every promise can be broken. It reports promises that no response can break, if that is visible
/// without a search.
enum IdlePromiseRule: LintRule {
  static func check(_ run: inout LintRun) {
    var reported: Set<JSONPointer> = []
    var isCut = false
    for site in run.sites.reversed() {
      guard let schema = site.schema, reported.insert(schema.pointer).inserted else { continue }
      let value = ValueSchema([schema], reach: .firstOfAlways(SchemaConjunction.most))
      check(schema, value.sharedTypes, &run)
      if !isCut, value.parts.count == SchemaConjunction.most {
        noteCut(at: site.node, &run)
        isCut = true
      }
    }
    for use in run.uses(in: run.root) { check(use, &run) }
    for operation in run.contract.operations {
      if case .stream(let stream) = operation.interaction { check(stream.events, &run) }
    }
  }

  // MARK: Events

  /// Reports events that are never recognised, because an earlier event in the list has the same name and condition.
  private static func check(_ events: [EventPromise], _ run: inout LintRun) {
    for (index, event) in events.enumerated() {
      let first = events[..<index].first { event.isRecognised(as: $0) }
      guard let first, let node = run.root.descendant(event.promise.pointer) else { continue }
      note(
        "the event `\(event.name)` never comes, because `\(first.name)` is recognised by the same condition",
        node.range,
        node.pointer,
        &run
      )
    }
  }

  // MARK: Schemas

  private static func check(_ schema: SchemaView, _ types: JSONTypes, _ run: inout LintRun) {
    for keyword in schema.keywords {
      if let reason = idle(keyword, in: schema, types) {
        note(reason, keyword.keyValue.byteRange, keyword.pointer, &run)
      }
    }
  }

  /// Returns the reason why no value can break `keyword`; `nil` if one may.
  private static func idle(_ keyword: SchemaView.Keyword, in schema: SchemaView, _ types: JSONTypes) -> String? {
    func lacks(_ names: String...) -> Bool { names.allSatisfy { schema[$0] == nil } }
    switch keyword.name {
    case "if" where lacks("then", "else"): return "`if` has no effect without `then` or `else`"
    case "then" where lacks("if"), "else" where lacks("if"): return "`\(keyword.name)` has no effect without `if`"
    case "minContains" where lacks("contains"), "maxContains" where lacks("contains"):
      return "`\(keyword.name)` has no effect without `contains`"
    case "anyOf" where schema.children(of: "anyOf").contains(where: \.schema.allowsAll):
      return "one branch of `anyOf` allows every value"
    default:
      guard !types.isEmpty, keyword.types.isDisjoint(with: types) else { return nil }
      return "`\(keyword.name)` says nothing of \(types.phrase)"
    }
  }

  // MARK: Expressions

  private static func check(_ use: ExpressionUse, _ run: inout LintRun) {
    let tokens = use.pointer.tokens
    guard use.kind == .expression, let key = tokens.last else { return }
    let text = use.expression.text
    if key == "when" {
      guard use.expression.isConstant else { return }
      note("the condition `\(text)` reads nothing, so it is the same each time", use.value.byteRange, use.pointer, &run)
    } else if key == "rule" || tokens.dropLast().last == "invariants" {
      if use.expression.alwaysHolds {
        note("`\(text)` holds for every response", use.value.byteRange, use.pointer, &run)
      } else if use.expression.isConstant {
        note("`\(text)` reads nothing, so it fails for every response", use.value.byteRange, use.pointer, &run)
      }
    }
  }

  /// Reports, once, that not all schemas for a value are compared.
  private static func noteCut(at node: ContractNode, _ run: inout LintRun) {
    let most = SchemaConjunction.most
    run.log.add(
      .idlePromise,
      "\(most) or more schemas apply to one value; of each value's, lint compares the first \(most)",
      help: "put the keywords of `allOf`, and of references to references, into one schema",
      range: node.range,
      pointer: node.pointer
    )
  }

  private static func note(_ reason: String, _ range: Range<Int>, _ pointer: JSONPointer, _ run: inout LintRun) {
    run.log.add(
      .idlePromise,
      reason,
      help: "a promise that no response can break or keep says nothing about the backend; correct or delete it",
      range: range,
      pointer: pointer
    )
  }
}

extension SchemaView {
  /// True if every value matches the schema: it is `true`, or has no keyword that restricts values.
  fileprivate var allowsAll: Bool {
    boolean ?? !keywords.contains { [.reference, .applicator, .assertion].contains($0.kind) }
  }
}

extension EventPromise {
  /// Returns true if both events have the same name on the wire and the same condition.
  fileprivate func isRecognised(as other: EventPromise) -> Bool {
    guard wireName.isExactly(other.wireName) else { return false }
    if let condition, let otherCondition = other.condition { return condition.normalForm == otherCondition.normalForm }
    guard condition == nil, other.condition == nil, let text, let otherText = other.text else { return false }
    return text.described == otherText.described
  }
}
