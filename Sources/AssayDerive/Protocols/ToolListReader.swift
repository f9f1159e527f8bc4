import AssayContract
import AssayDocuments
import AssayJSON
import AssaySchema
import AssayText

/// The tools that a server of the Model Context Protocol lists, as a contract: each keeps its arguments and its results.
///
/// What is not about the tools comes from the contract of the protocol, at the level `should`.
struct ToolListReader {
  /// A tool of the list.
  private struct Tool {
    let name: String
    let slug: String
    let value: DocumentValue
    var input: DocumentValue? { value["inputSchema"] }
    var output: DocumentValue? { value["outputSchema"] }
    var isReadOnly: Bool { value["annotations"]?["readOnlyHint"]?.bool == true }
    var required: [String] { input?["required"]?.items.compactMap(\.string) ?? [] }
  }

  private let file: String
  /// The line of the list's name.
  private let line: Int
  private let base: JSONValue
  private let tools: [Tool]
  private var definitions: [(key: String, value: DraftTree)] = []
  /// The keywords that a schema of a contract may have.
  private static let keywords = SchemaDialect.draft2020_12.keywords.subtracting([
    "$schema", "$id", "$defs", "definitions", "$ref",
  ])

  /// Returns the tools of an answer to `tools/list`, as the whole message or as its result alone; `nil` for another document.
  static func list(in root: DocumentValue) -> (line: Int, tools: [DocumentValue])? {
    let found = ((root["result"]?.members ?? []) + root.members).first { $0.key == "tools" }
    guard let found, case let tools = found.value.items, !tools.isEmpty,
      tools.allSatisfy({ $0["name"]?.string != nil && $0["inputSchema"]?.isObject == true })
    else { return nil }
    return (found.line, tools)
  }

  /// Takes the `list` of the document `file`; `base` is the contract of the protocol.
  init(_ list: (line: Int, tools: [DocumentValue]), file: String, base: JSONValue) {
    self.file = file
    line = list.line
    self.base = base
    var taken: Set<String> = []
    tools = list.tools.map { value in
      let name = value["name"]?.string ?? ""
      let stem = name.slug.first?.isLetter == true ? name.slug : "tool-\(name.slug)"
      var (slug, count) = (stem, 2)
      while !taken.insert(slug).inserted {
        slug = "\(stem)-\(count)"
        count += 1
      }
      return Tool(name: name, slug: slug, value: value)
    }
  }

  /// The number of operations of the draft.
  var operations: Int { tools.count + 3 }

  /// The contract as JSON, indented by two spaces.
  mutating func contract() -> String {
    let stem = (file.split(separator: "/").last ?? "tools").split(separator: ".").first.map { String($0) } ?? "tools"
    definitions = [
      ("Response", plain(["$defs", "Response"])), ("ErrorResponse", plain(["$defs", "ErrorResponse"])),
      ("ServerMessage", plain(["$defs", "ServerMessage"])),
      ("ToolList", toolList),
    ]
    var operations: [(key: String, value: DraftTree)] = ["initialize", "initialized"].map { ($0, operation($0)) }
    operations.append(("list-tools", answering("list-tools", with: "ToolList", example: listed)))
    for tool in tools { operations.append(("call-\(tool.slug)", call(tool))) }
    let document = DraftTree.object([
      ("title", .string("Tools of \(stem)")), ("file", .string(String(file.split(separator: "/").last ?? ""))),
    ])
    let slug = stem.slug.isEmpty ? "tools" : stem.slug
    let contract = DraftTree.object([
      ("$schema", .string("contract.schema.json")), ("contract", .string("1")),
      ("service", .string(slug.first?.isLetter == true ? slug : "mcp-\(slug)")),
      ("title", .string("Tools of \(stem)")), ("documents", .object([("tools", document)])),
      ("servers", plain(["servers"])),
      (
        "variables",
        .object([
          ("endpoint", plain(["variables", "endpoint"])), ("version", plain(["variables", "version"])),
        ])
      ),
      ("operations", .object(operations)),
      ("scenarios", .object(scenarios)), ("$defs", .object(definitions)),
    ])
    var writer = JSONWriter(indent: "  ")
    contract.write(to: &writer)
    return writer.text + "\n"
  }

