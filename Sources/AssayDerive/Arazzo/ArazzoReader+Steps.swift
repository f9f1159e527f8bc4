import AssayDocuments
import AssayJSON
import AssayText
import AssaySecrets

/// Conversion of a workflow's steps to steps of a scenario.
extension ArazzoReader {
  mutating func step(
    _ node: OpenAPINode,
    _ id: String,
    _ operation: OpenAPIReader.Operation,
    _ setting: inout Setting
  ) throws(DraftError) -> DraftTree {
    var tree: DraftTree = [:]
    let name = (setting.prefix + id).map { $0.isPlain(or: "-_.") ? $0 : "-" }
    let stepID = String(name)
    if stepID != operation.name { tree["stepId"] = .string(stepID) }
    tree["operation"] = .string(operation.name)
    if let text = node["description"]?.string?.split(separator: "\n").first {
      tree["description"] = .string(String(text))
    }
    tree["source"] = api.schemas.source(node)
    let expressions = expressions(setting)
    var parts: DraftTree = [:]
    for given in node["parameters"]?.items ?? [] {
      try add(given, of: id, to: &parts, operation, expressions, setting)
    }
    if let body = node["requestBody"] { add(body: body, of: id, operation, to: &parts, expressions, setting) }
    tree.take(["parameters", "query", "headers", "body"], of: parts)
    criteria(node, id, operation, &tree, expressions)
    var outputs: DraftTree = [:]
    for (name, value) in node["outputs"]?.members ?? [] {
      let safe = name.plain("_.-")
      guard let text = value.string, let made = expressions.convert(text), made.hasPrefix("$") else {
        api.schemas.lose("the output \(name) of the step \(id): \(value.string ?? "a selector")", value)
        continue
      }
      outputs[safe] = .output(.string(made), isSecret: Credentials.isSecret(name))
      setting.outputs[id, default: [:]][name] = "$steps.\(stepID).outputs.\(safe)"
    }
    tree.add("outputs", outputs)
    for key in ["onSuccess", "timeout", "dependsOn", "correlationId"] {
      if let given = node[key] { api.schemas.lose("`\(key)` of the step \(id): steps run in order", given) }
    }
    return tree
  }

  private mutating func add(
    _ given: OpenAPINode,
    of id: String,
    to parts: inout DraftTree,
    _ operation: OpenAPIReader.Operation,
    _ expressions: ArazzoExpression,
    _ setting: Setting
  ) throws(DraftError) {
    let shared = component("parameters", of: given)
    if shared == nil, let reference = given["reference"]?.string {
      return api.schemas.lose("the parameter \(reference) of the step \(id), which is not described", given)
    }
    let node = shared ?? given
    guard let name = node["name"]?.string else {
      return api.schemas.lose("a parameter of the step \(id), which has no name", given)
    }
    guard let value = given["value"] ?? node["value"] else {
      return api.schemas.lose("the parameter \(name) of the step \(id), which has no value", given)
    }
    if let input = setting.absentInput(in: value.value) {
      return api.schemas.lose(
        "the parameter \(name) of the step \(id): the input \(input) has no example, and the operation's own is sent",
        given
      )
    }
    guard let made = value.value.converted(expressions.text) else {
      return api.schemas.lose("the parameter \(name) of the step \(id): \(value.string ?? value.value.json)", given)
    }
    let place = node["in"]?.string ?? "path"
    guard let key = place == "body" ? place : OpenAPIRequest.tables[place] else {
      return api.schemas.lose("the parameter \(name) of the step \(id), which is in \(place)", given)
    }
    if key == "parameters" || key == "query", operation.tree["request"]?[key]?[name] == nil {
      api.schemas.lose("the parameter \(name) of the step \(id): \(operation.name) has no such parameter", given)
      if key == "parameters" { return }
    }
    parts.put(made, at: [key, name])
  }

  private mutating func add(
    body: OpenAPINode,
    of id: String,
    _ operation: OpenAPIReader.Operation,
    to parts: inout DraftTree,
    _ expressions: ArazzoExpression,
    _ setting: Setting
  ) {
    var members: [DocumentValue.Member] = []
    if let payload = body["payload"] {
      if let text = payload.string, (try? JSONDocument(parsing: text)) != nil {
        members = (try? DocumentValue(parsing: Array(text.utf8)))?.members ?? []
      } else if payload.value.isObject {
        members = payload.value.members
      } else {
        api.schemas.lose("the payload of the step \(id), which is not an object", payload)
      }
    }
    var tree: DraftTree = [:]
    for member in members {
      let name = member.key
      if let input = setting.absentInput(in: member.value) {
        if Credentials.isSecret(input) {
          tree[name] = "${\(SeenSecrets.variable(input))}"
        } else {
          api.schemas.lose(
            "the member \(name) of the payload of the step \(id): the input \(input) has no example, and the operation's own is sent",
            body
          )
        }
        continue
      }
      guard let made = member.value.converted(expressions.text) else {
        api.schemas.lose("the member \(name) of the payload of the step \(id)", body)
        continue
      }
      tree[name] = made
    }
    for replacement in body["replacements"]?.items ?? [] {
      let way = (replacement["target"]?.string ?? "").parts("/")
      guard !way.isEmpty, let value = replacement["value"], let made = value.value.converted(expressions.text) else {
        api.schemas.lose("a replacement in the payload of the step \(id)", replacement)
        continue
      }
      tree.put(made, at: way)
    }
    parts.add("body", tree)
  }

