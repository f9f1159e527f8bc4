import AssayDocuments
import AssayText

/// The example operations of GraphQL documents, each with the fragments that it uses.
struct GraphQLExamples {
  /// An example operation, and where it stands.
  struct Example {
    var operation: GraphQLDocument.Operation
    var name: String
    var text: String
    var document: String
  }

  /// The documents, by their names in the contract.
  private(set) var files: [(name: String, file: GraphQLReader.File)] = []
  private(set) var all: [Example] = []
  /// The fragments of all documents, by name.
  private(set) var fragments: [String: GraphQLDocument.Fragment] = [:]
  private var fragmentTexts: [String: String] = [:]
  private var names = UniqueNames()
  /// Operations that expand to as many fields are not read: fragments can be nested so that their number doubles.
  private static let mostFields = 10_000

  /// Throws `DraftError` for a document that has no operation, and for an operation of too many fields.
  init(_ documents: [GraphQLReader.File]) throws(DraftError) {
    var read: [(document: GraphQLDocument, file: GraphQLReader.File, text: (ClosedRange<Int>) -> String)] = []
    for file in documents {
      guard let tokens = GraphQLLexer.tokens(of: file.bytes), let document = GraphQLDocument(tokens) else {
        throw .unreadable(file: file.name, reason: "not a GraphQL document with an operation")
      }
      let text = Self.texts(of: file)
      read.append((document, file, text))
      // An operation may use a fragment of any file.
      for (name, fragment) in document.fragments where fragments[name] == nil {
        fragments[name] = fragment
        fragmentTexts[name] = text(fragment.lines)
      }
    }
    for (document, file, text) in read { try take(document, of: file, text) }
  }

  /// Returns the text of a range of lines of `file`.
  private static func texts(of file: GraphQLReader.File) -> (ClosedRange<Int>) -> String {
    let lines = DocumentText(file.bytes).lines
    return { lines[($0.lowerBound - 1)..<min($0.upperBound, lines.count)].joined(separator: "\n") }
  }

  /// Returns the number of fields that selections expand to, at most ``mostFields``; `known` has those of fragments.
  private static func size(
    _ selections: [GraphQLDocument.Selection],
    _ fragments: [String: GraphQLDocument.Fragment],
    _ known: inout [String: Int],
    depth: Int = 0
  ) -> Int {
    guard depth < GraphQLDocument.mostDepth else { return mostFields }
    var sum = 0
    for selection in selections where sum < mostFields {
      switch selection {
      case .field(let field): sum += 1 + size(field.selections, fragments, &known, depth: depth + 1)
      case .inline(_, let inner, _): sum += 1 + size(inner, fragments, &known, depth: depth + 1)
      case .spread(let name, _):
        if known[name] == nil {
          // A fragment that leads to itself has no end.
          known[name] = mostFields
          known[name] = size(fragments[name]?.selections ?? [], fragments, &known, depth: depth + 1)
        }
        sum += 1 + (known[name] ?? 0)
      }
    }
    return min(sum, mostFields)
  }

  private mutating func take(
    _ document: GraphQLDocument,
    of file: GraphQLReader.File,
    _ text: (ClosedRange<Int>) -> String
  ) throws(DraftError) {
    let name = files.isEmpty ? "operations" : "operations-\(files.count + 1)"
    files.append((name, file))
    let shared = fragmentTexts.sorted { $0.key < $1.key }
    var sizes: [String: Int] = [:]
    for operation in document.operations {
      guard Self.size(operation.selections, fragments, &sizes) < Self.mostFields else {
        throw .unreadable(
          file: file.name,
          line: operation.lines.lowerBound,
          reason: "the operation selects \(Self.mostFields) fields or more, those of its fragments included"
        )
      }
      let stem = operation.name.slug.isEmpty ? operation.kind : operation.name
      let used = Self.used(by: operation.selections, of: fragments)
      let parts = [text(operation.lines)] + shared.filter { used.contains($0.key) }.map(\.value)
      all.append(
        Example(operation: operation, name: names.take(stem.slug), text: parts.joined(separator: "\n"), document: name)
      )
    }
  }

  /// The names of the fragments that selections lead to.
  private static func used(
    by selections: [GraphQLDocument.Selection],
    of fragments: [String: GraphQLDocument.Fragment]
  ) -> Set<String> {
    var used: Set<String> = []
    var pending = selections
    while let selection = pending.popLast() {
      switch selection {
      case .field(let field): pending += field.selections
      case .inline(_, let inner, _): pending += inner
      case .spread(let name, _):
        if used.insert(name).inserted { pending += fragments[name]?.selections ?? [] }
      }
    }
    return used
  }
}
