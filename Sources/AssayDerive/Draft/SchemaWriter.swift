import AssayJSON
import AssaySecrets
import AssayText

/// The writer of shapes (known facts about values) as JSON Schema with levels and sources.
struct SchemaWriter {
  /// True if the schema describes a request, in which all members shown must be sent.
  var isRequest = false

  /// Returns the schema of `shape`. `isMild` is true if all its promises are a `should` because of an enclosing part.
  /// `isInMild` is true if the enclosing part is a `should` by itself, so that a stated shape must be written as a
  /// `must`.
  func tree(_ shape: Shape, isMild: Bool = false, isInMild: Bool = false) -> DraftTree {
    var tree: DraftTree = isInMild && !isMild && shape.evidence == .stated ? ["level": "must"] : [:]
    let mild = isMild || shape.evidence == .shown && !isRequest
    if mild, !isMild { tree["level"] = "should" }
    tree.cite(shape.sources)
    let types = Self.types(shape)
    if types.count == 1 { tree["type"] = .string(types[0]) } else { tree.add("type", .strings(types)) }
    tree["const"] = shape.constant.map { .raw($0) }
    if shape.values.count > 1, shape.types.isSubset(of: ["string"]) {
      tree["enum"] = .array(shape.values.unique.map { .string($0) } + (shape.isNullable ? [.null] : []))
    }
    if !shape.members.isEmpty { addMembers(of: shape, isMild: mild, to: &tree) }
    for (name, inner) in [("items", shape.items.first), ("additionalProperties", shape.entries.first)] {
      if let inner, !inner.isEmpty || !inner.sources.isEmpty { tree[name] = self.tree(inner, isMild: mild) }
    }
    if let order = shape.order {
      let sorted: DraftTree = ["by": "/\(order.by)", "order": order.isDescending ? "descending" : "ascending"]
      tree.addPart(DraftTree(citing: [order.source]), ["sorted": sorted])
    } else if shape.minimum != nil || shape.maximum != nil {
      var bounds: DraftTree = [:]
      bounds["minimum"] = shape.minimum.flatMap { JSONNumber($0) }.map { .raw($0.text) }
      bounds["maximum"] = shape.maximum.flatMap { JSONNumber($0) }.map { .raw($0.text) }
      tree.addPart(DraftTree(["level": "should"], citing: shape.sources), bounds)
    }
    return tree
  }

  private func addMembers(of shape: Shape, isMild: Bool, to tree: inout DraftTree) {
    let required = shape.members.filter { isRequired($0, in: shape) }.map(\.name)
    let shown =
      isRequest
      ? []
      : shape.members.filter {
        $0.isRequired == nil && shape.examples > 0 && $0.seen >= shape.examples && !required.contains($0.name)
      }.map(\.name)
    if !isRequest, let client = shape.client {
      var use: DraftTree = ["decodes": .string(client.decodes)]
      use["reads"] = client.reads.map { .strings($0) }
      use.add("follows", .strings(client.follows))
      tree["client"] = use
    }
    tree.add("required", .strings(isMild ? required + shown : required))
    tree["properties"] = .object(shape.members.map { ($0.name, self.tree($0.shape, isMild: isMild)) })
    if !isMild, !shown.isEmpty {
      tree.addPart(DraftTree(["level": "should"], citing: shape.sources), ["required": .strings(shown)])
    }
  }

  /// Returns true if a member must be present: a model or a table requires it or, in a request, every example has it.
  private func isRequired(_ member: Shape.Member, in shape: Shape) -> Bool {
    if let required = member.isRequired { return required }
    return isRequest && shape.examples > 0 && member.seen >= shape.examples && !member.shape.isNullable
  }

  /// Returns the types a value may have, in the order of JSON Schema; none if nothing is known.
  static func types(_ shape: Shape) -> [String] {
    var types = shape.types
    if !shape.members.isEmpty || !shape.entries.isEmpty { types.insert("object") }
    if !shape.items.isEmpty { types.insert("array") }
    if types.contains("number") { types.remove("integer") }
    guard !types.isEmpty else { return [] }
    return types.sorted() + (shape.isNullable ? ["null"] : [])
  }
}

extension DraftTree {
  /// Adds a part of a schema that has its own level or sources, as an item of `allOf`.
  fileprivate mutating func addPart(_ head: DraftTree, _ members: DraftTree) {
    self["allOf"] = .array((self["allOf"]?.items ?? []) + [.object(head.members + members.members)])
  }
}

/// Makes values that match a shape: its example if that matches, otherwise the simplest value.
struct ExampleWriter {
  /// The texts that replace values of the example, by the replaced value.
  var replaced: [String: String] = [:]
  /// The values, as JSON, that members get instead of those in the example, by the member's path.
  var members: [[String]: String] = [:]
  /// The values, as JSON, that members with a certain name get, at any depth; they do not add a member.
  var named: [String: String] = [:]
  /// True if the values are part of a request, so that credentials may be read from the environment.
  var isRequest = true

  func json(_ shape: Shape, _ sample: Sample?, _ path: [String] = []) -> String {
    if let fixed = members[path] ?? shape.constant { return fixed }
    if let name = path.last, !path.contains("*"), path.count <= 2, let value = named[name.folded],
      shape.types.isSubset(of: ["string"])
    {
      return value
    }
    let types = Set(SchemaWriter.types(shape))
    return sample.flatMap { shown($0, of: shape, types, path) } ?? made(shape, types, path)
  }

