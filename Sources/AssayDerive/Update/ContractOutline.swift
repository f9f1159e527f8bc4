import AssayHTTP
import AssayJSON
import AssayText

/// The content of a contract in the terms of a document: the calls and, for each call, its fields, events and states.
struct ContractOutline {
  struct Call {
    var title: String
    var source: String
    /// The fields, events and states, each with its source, if it has one.
    private(set) var parts: [(noun: String, name: String, source: String)] = []

    func has(_ noun: String, _ name: String) -> Bool { parts.contains { $0.noun == noun && $0.name == name } }

    fileprivate mutating func add(_ noun: String, _ name: String, _ source: String) {
      if !has(noun, name) { parts.append((noun, name, source)) }
    }
  }

  private(set) var calls = OrderedDictionary<String, Call>()
  private let root: JSONValue

  init(_ root: JSONValue) {
    self.root = root
    for member in root["operations"]?.members ?? JSONValue.null.members { add(member.value) }
  }

  private static func source(_ value: JSONValue?) -> String {
    guard let source = value?["source"] else { return "" }
    return source.string ?? source.items.first { _ in true }?.string ?? ""
  }

  /// Returns the method and path, without the names of parameters.
  private static func key(_ method: String, _ path: String) -> String {
    "\(method.uppercased()) \(PathTemplate(path).shape)"
  }

  private mutating func add(_ operation: JSONValue) {
    let request = operation["request"]
    let (method, path) = (request?["method"]?.string ?? "", request?["path"]?.string ?? "")
    let key = Self.key(method, path)
    var call = calls[key] ?? Call(title: "\(method) \(path)", source: Self.source(operation))
    var fields: [String: String] = [:]
    for place in ["query", "multipart"] {
      for member in Self.members(request?[place]) {
        fields[member.key] = fields[member.key] ?? Self.source(member.value)
      }
    }
    collect(request?["body"]?["schema"], "", Self.source(request?["body"]), &fields)
    for response in Self.members(operation["responses"]) where response.key.hasPrefix("2") {
      collect(response.value["body"], "", Self.source(response.value), &fields)
    }
    let tables = [
      ("event", operation["stream"]?["events"], "data"), ("state", operation["poll"]?["states"], "body"),
    ]
    for (noun, table, schema) in tables {
      for member in Self.members(table) {
        call.add(noun, member.key, Self.source(member.value))
        collect(member.value[schema], "", Self.source(member.value), &fields)
      }
    }
    for (name, source) in fields.sorted(by: { $0.key < $1.key }) { call.add("field", name, source) }
    calls.set(call, for: key)
  }

  private static func members(_ value: JSONValue?) -> JSONMembers { (value ?? .null).members }

  /// Collects the fields of a schema, by their paths, with their sources.
  private func collect(
    _ schema: JSONValue?,
    _ name: String,
    _ source: String,
    _ fields: inout [String: String],
    depth: Int = 0
  ) {
    guard let schema, schema.kind == .object, depth < 14 else { return }
    let own = Self.source(schema)
    let source = own.isEmpty ? source : own
    var inner: [(schema: JSONValue?, name: String, source: String)] = []
    if let reference = schema["$ref"]?.string, reference.hasPrefix("#/$defs/") {
      inner.append((root["$defs"]?[String(reference.dropFirst(8))], name, source))
    }
    for member in Self.members(schema["properties"]) {
      let path = name.isEmpty ? member.key : "\(name).\(member.key)"
      let cited = Self.source(member.value)
      fields[path] = fields[path] ?? (cited.isEmpty ? source : cited)
      inner.append((member.value, path, source))
    }
    inner += [(schema["items"], name + "[]", source), (schema["additionalProperties"], name + ".*", source)]
    for keyword in ["allOf", "anyOf", "oneOf"] {
      inner += (schema[keyword]?.items ?? JSONValue.null.items).map { ($0, name, source) }
    }
    inner += ["then", "else"].map { (schema[$0], name, source) }
    for (schema, name, source) in inner { collect(schema, name, source, &fields, depth: depth + 1) }
  }

  /// Returns the calls, fields, events and states that are in this outline and not in `other`, one line each.
  func beyond(_ other: ContractOutline) -> [String] {
    func line(_ noun: String, _ name: String, _ source: String) -> String {
      "new \(noun): \(name)" + (source.isEmpty ? "" : " (\(source))")
    }
    return calls.elements.flatMap { key, call -> [String] in
      guard let known = other.calls[key] else { return [line("call", call.title, call.source)] }
      return ["field", "event", "state"].flatMap { noun in
        call.parts.filter { $0.noun == noun && !known.has(noun, $0.name) }.map {
          line(noun, "`\($0.name)` of \(call.title)", $0.source)
        }
      }
    }
  }
}
