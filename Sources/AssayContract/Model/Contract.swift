package import AssayFindings
package import AssayJSON
package import AssaySchema
import AssayText

/// The promises of a backend's documentation, read and ready to be checked against the backend.
package struct Contract: Sendable {
  /// The name of the contract's file, for messages.
  package var file: String
  /// The contract's text, parsed; promises point into it.
  package var document: JSONDocument
  package var service: String
  package var title: String
  package var documents: [DocumentReference]
  package var servers: [ServerDefinition]
  /// The operations in the contract's order.
  @ByName package var operations: [Operation]
  /// The scenarios in the contract's order.
  package var scenarios: [Scenario]
  /// Data that the contract provides for the mock's templates, which read it as `$data`.
  package var mockData: JSONValue?
  /// The variables that the contract reads from outside, in its order.
  package var variables: [Variable] = [] {
    didSet {
      variableValues = Self.values(of: variables, hidingSecrets: false)
      variableTokens =
        variables.contains(where: \.isSecret) ? Self.values(of: variables, hidingSecrets: true) : nil
    }
  }
  /// The values that `$variables` reads; `nil` without any.
  package private(set) var variableValues: JSONValue?
  /// The values that `$variables` reads, with tokens in place of secrets; `nil` if no variable is secret.
  package private(set) var variableTokens: JSONValue?
  /// The security schemes, in the contract's order.
  package var securitySchemes: [SecurityScheme] = []
  /// The places the backend runs at, in the contract's order.
  package var environments: [Environment] = []
  /// The schemas of the document, each read and compiled once.
  package var schemas: SchemaSet
  /// The strings of the contract's templates, each parsed once.
  package let templates: ParsedTemplates
  /// The references of the contract's steps to each other.
  package let reads: ReadIndex

  package init(
    file: String,
    document: JSONDocument,
    service: String,
    title: String = "",
    documents: [DocumentReference] = [],
    servers: [ServerDefinition] = [],
    operations: [Operation] = [],
    scenarios: [Scenario] = [],
    mockData: JSONValue? = nil,
    schemas: SchemaSet? = nil,
    templates: ParsedTemplates = ParsedTemplates()
  ) {
    self.file = file
    self.document = document
    self.service = service
    self.title = title
    self.documents = documents
    self.servers = servers
    self.operations = operations
    self.scenarios = scenarios
    self.mockData = mockData
    self.schemas = schemas ?? SchemaSet(document: document)
    self.templates = templates
    reads = ReadIndex(of: document, templates)
  }

  /// Returns the operation named `name`.
  package func operation(named name: String) -> Operation? { _operations.first(named: name) }

  /// Returns the operations whose names are in `names`, in the contract's order.
  package func operations(named names: some Sequence<String>) -> [Operation] { _operations.all(named: names) }

  /// Returns the place of `promise`, for a finding or a diagnostic.
  package func place(of promise: Promise) -> ContractPlace { place(pointer: promise.pointer, offset: promise.offset) }

  /// Returns the promise at `pointer`; `nil` if the place has no value.
  package func promise(at pointer: JSONPointer) -> Promise? {
    ContractNode(root: document.root).descendant(pointer)?.promise
  }

  /// Returns the place of the value that `pointer` leads to: its key, if it has one.
  package func place(at pointer: JSONPointer) -> ContractPlace {
    let node = ContractNode(root: document.root).descendant(pointer)
    return place(pointer: pointer, offset: node?.range.lowerBound ?? 0)
  }

  /// Returns the place of the value that `pointer` leads to. `members` caches the members of large objects on the way.
  package func place(at pointer: JSONPointer, _ members: inout MemberIndex) -> ContractPlace {
    let node = ContractNode(root: document.root).descendant(pointer, &members)
    return place(pointer: pointer, offset: node?.range.lowerBound ?? 0)
  }

  /// Returns the place of the byte at `offset`.
  package func place(pointer: JSONPointer, offset: Int) -> ContractPlace {
    let location = document.location(ofByte: offset)
    return ContractPlace(file: file, line: location.line, column: location.column, pointer: pointer.description)
  }
}

/// A document the contract was derived from.
package struct DocumentReference: Hashable, Sendable {
  package var name: String
  package var title: String
  package var file: String
  /// The digest of the document that the contract was derived from; `nil` if the contract does not contain it.
  package var digest: String?
  /// The text of the cited lines, by the number of the line, as the document was then.
  package var remembered: [Int: String] = [:]

  /// Returns `sha256:` and the hash of the lines, each ended by a line feed, in hexadecimal.
  package static func digest(of lines: [String]) -> String {
    let bytes = SHA256.digest(of: Array((lines.joined(separator: "\n") + "\n").utf8))
    return "sha256:" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
}

/// A server of the backend.
package struct ServerDefinition: Hashable, Sendable {
  package var name: String
  /// The base URL, which may contain `${NAME}`.
  package var url: String
  package var promise: Promise = Promise()
}
