import AssayDocuments
import AssayJSON
import AssayText
import AssaySecrets

/// A reader that turns workflows of Arazzo (1.0, 1.1) into scenarios, using the OpenAPI descriptions they name.
struct ArazzoReader {
  var api: OpenAPIReader
  let root: OpenAPINode
  /// The index of the file of each source description, by name.
  private var sources: [String: Int] = [:]
  private var scenarios: DraftTree.Members = []
  private var names = UniqueNames()

  /// The values that the steps of one workflow may read.
  struct Setting {
    var inputs: [String: String] = [:]
    /// The names of workflow inputs for which no value is known; the example of the called operation is sent instead.
    var absent: Set<String> = []
    /// The contract's expressions that read each step's outputs, by the step's id and the output's name.
    var outputs: [String: [String: String]] = [:]
    var prefix = ""
    /// The ids of the workflows that call this one, outermost first, and its own.
    var path: [String] = []

    /// Takes the value of each input of a workflow, as a literal of an expression: an example, a default or a constant.
    mutating func readInputs(of workflow: OpenAPINode) throws(DraftError) {
      for (name, schema) in try workflow["inputs"]?.resolved["properties"]?.members ?? [] {
        let schema = try schema.resolved
        let given =
          schema["example"] ?? schema["default"] ?? schema["examples"]?.items.first ?? schema["const"]
          ?? schema["enum"]?.items.first
        let value = given.flatMap { $0.value.isObject || $0.value.isArray ? nil : $0.value.json }
        if let value { inputs[name] = value } else { absent.insert(name) }
      }
    }

    /// Returns the name of the input without a value that a text reads as a whole: `$inputs.name`.
    func absentInput(in value: DocumentValue) -> String? {
      guard let text = value.string, text.hasPrefix("$inputs.") else { return nil }
      let name = String(text.dropFirst(8))
      return absent.contains(name) ? name : nil
    }
  }

  static func isDescription(_ root: DocumentValue) -> Bool { root["arazzo"] != nil }

  init(files: OpenAPIFiles) throws(DraftError) {
    root = files.root()
    let version = root["arazzo"]?.string ?? root["arazzo"]?.value.number?.text ?? ""
    guard version.begins("1.0", "1.1") else {
      throw (root["arazzo"] ?? root).failure("Arazzo \(version) is not supported; use 1.0 or 1.1")
    }
    api = OpenAPIReader(
      workflows: files,
      title: root["info"]?["title"]?.string ?? "Workflows",
      wanted: Self.calls(root.value)
    )
    guard let workflows = root["workflows"]?.items, !workflows.isEmpty else {
      throw root.failure("no workflow is described")
    }
    for source in root["sourceDescriptions"]?.items ?? [] { try open(source) }
    guard !sources.isEmpty else {
      throw (root["sourceDescriptions"] ?? root).failure(
        "none of its sourceDescriptions is an OpenAPI description that can be read"
      )
    }
    for workflow in workflows { try read(workflow) }
    guard !scenarios.isEmpty, !api.operations.isEmpty else {
      throw (root["workflows"] ?? root).failure(
        "no workflow step calls an operation of the OpenAPI descriptions"
      )
    }
    if let node = root["components"]?["successActions"] {
      api.schemas.lose("`successActions`: steps run in order", node)
    }
  }

  func contract() -> String { api.contract(scenarios: .object(scenarios)) }

  /// The ids and paths of all operations that are called, so that no others are read.
  private static func calls(_ root: DocumentValue) -> Set<String> {
    var calls: Set<String> = []
    for workflow in root["workflows"]?.items ?? [] {
      for step in workflow["steps"]?.items ?? [] {
        if let id = step["operationId"]?.string { calls.insert(id.parts(".").last ?? id) }
        if let path = step["operationPath"]?.string { calls.insert(path) }
      }
    }
    return calls
  }

  // MARK: Source descriptions

  private mutating func open(_ node: OpenAPINode) throws(DraftError) {
    guard let name = node["name"]?.string, let url = node["url"]?.string else {
      throw node.failure("a source description has a `name` and a `url`")
    }
    guard node["type"]?.string ?? "openapi" == "openapi" else {
      return api.schemas.lose("the source description \(name) of type \(node["type"]?.string ?? "")", node)
    }
    let (path, file) = try opened(url, from: node)
    let description = api.schemas.files.root(of: file)
    guard OpenAPIReader.isDescription(description.value) else {
      throw node.failure("\(path) is not an OpenAPI description, which begins with `openapi`")
    }
    sources[name] = file
    try api.read(description: description)
  }

  /// Returns the description at `url`: a file, or the resource at the URL if files are fetched and the folder has no
  /// copy of it.
  private mutating func opened(_ url: String, from node: OpenAPINode) throws(DraftError) -> (path: String, file: Int) {
    let files = api.schemas.files
    guard url.contains("://") else { return (url, try files.open(url, from: node)) }
    let path = url.split { $0 == "?" || $0 == "#" }.first?.parts("/").last ?? url
    files.isOfWorkflows = true
    defer { files.isOfWorkflows = false }
    do throws(DraftError) {
      let file = try files.open(files.base == nil ? path : url, from: node)
      if files.base == nil { api.schemas.lose("\(url): \(path) of the folder is read in its place", node) }
      return (files.base == nil ? path : url, file)
    } catch {
      guard files.isFetching, files.base == nil else { throw error }
      return (url, try files.open(url, from: node))
    }
  }

