import AssayJSON
import AssayText

/// A step of a scenario as a step of a workflow (Arazzo 1.0.1 section 4.6.5), and the reverse.
enum ExportedStep {
  private static let stepID = OwnMember.name("stepId")

  // MARK: There

  static func step(of step: DraftTree, calling operation: DraftTree?) -> DraftTree {
    let name = step["operation"] ?? ""
    let id = step["stepId"]?.string ?? name.string ?? ""
    var tree: DraftTree = ["stepId": .string(ArazzoExport.identifier(id))]
    if ArazzoExport.identifier(id) != id { tree[stepID] = .string(id) }
    tree["operationId"] = name
    tree.take(["description"], of: step)
    var parameters: [DraftTree] = []
    for (table, place) in ExportedOperation.places {
      var others: DraftTree = [:]
      for (name, value) in step[table]?.members ?? [] {
        // A path parameter of a step may be one of the query, too.
        let isOfPath = operation?["request"]?["path"]?.string?.contains("{\(name)}") ?? false
        if isSayable(value), place != "path" || isOfPath {
          parameters.append(["name": .string(name), "in": .string(place), "value": value])
        } else {
          others[name] = value
        }
      }
      tree.add(OwnMember.name(table), others)
    }
    tree.add("parameters", .array(parameters))
    if let body = step["body"] {
      if let payload = payload(body, of: operation) { tree["requestBody"] = payload }
      tree[OwnMember.name("body")] = body
    }
    tree["successCriteria"] = criteria(step, of: operation)
    var others: DraftTree = [:]
    var outputs: DraftTree = [:]
    for (name, value) in step["outputs"]?.members ?? [] {
      if let text = value.string, isRuntimeExpression(text) { outputs[name] = value } else { others[name] = value }
    }
    tree.add("outputs", outputs)
    tree.add(OwnMember.name("outputs"), others)
    let said: Set<String> = ["stepId", "operation", "description", "parameters", "query", "headers", "body", "outputs"]
    tree.takeOwn(of: step, but: said)
    return tree
  }

  /// Returns the complete body that a step sends, as Arazzo requires: its patch applied to the operation's example (RFC
  /// 7396).
  private static func payload(_ patch: DraftTree, of operation: DraftTree?) -> DraftTree? {
    let body = operation?["request"]?["body"]
    let whole = merged(patch, over: body?["example"] ?? [:])
    guard isSayable(whole) else { return nil }
    return ["contentType": body?["content"] ?? "application/json", "payload": whole]
  }

  private static func merged(_ patch: DraftTree, over base: DraftTree) -> DraftTree {
    guard patch.isObject else { return patch }
    var result = base.isObject ? base : [:]
    for (name, value) in patch.members {
      result[name] = value.isNull ? nil : merged(value, over: result[name] ?? [:])
    }
    return result
  }

  /// Returns the criteria for the status of a step's response.
  private static func criteria(_ step: DraftTree, of operation: DraftTree?) -> DraftTree? {
    let all = (step["responses"] ?? operation?["responses"])?.members.map(\.key) ?? []
    let wanted = step["responses"] == nil ? all.filter { $0.hasPrefix("2") } : all
    let conditions = wanted.compactMap { status in
      if Int(status) != nil { return "$statusCode == \(status)" }
      guard status.hasSuffix("XX"), let first = status.first?.wholeNumberValue else { return nil }
      return "($statusCode >= \(first)00 && $statusCode < \(first + 1)00)"
    }
    guard !conditions.isEmpty, conditions.count == wanted.count else { return nil }
    return [["condition": .string(conditions.joined(separator: " || "))]]
  }

  /// Returns true if Arazzo can express `value` unchanged: it contains neither expressions nor instructions of
  /// contracts, except outputs of steps.
  private static func isSayable(_ value: DraftTree) -> Bool {
    switch value {
    case .raw, .sources:
      guard let text = value.string else { return !value.isNull }
      return !text.contains("$") && !text.contains("{{") || isStepOutput(text)
    case .array(let items): return items.allSatisfy(isSayable)
    case .object(let members): return members.allSatisfy { !$0.key.hasPrefix("$") && isSayable($0.value) }
    }
  }

  /// Returns true if `text` is exactly a reference to a step's output: `$steps.ID.outputs.NAME`.
  private static func isStepOutput(_ text: String) -> Bool {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count == 4 && parts[0] == "$steps" && parts[2] == "outputs" && isName(parts[1]) && isName(parts[3])
  }

  /// Returns true if a runtime expression is the same in both formats: the status, a header field or a place of the
  /// answer's body.
  private static func isRuntimeExpression(_ text: String) -> Bool {
    if text == "$statusCode" || text == "$response.body" { return true }
    if text.hasPrefix("$response.header.") { return isName(text.dropFirst("$response.header.".count)) }
    let pointer = "$response.body#/"
    return text.hasPrefix(pointer)
      && text.dropFirst(pointer.count).allSatisfy { $0.isPlain(or: "/_-~.") }
  }

  private static func isName(_ text: Substring) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isPlain(or: "_-") }
  }

  // MARK: And back

  static func contract(_ step: DraftTree) -> DraftTree {
    let id = step[stepID] ?? step["stepId"]
    let name = step["operationId"]
    var tree: DraftTree = [:]
    if id?.string != name?.string { tree["stepId"] = id }
    tree["operation"] = name
    tree.take(["description"], of: step)
    var tables: [String] = []
    for (table, place) in ExportedOperation.places {
      var values: DraftTree = [:]
      for parameter in step["parameters"]?.items ?? [] where parameter["in"]?.string == place {
        values[parameter["name"]?.string ?? ""] = parameter["value"]
      }
      for (name, value) in step[OwnMember.name(table)]?.members ?? [] { values[name] = value.referring(.toContract) }
      tree.add(table, values)
      tables.append(OwnMember.name(table))
    }
    var outputs = step["outputs"] ?? [:]
    for (name, value) in step[OwnMember.name("outputs")]?.members ?? [] { outputs[name] = value }
    tree.add("outputs", outputs)
    tree.restoreOwn(of: step, but: Set(tables + [stepID, OwnMember.name("outputs"), ExportedParallel.member]))
    return tree
  }
}