  /// The schema of the list: every documented tool is in it, as it is documented.
  private var toolList: DraftTree {
    let named = tools.map { tool in
      DraftTree.object([
        ("level", .string("must")),
        ("source", .array([.string(Source("tools", line...line).description), source(tool)])),
        (
          "contains",
          .object([
            ("required", .array([.string("name")])),
            ("properties", .object([("name", .object([("const", .string(tool.name))]))])),
          ])
        ),
      ])
    }
    let every: DraftTree = .object([("allOf", .array(tools.map { kept($0) }))])
    return .object([
      ("type", .string("object")), ("level", .string("should")), ("required", .array([.string("tools")])),
      (
        "properties",
        .object([
          ("tools", .object([("type", .string("array")), ("items", every), ("allOf", .array(named))])),
          ("nextCursor", .object([("type", .string("string"))])),
        ])
      ),
    ])
  }

  /// The scenarios: one that lists the tools, and one for each tool that calls it.
  private var scenarios: [(key: String, value: DraftTree)] {
    let session = DraftTree.object([("Mcp-Session-Id", .string("$steps.initialize.outputs.session"))])
    func step(_ name: String) -> DraftTree { .object([("operation", .string(name)), ("headers", session)]) }
    let begin = DraftTree.object([
      ("operation", .string("initialize")),
      ("outputs", .object([("session", .string("default($response.header.Mcp-Session-Id, null)"))])),
    ])
    func steps(_ name: String) -> DraftTree { .array([begin, step("initialized"), step(name)]) }
    var scenarios: [(key: String, value: DraftTree)] = [
      ("tools", .object([("summary", .string("The tools are those documented")), ("steps", steps("list-tools"))]))
    ]
    for tool in tools {
      var scenario = DraftTree.object([("summary", .string("The tool \(tool.name) is called"))])
      // What a tool does is not known; only the server says that it changes nothing.
      if !tool.isReadOnly { scenario["tags"] = .array([.string("unsafe")]) }
      scenario["steps"] = steps("call-\(tool.slug)")
      scenarios.append((tool.slug, scenario))
    }
    return scenarios
  }

  // MARK: Operations

  /// An operation of the protocol without its sources.
  private func operation(_ name: String) -> DraftTree {
    var operation = plain(["operations", name])
    operation["level"] = .string("should")
    return operation
  }

  /// The operation `name`, whose result is the definition `result`.
  private func answering(_ name: String, with result: String, example: DraftTree) -> DraftTree {
    var operation = operation(name)
    let message = DraftTree.object([
      ("jsonrpc", .string("2.0")), ("id", .string("$request.body#/id")), ("result", example),
    ])
    let answer = DraftTree.object([
      ("type", .string("object")), ("required", .array([.string("result")])),
      ("allOf", .array([Self.reference("Response")])), ("properties", .object([("result", Self.reference(result))])),
    ])
    let whole = ["responses", "200", "alternatives", "application/json"]
    operation.put(
      .object([("anyOf", .array([answer, Self.reference("ErrorResponse")]))]),
      at: (whole + ["body"])[...]
    )
    operation.put(message, at: (whole + ["example"])[...])
    operation.put(answer, at: ["stream", "events", "answer", "data"])
    operation.put(.array([.object([("event", .string("answer")), ("data", message)])]), at: ["stream", "examples"])
    operation.put(nil, at: ["mock", "cases"])
    return operation
  }