  /// Returns the operation that a step calls.
  private func operation(of step: OpenAPINode) -> OpenAPIReader.Operation? {
    if let given = step["operationId"]?.string {
      let parts = given.hasPrefix("$sourceDescriptions.") ? given.parts(".") : []
      let id = parts.count > 2 ? parts[2...].joined(separator: ".") : given
      let file = parts.count > 2 ? sources[parts[1]] : nil
      return api.operations.first { $0.id == id && (file == nil || $0.file == file) }
    }
    guard let path = step["operationPath"]?.string, let mark = path.firstIndex(of: "#") else { return nil }
    let file = sources.first { path.contains("$sourceDescriptions.\($0.key).") }?.value
    let tokens = path[path.index(after: mark)...].split(separator: "/").map {
      $0.replacing("~1", with: "/").replacing("~0", with: "~").replacing("%7B", with: "{").replacing("%7D", with: "}")
    }
    guard tokens.count == 3, tokens[0] == "paths" else { return nil }
    return api.operations.first {
      $0.path == tokens[1] && $0.method == tokens[2].lowercased() && (file == nil || $0.file == file)
    }
  }

  // MARK: Workflows

  /// The most workflows that call each other, each within the one before.
  private static let mostCalls = 10

  private mutating func read(_ node: OpenAPINode) throws(DraftError) {
    let id = node["workflowId"]?.string ?? "workflow-\(scenarios.count + 1)"
    var setting = Setting(path: [id])
    try setting.readInputs(of: node)
    for key in ["dependsOn", "successActions", "failureActions"] {
      if let given = node[key] { api.schemas.lose("`\(key)` of the workflow \(id)", given) }
    }
    let (steps, _) = try steps(of: node, &setting)
    guard !steps.isEmpty else { return api.schemas.lose("the workflow \(id), which has no step left", node) }
    var tree: DraftTree = [:]
    tree["summary"] = node["summary"]?.string.map { .string($0) }
    tree["source"] = api.schemas.source(node)
    tree["steps"] = .array(steps)
    scenarios.append((names.takeAgain(id.slug.isEmpty ? "workflow" : id.slug), tree))
  }

  /// Returns the steps of a workflow, with the steps of workflows it calls in place, and the expressions that read its
  /// outputs.
  private mutating func steps(of node: OpenAPINode, _ setting: inout Setting) throws(DraftError) -> (
    steps: [DraftTree], outputs: [String: String]
  ) {
    var steps: [DraftTree] = []
    let given = node["steps"]?.items ?? []
    for (index, step) in given.enumerated() {
      let id = step["stepId"]?.string ?? "step-\(steps.count + 1)"
      if step["workflowId"] != nil {
        steps += try inner(step, id, &setting)
      } else if let operation = operation(of: step) {
        steps.append(try self.step(step, id, operation, &setting))
      } else {
        let called = step["operationId"]?.string ?? step["operationPath"]?.string ?? step["channelPath"]?.string ?? ""
        let following = given[(index + 1)...].map { $0["stepId"]?.string ?? "one without a name" }
        let all = following.isEmpty ? "" : " and all after it (\(following.joined(separator: ", ")))"
        api.schemas.lose("the step \(id)\(all): no description that is read has `\(called)`", step)
        break
      }
    }
    var outputs: [String: String] = [:]
    for (name, value) in node["outputs"]?.members ?? [] {
      if let text = value.string, let made = expressions(setting).convert(text) { outputs[name] = made }
    }
    return (steps, outputs)
  }

  func expressions(_ setting: Setting) -> ArazzoExpression {
    ArazzoExpression(input: { setting.inputs[$0] }, output: { setting.outputs[$0]?[$1] })
  }

  private mutating func inner(_ step: OpenAPINode, _ id: String, _ setting: inout Setting) throws(DraftError)
    -> [DraftTree]
  {
    let name = step["workflowId"]?.string ?? ""
    guard let workflow = root["workflows"]?.items.first(where: { $0["workflowId"]?.string == name }) else {
      api.schemas.lose("the step \(id): no workflow of this file is called `\(name)`", step)
      return []
    }
    guard !setting.path.contains(name) else { throw workflow.failure("workflows call each other in a cycle") }
    guard setting.path.count < Self.mostCalls else {
      throw workflow.failure("workflows call each other more than \(Self.mostCalls) deep")
    }
    var own = Setting(prefix: setting.prefix + id + "-", path: setting.path + [name])
    try own.readInputs(of: workflow)
    for parameter in step["parameters"]?.items ?? [] {
      guard let name = parameter["name"]?.string, let value = parameter["value"] else {
        let called = parameter["name"]?.string ?? parameter["reference"]?.string
        api.schemas.lose(
          "\(called.map { "the parameter \($0)" } ?? "a parameter") of the step \(id), which has no value",
          parameter
        )
        continue
      }
      let text = value.string.flatMap { $0.hasPrefix("$") ? expressions(setting).convert($0) : JSONEscapes.quote($0) }
      if let made = text ?? (value.string == nil ? value.value.json : nil) {
        own.inputs[name] = made
        own.absent.remove(name)
      } else {
        api.schemas.lose("the parameter \(name) of the step \(id): \(value.string ?? "")", parameter)
      }
    }
    let (steps, outputs) = try self.steps(of: workflow, &own)
    var read = outputs
    for (name, value) in step["outputs"]?.members ?? [] {
      let last = value.string?.parts(".").last ?? ""
      if let known = outputs[last] {
        read[name] = known
      } else {
        api.schemas.lose("the output \(name) of the step \(id): \(value.string ?? "")", value)
      }
    }
    setting.outputs[id] = read
    return steps
  }
}
