package import AssayJSON
package import AssaySchema

/// A place of a contract at which a promise can stand, with what kind of promise it is.
package struct ContractSite {
  /// What stands at a site.
  package enum Kind: Hashable {
    case server, operation, parameter, requestBody, response, content, text, textPattern
    case schema, invariant, limit, poll, state, constant, nondecreasing, promiseSwitch
    case stream, event, order, scenario, step
  }

  package let kind: Kind
  package let node: ContractNode
  /// The schema that stands here, for a site of that kind.
  package let schema: SchemaView?
  /// The name of the operation the site belongs to; for a site in a step, that of the step's operation.
  package let operation: String?
}

extension ContractSite {
  /// Every site of the contract, those of shared schemas last.
  package static func all(in document: JSONDocument, _ schemas: SchemaSet) -> [ContractSite] {
    let root = ContractNode(root: document.root)
    var collector = Collector(schemas: schemas)
    for server in root.table("servers") { collector.add(.server, server) }
    for operation in root.table("operations") { collector.operation(operation) }
    for scenario in root.table("scenarios") { collector.scenario(scenario) }
    let groups = root.table("groups").flatMap { $0.list("steps") }
    for item in root.list("before") + root.list("after") + groups { item.sideBySide.forEach { collector.step($0) } }
    for definition in root.table("$defs") { collector.schema(definition) }
    return collector.sites
  }

  private struct Collector {
    let schemas: SchemaSet
    var sites: [ContractSite] = []
    var operationName: String?
    private var members = MemberIndex()

    init(schemas: SchemaSet) { self.schemas = schemas }

    mutating func add(_ kind: Kind, _ node: ContractNode?) {
      guard let node else { return }
      sites.append(ContractSite(kind: kind, node: node, schema: nil, operation: operationName))
    }

    mutating func add(_ kind: Kind, each nodes: [ContractNode]) {
      for node in nodes { add(kind, node) }
    }

    mutating func schema(_ node: ContractNode?) {
      guard let node, let schema = schemas.view(at: node.pointer) else { return }
      for inner in schema.written {
        let below = JSONPointer(tokens: Array(inner.pointer.tokens.dropFirst(node.pointer.tokens.count)))
        guard let place = node.descendant(below, &members) else { continue }
        sites.append(ContractSite(kind: .schema, node: place, schema: inner, operation: operationName))
      }
    }

    mutating func operation(_ node: ContractNode) {
      operationName = node.name
      add(.operation, node)
      if let request = node["request"] { self.request(request) }
      for response in node.table("responses") { self.response(response) }
      add(.invariant, each: node.list("invariants"))
      add(.limit, node["within"])
      if let poll = node["poll"] { self.poll(poll) }
      if let stream = node["stream"] { self.stream(stream) }
    }

    private mutating func request(_ node: ContractNode) {
      for table in ["parameters", "query", "headers", "multipart"] {
        for parameter in node.table(table) {
          add(.parameter, parameter)
          schema(parameter["schema"])
        }
      }
      add(.requestBody, node["body"])
      schema(node["body"]?["schema"])
      for alternative in node["body"]?.table("alternatives") ?? [] {
        add(.requestBody, alternative)
        schema(alternative["schema"])
      }
    }

    private mutating func response(_ node: ContractNode) {
      add(.response, node)
      add(.content, node["content"])
      body(node)
      for header in node.table("headers") { schema(header) }
      for alternative in node.table("alternatives") {
        add(.content, alternative)
        body(alternative)
      }
    }

    private mutating func body(_ node: ContractNode) {
      schema(node["body"])
      if let text = node["text"] {
        add(.text, text)
        add(.textPattern, each: text.list("matches"))
      }
    }

    private mutating func poll(_ node: ContractNode) {
      add(.poll, node)
      for state in node.table("states") {
        add(.state, state)
        schema(state["body"])
        add(.invariant, each: state.list("invariants"))
      }
      add(.constant, each: node.list("constant"))
      add(.nondecreasing, each: node.list("nondecreasing"))
      add(.invariant, each: node.list("invariants"))
      for key in ["every", "within"] { add(.limit, node[key]) }
      for key in ["stable", "progress"] { add(.promiseSwitch, node[key]) }
    }

    private mutating func stream(_ node: ContractNode) {
      add(.stream, node)
      for event in node.table("events") {
        add(.event, event)
        schema(event["data"])
        add(.text, event["text"])
        add(.invariant, each: event.list("invariants"))
      }
      add(.order, node["order"])
      add(.constant, each: node.list("constant"))
      add(.nondecreasing, each: node.list("nondecreasing"))
      add(.invariant, each: node.list("invariants"))
      for key in ["first", "silence", "within"] { add(.limit, node[key]) }
      add(.promiseSwitch, node["resume"])
    }

    mutating func step(_ node: ContractNode) {
      // Its steps stand elsewhere, and are looked at there.
      if node.value["group"] != nil { return }
      operationName = node.string("operation")
      add(.step, node)
      for response in node.table("responses") { self.response(response) }
      add(.invariant, each: node.list("invariants"))
      operationName = nil
    }

    mutating func scenario(_ node: ContractNode) {
      operationName = nil
      add(.scenario, node)
      for item in node.list("before") + node.list("steps") + node.list("after") {
        item.sideBySide.forEach { step($0) }
      }
      add(.invariant, each: node.list("invariants"))
    }
  }
}
