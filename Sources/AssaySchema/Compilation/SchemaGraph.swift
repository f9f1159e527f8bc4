import AssayHTTP
import AssayJSON

/// The schemas reachable from one compiled schema, in a flat array; references are positions in it.
final class SchemaGraph: Sendable {
  let nodes: [SchemaNode]
  let root: SchemaNodeID
  let documents: [JSONDocument]
  let documentURIs: [String]
  let resources: [SchemaResource]
  /// True if any schema of the graph has Assay's keyword `level`.
  let hasLevels: Bool

  init(nodes: [SchemaNode], root: SchemaNodeID, registry: SchemaRegistry) {
    self.nodes = nodes
    self.root = root
    documents = registry.documents
    documentURIs = registry.documentURIs
    resources = registry.resources
    hasLevels = nodes.contains { $0.level != nil }
  }

  /// Returns the JSON Pointer of a keyword of `node` in the node's document.
  func pointer(to keyword: KeywordPlace, of node: SchemaNodeID) -> JSONPointer {
    documents[nodes[node].place.document].pointer(to: keyword.index)
  }

  /// Returns the absolute URI of a place in the document of `node` (2020-12 section 12.3.2); `index` is the position of
  /// its value in the parsed document.
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
  /// The value of a schema that is `true` or `false`; `nil` for any other.
  var boolean: Bool?
  /// The keywords in the order in which they are evaluated: `type` first, those that need the results of others last.
  var keywords: [any SchemaKeyword] = []
  var level: String?
  var sources: [String] = []
}