  /// Returns the example, if it matches the shape.
  private func shown(_ sample: Sample, of shape: Shape, _ types: Set<String>, _ path: [String]) -> String? {
    func isOf(_ type: String) -> Bool { types.isEmpty || types.contains(type) }
    let name = path.last { $0 != "*" } ?? ""
    switch sample.kind {
    case .null where shape.isNullable || types.isEmpty: return "null"
    case .bool(let truth) where isOf("boolean"): return truth ? "true" : "false"
    case .number(let text) where isOf("number") || isOf("integer") && JSONNumber(text)?.isInteger == true:
      if text.utf8.count > 2, SeenSecrets.isPassword(name) { return nil }
      return isInside(text, shape) ? JSONNumber(text)?.text ?? "0" : nil
    case .string(let text) where isOf("string") && (shape.values.count < 2 || shape.values.contains(text)):
      return string(text, named: shape.values.isEmpty ? name : "")
    case .array(let items) where isOf("array"): return array(items, shape, path)
    case .object where isOf("object"): return object(shape, sample, path)
    default: return nil
    }
  }

  /// Returns the simplest value of a shape.
  private func made(_ shape: Shape, _ types: Set<String>, _ path: [String]) -> String {
    if shape.values.count > 1 { return string(shape.values[0]) }
    if types.contains("object") { return object(shape, nil, path) }
    if types.contains("array") {
      guard let item = shape.items.first, !item.types.isEmpty || !item.members.isEmpty else { return "[]" }
      return "[\(json(item, item.sample, path + ["*"]))]"
    }
    if types.contains("string") || types.isEmpty { return string(path.last.map { $0 == "*" ? "text" : $0 } ?? "text") }
    if !types.isDisjoint(with: ["integer", "number"]) { return shape.minimum.flatMap { JSONNumber($0)?.text } ?? "1" }
    return types.contains("boolean") ? "true" : "null"
  }

  private func isInside(_ text: String, _ shape: Shape) -> Bool {
    guard let value = Double(text) else { return false }
    if let least = shape.minimum.flatMap(Double.init), value < least { return false }
    if let most = shape.maximum.flatMap(Double.init), value > most { return false }
    return true
  }

  private func array(_ items: [Sample], _ shape: Shape, _ path: [String]) -> String {
    let item = shape.items.first ?? Shape()
    var shown = items
    if let order = shape.order {
      func key(_ sample: Sample) -> (Double, String) {
        if case .number(let text) = sample[order.by]?.kind { return (Double(text) ?? 0, "") }
        return (0, sample[order.by]?.string ?? "")
      }
      shown.sort { order.isDescending ? key($0) > key($1) : key($0) < key($1) }
    }
    return "[" + shown.map { json(item, $0, path + ["*"]) }.joined(separator: ",") + "]"
  }

  private func object(_ shape: Shape, _ sample: Sample?, _ path: [String]) -> String {
    let shown = Dictionary(sample?.members.map { ($0.name, $0.value) } ?? []) { first, _ in first }
    let members = shape.members.filter { member in
      shown[member.name] != nil || self.members[path + [member.name]] != nil || member.isRequired == true
        || (sample == nil && member.isRequired != false)
        || member.isRequired == nil && shape.examples > 0 && member.seen >= shape.examples
    }
    let texts = members.map { member in
      JSONEscapes.quote(member.name) + ":"
        + json(member.shape, shown[member.name] ?? member.shape.sample, path + [member.name])
    }
    // The names of a map's entries are those of its example.
    let entries = shape.entries.isEmpty ? [] : sample?.members ?? []
    let others = entries.filter { entry in !shape.members.contains { $0.name == entry.name } }.map { entry in
      JSONEscapes.quote(entry.name) + ":" + json(shape.entries[0], entry.value, path + ["*"])
    }
    return "{" + (texts + others).joined(separator: ",") + "}"
  }

  /// Returns `text` as the JSON string for the member `name`. A credential in a document may be real: it becomes an
  /// environment variable in a request, and the member's name in a response.
  func string(_ text: String, named name: String) -> String {
    // After the scheme of RFC 9110 section 11.4, as in `Bearer …`.
    let parts = text.halves(" ")
    let scheme = parts.count == 2 && Credentials.isSecret(name) ? "\(parts[0]) " : ""
    guard SeenSecrets.isCredential(name, scheme.isEmpty ? text : parts[1]) else { return string(text) }
    return JSONEscapes.quote(isRequest ? scheme + "${\(SeenSecrets.variable(name.isEmpty ? "token" : name))}" : name)
  }

  /// Returns a string for a template, with text that only looks like an expression escaped.
  func string(_ text: String) -> String {
    if let whole = replaced[text] { return JSONEscapes.quote(whole) }
    var result = Self.escaped(text)
    for (value, expression) in replaced.sorted(by: { $0.key < $1.key })
    where value.utf8.count >= 6 && result.contains(value) { result = result.replacing(value, with: "{\(expression)}") }
    return JSONEscapes.quote(result)
  }

  /// Returns a template whose result is exactly `text`; a blank is inserted into braces that would be an expression.
  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return text }
    let result = text.hasPrefix("$") ? "$" + text : text
    return result.replacing("{$", with: "{ $").replacing("${", with: "$ {")
  }
}
