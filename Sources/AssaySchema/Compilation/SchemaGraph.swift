import AssayHTTP
import AssayJSON

/// Every schema one compiled schema can reach, in a flat array; references are positions in it.
final class SchemaGraph: Sendable {
  let nodes: [SchemaNode]
  let root: SchemaNodeID
  let documents: [JSONDocument]
  let documentURIs: [String]
  let resources: [SchemaResource]
  /// True if any of the schemas has a `level` of its own.
  let hasLevels: Bool

  init(nodes: [SchemaNode], root: SchemaNodeID, registry: SchemaRegistry) {
    self.nodes = nodes
    self.root = root
    documents = registry.documents
    documentURIs = registry.documentURIs
    resources = registry.resources
    hasLevels = nodes.contains { $0.level != nil }
  }

  /// A keyword's place in its document.
  func pointer(to keyword: KeywordPlace, of node: SchemaNodeID) -> JSONPointer {
    documents[nodes[node].place.document].pointer(to: keyword.index)
  }

  /// The absolute URI of a place in a node's document (2020-12 section 12.3.2).
  func absoluteLocation(of index: Int, in node: SchemaNodeID) -> String {
    let resource = resources[nodes[node].resource]
    let document = documents[nodes[node].place.document]
    let base = document.pointer(to: resource.place.index).tokens.count
    let tokens = document.pointer(to: index).tokens.dropFirst(base)
    return resource.uri + "#" + PercentEncoding.encodeFragment(JSONPointer(tokens: Array(tokens)).description)
  }
}

/// One schema of a graph.
struct SchemaNode: Sendable {
  var place: SchemaPlace
  var resource: Int
  /// Set where the schema is `true` or `false`.
  var boolean: Bool?
  /// In the order they are judged: `type` first, what asks for others' results last.
  var keywords: [any SchemaKeyword] = []
  var level: String?
  var sources: [String] = []
}