  /// Returns the component of the file to which a node refers; otherwise `nil`.
  private func component(_ kind: String, of node: OpenAPINode) -> OpenAPINode? {
    node["reference"]?.string?.parts(".").last.flatMap { root["components"]?[kind]?[$0] }
  }

  // MARK: Criteria

  private mutating func criteria(
    _ node: OpenAPINode,
    _ id: String,
    _ operation: OpenAPIReader.Operation,
    _ tree: inout DraftTree,
    _ expressions: ArazzoExpression
  ) {
    var rules: [(text: String, node: OpenAPINode)] = []
    for criterion in node["successCriteria"]?.items ?? [] {
      guard let condition = criterion["condition"]?.string else {
        api.schemas.lose("a success criterion of the step \(id), which has no condition", criterion)
        continue
      }
      let type = criterion["type"]?.string ?? criterion["type"]?["type"]?.string ?? "simple"
      if type == "simple", let status = Self.status(condition) {
        // Another answer than a success is asked for on purpose.
        if status.hasPrefix("2") { continue }
        tree["responses"] = [status: ["source": api.schemas.source(criterion)]]
        let told = Self.conditions(tree)
        if !told.isEmpty { api.refuse(operation.name, when: told.joined(separator: " && "), with: status) }
        continue
      }
      let context = criterion["context"]?.string ?? "$response.body"
      let made: String? =
        switch type {
        case "simple": expressions.condition(condition)
        case "regex":
          expressions.convert(context).map {
            ($0 == "$statusCode" ? "string($statusCode)" : $0) + " matches " + JSONEscapes.quote(condition)
          }
        case "jsonpath": expressions.path(condition, in: context)
        default: nil
        }
      if let made {
        rules.append((made, criterion))
      } else {
        api.schemas.lose("the success criterion of the step \(id): \(condition)", criterion)
      }
    }
    let isProbe = tree["responses"] != nil
    if let again = retry(node, id), !rules.isEmpty, !isProbe {
      let until = rules.map { rules.count > 1 ? "(\($0.text))" : $0.text }.joined(separator: " && ")
      var loop: DraftTree = ["until": .string(until), "atMost": .number(again.atMost)]
      loop["every"] = again.every.map { .string($0) }
      loop["source"] = api.schemas.source(rules[0].node)
      tree["repeat"] = loop
    } else if !rules.isEmpty {
      tree["invariants"] = .array(
        rules.map { rule in ["rule": .string(rule.text), "source": api.schemas.source(rule.node)] }
      )
    }
    for rule in rules { api.showAnswer(keeping: rule.text, of: operation.name) }
  }

  /// Returns expressions that recognise the request of `step`: each compares a path or query parameter with the literal
  /// text that the step sends.
  private static func conditions(_ step: DraftTree) -> [String] {
    [("parameters", "path"), ("query", "query")].flatMap { key, place in
      (step[key]?.members ?? []).compactMap { name, value in
        guard case .raw(let json) = value, json.hasPrefix("\""), !json.contains("$") else { return nil }
        return "$request.\(place).\(name) == \(json)"
      }
    }
  }

  /// Returns the status that a condition requires, if there is exactly one.
  private static func status(_ condition: String) -> String? {
    let parts = condition.split { $0 == "=" || $0.isWhitespace }
    guard parts.count == 2, parts[0] == "$statusCode", condition.contains("=="), parts[1].count == 3,
      Int(parts[1]) != nil
    else { return nil }
    return String(parts[1])
  }

  /// Returns how often, and in which interval, a step is repeated if it did not reach the wanted state.
  private mutating func retry(_ node: OpenAPINode, _ id: String) -> (atMost: Int, every: String?)? {
    var found: (atMost: Int, every: String?)?
    for given in node["onFailure"]?.items ?? [] {
      let action = component("failureActions", of: given) ?? given
      guard action["type"]?.string == "retry", action["stepId"] == nil, action["workflowId"] == nil, found == nil else {
        api.schemas.lose("the failure action \(action["name"]?.string ?? "") of the step \(id)", given)
        continue
      }
      if let criteria = action["criteria"] {
        api.schemas.lose(
          "when \(action["name"]?.string ?? "retry") of the step \(id) is made: it is whenever the step has not succeeded",
          criteria
        )
      }
      let limit = action["retryLimit"]?.value.number?.int ?? 1
      let seconds = action["retryAfter"]?.value.number?.double ?? 0
      let every = seconds > 0 && seconds <= 86_400 ? "\(Int(seconds * 1_000))ms" : nil
      found = (max(2, min(limit, 10_000) + 1), every)
    }
    return found
  }
}
