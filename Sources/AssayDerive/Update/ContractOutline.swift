import AssayHTTP
import AssayJSON

/// The content of a contract in the terms of a document: the calls and, for each call, its fields, events and states.
struct ContractOutline {
  struct Call {
    var title: String
    var source: String
    /// The fields, each with its source, if it has one.
    var fields: [(name: String, source: String)] = []
    var events: [(name: String, source: String)] = []
    var states: [(name: String, source: String)] = []
  }

  private(set) var order: [String] = []
  private(set) var calls: [String: Call] = [:]
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
    func walk(_ schema: JSONValue?, _ name: String, _ source: String, _ depth: Int) {
      guard let schema, schema.kind == .object, depth < 14 else { return }
      let own = Self.source(schema)
      let source = own.isEmpty ? source : own
      if let reference = schema["$ref"]?.string, reference.hasPrefix("#/$defs/") {
        walk(root["$defs"]?[String(reference.dropFirst(8))], name, source, depth + 1)
      }
      for member in schema["properties"]?.members ?? JSONValue.null.members {
        let inner = name.isEmpty ? member.key : "\(name).\(member.key)"
        let cited = Self.source(member.value)
        if fields[inner] == nil { fields[inner] = cited.isEmpty ? source : cited }
        walk(member.value, inner, source, depth + 1)
      }
      walk(schema["items"], name + "[]", source, depth + 1)
      walk(schema["additionalProperties"], name + ".*", source, depth + 1)
      for keyword in ["allOf", "anyOf", "oneOf"] {
        for part in schema[keyword]?.items ?? JSONValue.null.items { walk(part, name, source, depth + 1) }
      }
      for keyword in ["then", "else"] { walk(schema[keyword], name, source, depth + 1) }
    }
    for place in ["parameters", "query", "multipart"] {
      for member in request?[place]?.members ?? JSONValue.null.members where fields[member.key] == nil {
        fields[member.key] = place == "parameters" ? nil : Self.source(member.value)
      }
    }
    walk(request?["body"]?["schema"], "", Self.source(request?["body"]), 0)
    for response in operation["responses"]?.members ?? JSONValue.null.members where response.key.hasPrefix("2") {
      walk(response.value["body"], "", Self.source(response.value), 0)
    }
    for event in operation["stream"]?["events"]?.members ?? JSONValue.null.members {
      if !call.events.contains(where: { $0.name == event.key }) {
        call.events.append((event.key, Self.source(event.value)))
      }
      walk(event.value["data"], "", Self.source(event.value), 0)
    }
    for state in operation["poll"]?["states"]?.members ?? JSONValue.null.members {
      if !call.states.contains(where: { $0.name == state.key }) {
        call.states.append((state.key, Self.source(state.value)))
      }
      walk(state.value["body"], "", Self.source(state.value), 0)
    }
    for (name, source) in fields.sorted(by: { $0.key < $1.key }) where !call.fields.contains(where: { $0.name == name })
    {
      call.fields.append((name, source))
    }
    if calls[key] == nil { order.append(key) }
    calls[key] = call
  }

  /// Returns the calls, fields, events and states that are in this outline and not in `other`, one line each.
  func beyond(_ other: ContractOutline) -> [String] {
    var lines: [String] = []
    func add(_ noun: String, _ name: String, _ source: String) {
      lines.append("new \(noun): \(name)" + (source.isEmpty ? "" : " (\(source))"))
    }
    for key in order {
      guard let call = calls[key] else { continue }
      guard let known = other.calls[key] else {
        add("call", call.title, call.source)
        continue
      }
      // A field is known by its last name where another place of the same call has it.
      for (name, source) in call.fields where !known.fields.contains(where: { $0.name == name }) {
        add("field", "`\(name)` of \(call.title)", source)
      }
      for (name, source) in call.events where !known.events.contains(where: { $0.name == name }) {
        add("event", "`\(name)` of \(call.title)", source)
      }
      for (name, source) in call.states where !known.states.contains(where: { $0.name == name }) {
        add("state", "`\(name)` of \(call.title)", source)
      }
    }
    return lines
  }
}
