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
  private var definitions: DraftTree.Members = []
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
    var slugs = UniqueNames()
    tools = list.tools.map { value in
      let name = value["name"]?.string ?? ""
      let stem = name.slug.first?.isLetter == true ? name.slug : "tool-\(name.slug)"
      return Tool(name: name, slug: slugs.take(stem), value: value)
    }
  }

  /// The number of operations of the draft.
  var operations: Int { tools.count + 3 }

  /// The contract as JSON, indented by two spaces.
  mutating func contract() -> String {
    let stem = (file.split(separator: "/").last ?? "tools").parts(".").first ?? "tools"
    definitions = ["Response", "ErrorResponse", "ServerMessage"].map { ($0, base.uncited("$defs", $0)) }
    definitions.append(("ToolList", toolList))
    var operations: DraftTree.Members = ["initialize", "initialized"].map { ($0, operation($0)) }
    operations.append(("list-tools", answering("list-tools", with: "ToolList", example: listed)))
    for tool in tools { operations.append(("call-\(tool.slug)", call(tool))) }
    let document: DraftTree = [
      "title": "Tools of \(stem)", "file": .string(String(file.split(separator: "/").last ?? "")),
    ]
    let slug = stem.slug.isEmpty ? "tools" : stem.slug
    let service = slug.first?.isLetter == true ? slug : "mcp-\(slug)"
    var contract = DraftTree.contract(titled: "Tools of \(stem)", service: service)
    contract["servers"] = base.uncited("servers")
    contract["variables"] = .object(["endpoint", "version"].map { ($0, base.uncited("variables", $0)) })
    contract["operations"] = .object(operations)
    contract["scenarios"] = .object(scenarios)
    contract["$defs"] = .object(definitions)
    contract["documents"] = ["tools": document]
    return contract.document
  }

  /// The schema of the list: every documented tool is in it, as it is documented.
  private var toolList: DraftTree {
    let named = tools.map { tool in
      [
        "level": "must", "source": [Source("tools", line).tree, source(of: tool.value)],
        "contains": ["required": ["name"], "properties": ["name": ["const": .string(tool.name)]]],
      ] as DraftTree
    }
    let every: DraftTree = ["allOf": .array(tools.map { kept($0) })]
    return [
      "type": "object", "level": "should", "required": ["tools"],
      "properties": [
        "tools": ["type": "array", "items": every, "allOf": .array(named)], "nextCursor": ["type": "string"],
      ],
    ]
  }

  /// The scenarios: one that lists the tools, and one for each tool that calls it.
  private var scenarios: DraftTree.Members {
    let session: DraftTree = ["Mcp-Session-Id": "$steps.initialize.outputs.session"]
    func step(_ name: String) -> DraftTree { ["operation": .string(name), "headers": session] }
    let begin: DraftTree = [
      "operation": "initialize", "outputs": ["session": "default($response.header.Mcp-Session-Id, null)"],
    ]
    func steps(_ name: String) -> DraftTree { [begin, step("initialized"), step(name)] }
    var scenarios: DraftTree.Members = [
      ("tools", ["summary": "The tools are those documented", "steps": steps("list-tools")])
    ]
    for tool in tools {
      var scenario: DraftTree = ["summary": "The tool \(tool.name) is called"]
      // What a tool does is not known; only the server says that it changes nothing.
      if !tool.isReadOnly { scenario["tags"] = ["unsafe"] }
      scenario["steps"] = steps("call-\(tool.slug)")
      scenarios.append((tool.slug, scenario))
    }
    return scenarios
  }

  // MARK: Operations

  /// An operation of the protocol without its sources.
  private func operation(_ name: String) -> DraftTree {
    var operation = base.uncited("operations", name)
    operation["level"] = "should"
    return operation
  }

  /// The operation `name`, whose result is the definition `result`.
  private func answering(_ name: String, with result: String, example: DraftTree) -> DraftTree {
    var operation = operation(name)
    let message: DraftTree = ["jsonrpc": "2.0", "id": "$request.body#/id", "result": example]
    let answer: DraftTree = [
      "type": "object", "required": ["result"], "allOf": [Self.reference("Response")],
      "properties": ["result": Self.reference(result)],
    ]
    let whole = ["responses", "200", "alternatives", "application/json"]
    operation.put(
      ["anyOf": [answer, Self.reference("ErrorResponse")]],
      at: whole + ["body"]
    )
    operation.put(message, at: whole + ["example"])
    operation.put(answer, at: ["stream", "events", "answer", "data"])
    operation.put([["event": "answer", "data": message]], at: ["stream", "examples"])
    operation.put(nil, at: ["mock", "cases"])
    return operation
  }

  /// The operation that calls `tool`.
  private mutating func call(_ tool: Tool) -> DraftTree {
    let schema = tool.input.map { embedded($0, prefix: "\(tool.slug)-input") } ?? true
    let shown = tool.output.flatMap(Self.sample)
    var result: DraftTree = [
      "type": "object", "level": "should", "required": ["content"],
      "properties": ["content": ["type": "array", "items": ["type": "object"]], "isError": ["type": "boolean"]],
    ]
    let text = shown.map { Template.literal($0.text) } ?? "done"
    var example: DraftTree = ["content": [["type": "text", "text": .string(text)]]]
    if let output = tool.output {
      // A tool that fails has no result.
      let failed: DraftTree = ["required": ["isError"], "properties": ["isError": ["const": true]]]
      var content = embedded(output, prefix: "\(tool.slug)-output")
      content["level"] = "must"
      content["source"] = source(of: output)
      let promised: DraftTree = ["required": ["structuredContent"], "properties": ["structuredContent": content]]
      result["allOf"] = [["if": failed, "else": promised]]
      example["structuredContent"] = shown.map { Self.literal($0) }
    }
    definitions.append(("\(tool.slug)-result", result))
    var call = answering("call-tool", with: "\(tool.slug)-result", example: example)
    let about = tool.value["description"]?.string?.split(separator: "\n").first.map { $0.trimmed } ?? ""
    call["summary"] = .string(about.isEmpty ? "Call the tool \(tool.name)" : about)
    let way = ["request", "body", "schema", "properties", "params"]
    let required = ["name"] + (tool.required.isEmpty ? [] : ["arguments"])
    call.put(.strings(required), at: way + ["required"])
    call.put(["const": .string(tool.name)], at: way + ["properties", "name"])
    call.put(schema, at: way + ["properties", "arguments"])
    let arguments = tool.input.flatMap(Self.sample).map { Self.literal($0) } ?? [:]
    call.put(
      ["name": .string(tool.name), "arguments": arguments],
      at: ["request", "body", "example", "params"]
    )
    return call
  }

  /// The list as the mock answers it.
  private var listed: DraftTree {
    [
      "tools": .array(
        tools.map { tool in
          let keys = ["name", "description", "inputSchema", "outputSchema", "annotations"]
          return .object(keys.compactMap { key in tool.value[key].map { (key, Self.literal($0)) } })
        }
      )
    ]
  }

  // MARK: Schemas

  /// What a client relies on of a tool in the list: what it sends is still taken, and what it reads is still there.
  private func kept(_ tool: Tool) -> DraftTree {
    var promises: DraftTree = ["inputSchema": Self.compatible(tool.input, isSent: true)]
    promises["outputSchema"] = tool.output.map { Self.compatible($0, isSent: false) }
    let name: DraftTree = ["name": ["const": .string(tool.name)]]
    return [
      "if": ["required": ["name"], "properties": name],
      "then": [
        "level": "must", "source": source(of: tool.value), "required": .strings(promises.members.map(\.key)),
        "properties": promises,
      ],
    ]
  }

  /// A schema of schemas with the members of `schema`: a sent value needs no further member, and a received one keeps its members.
  private static func compatible(_ schema: DocumentValue?, isSent: Bool) -> DraftTree {
    let required = schema?["required"]?.items.compactMap(\.string) ?? []
    let members = schema?["properties"]?.members ?? []
    var properties: DraftTree = [:]
    if isSent {
      properties["required"] = required.isEmpty ? ["maxItems": 0] : ["items": ["enum": .strings(required)]]
    } else if !required.isEmpty {
      properties["required"] = ["allOf": .array(required.map { ["contains": ["const": .string($0)]] })]
    }
    if !members.isEmpty {
      let types = members.compactMap { member -> DraftTree.Member? in
        guard let type = member.value["type"] else { return nil }
        let kept: DraftTree = ["type": ["const": type.tree]]
        return (member.key, ["required": ["type"], "properties": kept])
      }
      properties["properties"] = ["required": .strings(members.map(\.key)), "properties": .object(types)]
    }
    var result: DraftTree = ["type": "object"]
    result.add("required", .strings(properties.members.map(\.key).filter { !isSent || $0 != "required" }))
    result["properties"] = properties
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
    var result: DraftTree.Members = []
    for member in schema.members {
      switch member.key {
      case "$ref":
        // A reference to anything but a definition promises nothing.
        let parts = (member.value.string ?? "").split(separator: "/")
        guard parts.count == 3, parts[0] == "#", parts[1] == "$defs" || parts[1] == "definitions" else { continue }
        result.append(("$ref", "#/$defs/\(prefix)-\(parts[2])"))
      case "properties", "patternProperties", "dependentSchemas":
        let inner = member.value.members.map { ($0.key, Self.schema($0.value, prefix: prefix)) }
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

  /// A value as a template writes it.
  private static func literal(_ value: DocumentValue) -> DraftTree {
    value.converted { .string(Template.literal($0)) } ?? value.tree
  }

  private static func literal(_ value: JSONValue) -> DraftTree {
    (try? DocumentValue(parsing: Array(value.text.utf8))).map { literal($0) } ?? .raw(value.text)
  }

  private func source(of value: DocumentValue) -> DraftTree { Source("tools", value.lines).tree }

  private static func reference(_ name: String) -> DraftTree { ["$ref": "#/$defs/\(name)"] }
}