  /// The operation that calls `tool`.
  private mutating func call(_ tool: Tool) -> DraftTree {
    let schema = tool.input.map { embedded($0, prefix: "\(tool.slug)-input") } ?? .bool(true)
    let shown = tool.output.flatMap(Self.sample)
    var result = DraftTree.object([
      ("type", .string("object")), ("level", .string("should")), ("required", .array([.string("content")])),
      (
        "properties",
        .object([
          ("content", .object([("type", .string("array")), ("items", .object([("type", .string("object"))]))])),
          ("isError", .object([("type", .string("boolean"))])),
        ])
      ),
    ])
    let text = shown.map { Template.literal($0.text) } ?? "done"
    var example: [(key: String, value: DraftTree)] = [
      ("content", .array([.object([("type", .string("text")), ("text", .string(text))])]))
    ]
    if let output = tool.output {
      // A tool that fails has no result.
      let failed = DraftTree.object([
        ("required", .array([.string("isError")])),
        ("properties", .object([("isError", .object([("const", .bool(true))]))])),
      ])
      var content = embedded(output, prefix: "\(tool.slug)-output")
      content["level"] = .string("must")
      content["source"] = source(of: output)
      let promised = DraftTree.object([
        ("required", .array([.string("structuredContent")])),
        ("properties", .object([("structuredContent", content)])),
      ])
      result["allOf"] = .array([.object([("if", failed), ("else", promised)])])
      if let shown { example.append(("structuredContent", Self.literal(shown))) }
    }
    definitions.append(("\(tool.slug)-result", result))
    var call = answering("call-tool", with: "\(tool.slug)-result", example: .object(example))
    let about = tool.value["description"]?.string?.split(separator: "\n").first.map { String($0).trimmed } ?? ""
    call["summary"] = .string(about.isEmpty ? "Call the tool \(tool.name)" : about)
    let way = ["request", "body", "schema", "properties", "params"]
    let required = ["name"] + (tool.required.isEmpty ? [] : ["arguments"])
    call.put(.array(required.map { .string($0) }), at: (way + ["required"])[...])
    call.put(.object([("const", .string(tool.name))]), at: (way + ["properties", "name"])[...])
    call.put(schema, at: (way + ["properties", "arguments"])[...])
    let arguments = tool.input.flatMap(Self.sample).map { Self.literal($0) } ?? .object([])
    call.put(
      .object([("name", .string(tool.name)), ("arguments", arguments)]),
      at: ["request", "body", "example", "params"]
    )
    return call
  }

  /// The list as the mock answers it.
  private var listed: DraftTree {
    .object([
      (
        "tools",
        .array(
          tools.map { tool in
            let keys = ["name", "description", "inputSchema", "outputSchema", "annotations"]
            return .object(keys.compactMap { key in tool.value[key].map { (key: key, value: Self.literal($0)) } })
          }
        )
      )
    ])
  }

  // MARK: Schemas

  /// What a client relies on of a tool in the list: what it sends is still taken, and what it reads is still there.
  private func kept(_ tool: Tool) -> DraftTree {
    var promises: [(key: String, value: DraftTree)] = [("inputSchema", Self.compatible(tool.input, isSent: true))]
    if tool.output != nil { promises.append(("outputSchema", Self.compatible(tool.output, isSent: false))) }
    let name = DraftTree.object([("name", .object([("const", .string(tool.name))]))])
    return .object([
      ("if", .object([("required", .array([.string("name")])), ("properties", name)])),
      (
        "then",
        .object([
          ("level", .string("must")), ("source", source(tool)),
          ("required", .array(promises.map { .string($0.key) })),
          ("properties", .object(promises)),
        ])
      ),
    ])
  }

  /// A schema of schemas with the members of `schema`: a sent value needs no further member, and a received one keeps its members.
  private static func compatible(_ schema: DocumentValue?, isSent: Bool) -> DraftTree {
    let required = schema?["required"]?.items.compactMap(\.string) ?? []
    let members = schema?["properties"]?.members ?? []
    var properties: [(key: String, value: DraftTree)] = []
    if isSent {
      let list: (key: String, value: DraftTree) =
        required.isEmpty
        ? ("maxItems", .raw("0"))
        : ("items", .object([("enum", .array(required.map { .string($0) }))]))
      properties.append(("required", .object([list])))
    } else if !required.isEmpty {
      let all = required.map { name in
        DraftTree.object([("contains", .object([("const", .string(name))]))])
      }
      properties.append(("required", .object([("allOf", .array(all))])))
    }
    if !members.isEmpty {
      let types = members.compactMap { member -> (key: String, value: DraftTree)? in
        guard let type = member.value["type"] else { return nil }
        let kept = DraftTree.object([("type", .object([("const", type.tree)]))])
        return (member.key, .object([("required", .array([.string("type")])), ("properties", kept)]))
      }
      properties.append(
        (
          "properties",
          .object([
            ("required", .array(members.map { .string($0.key) })), ("properties", .object(types)),
          ])
        )
      )
    }
    var result = DraftTree.object([("type", .string("object"))])
    let names = properties.map(\.key).filter { !($0 == "required" && isSent) }
    if !names.isEmpty { result["required"] = .array(names.map { .string($0) }) }
    result["properties"] = .object(properties)
    return result
  }

  /// The schema of a tool as part of the contract; its own definitions become the contract's.
  private mutating func embedded(_ schema: DocumentValue, prefix: String) -> DraftTree {
    for definition in (schema["$defs"]?.members ?? []) + (schema["definitions"]?.members ?? []) {
      let name = "\(prefix)-\(definition.key)"
      guard !definitions.contains(where: { $0.key == name }) else { continue }
      definitions.append((name, Self.schema(definition.value, prefix: prefix)))
    }
    return Self.schema(schema, prefix: prefix)
  }

  private static func schema(_ schema: DocumentValue, prefix: String) -> DraftTree {
    guard schema.isObject else { return schema.tree }
    var result: [(key: String, value: DraftTree)] = []
    for member in schema.members {
      switch member.key {
      case "$ref":
        // A reference to anything but a definition promises nothing.
        let parts = (member.value.string ?? "").split(separator: "/")
        guard parts.count == 3, parts[0] == "#", parts[1] == "$defs" || parts[1] == "definitions" else { continue }
        result.append(("$ref", .string("#/$defs/\(prefix)-\(parts[2])")))
      case "properties", "patternProperties", "dependentSchemas":
        let inner = member.value.members.map { (key: $0.key, value: Self.schema($0.value, prefix: prefix)) }
        result.append((member.key, .object(inner)))
      case "items", "additionalProperties", "not", "contains", "propertyNames", "if", "then", "else":
        result.append((member.key, Self.schema(member.value, prefix: prefix)))
      case "allOf", "anyOf", "oneOf", "prefixItems":
        result.append((member.key, .array(member.value.items.map { Self.schema($0, prefix: prefix) })))
      case let key where keywords.contains(key): result.append((key, member.value.tree))
      default: break
      }
    }
    return .object(result)
  }

  /// The simplest value of a schema.
  private static func sample(_ schema: DocumentValue) -> JSONValue? {
    guard let document = try? JSONDocument(parsing: schema.json) else { return nil }
    let set = SchemaSet(document: document)
    guard let compiled = try? set.schema(at: JSONPointer()) else { return nil }
    return ValueMaker.sample(of: set.view(at: JSONPointer())) { compiled.isValid($0) }
  }

  // MARK: Parts

  /// A part of the protocol's contract without the lines it cites.
  private func plain(_ way: [String]) -> DraftTree {
    let value = way.reduce(base) { value, key in value[key] ?? .object([]) }
    return value.uncited
  }

  /// A value as a template writes it.
  private static func literal(_ value: DocumentValue) -> DraftTree {
    if let text = value.string { return .string(Template.literal(text)) }
    if value.isObject { return .object(value.members.map { (key: $0.key, value: literal($0.value)) }) }
    return value.items.isEmpty ? value.tree : .array(value.items.map(literal))
  }

  private static func literal(_ value: JSONValue) -> DraftTree {
    (try? DocumentValue(parsing: Array(value.text.utf8))).map { literal($0) } ?? .raw(value.text)
  }

  private func source(_ tool: Tool) -> DraftTree { source(of: tool.value) }

  private func source(of value: DocumentValue) -> DraftTree {
    .string(Source("tools", value.lines).description)
  }

  private static func reference(_ name: String) -> DraftTree { .object([("$ref", .string("#/$defs/\(name)"))]) }
}
