/// The operations of GraphQL documents, and the fragments they share (GraphQL, section 2).
struct GraphQLDocument {
  /// A part of a selection set.
  indirect enum Selection {
    case field(SelectedField)
    /// Selections of a fragment, on the type it names, if it names one.
    case inline(on: String?, [Selection], isConditional: Bool)
    case spread(String, isConditional: Bool)
  }

  struct SelectedField {
    /// The name of the member in the response.
    var key: String
    var name: String
    var selections: [Selection] = []
    var isConditional = false
  }

  struct Variable {
    var name: String
    var type: GraphQLSchema.TypeReference
    var value: DraftTree?
  }

  struct Operation {
    /// `query`, `mutation` or `subscription`.
    var kind: String
    var name: String
    var variables: [Variable] = []
    var selections: [Selection]
    /// The lines it takes up, from 1.
    var lines: ClosedRange<Int>
  }

  struct Fragment {
    var condition: String
    var selections: [Selection]
    var lines: ClosedRange<Int>
  }

  private(set) var operations: [Operation] = []
  private(set) var fragments: [String: Fragment] = [:]
  static let mostDepth = 50

  /// Reads the operations and fragments among `tokens`; `nil` for a document without operations, or with one that cannot be read.
  init?(_ tokens: [GraphQLToken]) {
    var cursor = GraphQLCursor(tokens)
    while let word = cursor.current {
      if word.text == "{" {
        _ = cursor.next()
        guard let selections = Self.selections(&cursor) else { return nil }
        let lines = word.line...max(word.line, cursor.line)
        operations.append(Operation(kind: "query", name: "", selections: selections, lines: lines))
        continue
      }
      _ = cursor.next()
      switch word.text {
      case "query", "mutation", "subscription":
        guard let operation = Self.operation(word, &cursor) else { return nil }
        operations.append(operation)
      case "fragment":
        guard let name = cursor.name(), cursor.take("on"), let condition = cursor.name() else { return nil }
        _ = cursor.skipDirectives()
        guard cursor.take("{"), let selections = Self.selections(&cursor) else { return nil }
        let lines = word.line...max(word.line, cursor.line)
        fragments[name] = Fragment(condition: condition, selections: selections, lines: lines)
      default: return nil
      }
    }
    if operations.isEmpty { return nil }
  }

  private static func operation(_ word: GraphQLToken, _ cursor: inout GraphQLCursor) -> Operation? {
    let name = cursor.name() ?? ""
    var variables: [Variable] = []
    if cursor.take("(") {
      while !cursor.take(")") {
        guard cursor.take("$"), let name = cursor.name(), cursor.take(":"),
          let type = GraphQLSchema.reference(&cursor)
        else { return nil }
        var variable = Variable(name: name, type: type)
        if cursor.take("=") { variable.value = cursor.value() }
        _ = cursor.skipDirectives()
        variables.append(variable)
      }
    }
    _ = cursor.skipDirectives()
    guard cursor.take("{"), let selections = selections(&cursor) else { return nil }
    return Operation(
      kind: word.text,
      name: name,
      variables: variables,
      selections: selections,
      lines: word.line...max(word.line, cursor.line)
    )
  }

  /// The selections up to the brace that closes them.
  private static func selections(_ cursor: inout GraphQLCursor, depth: Int = 0) -> [Selection]? {
    guard depth < mostDepth else { return nil }
    var selections: [Selection] = []
    while !cursor.take("}") {
      if cursor.take("...") {
        guard let selection = fragment(&cursor, depth) else { return nil }
        selections.append(selection)
        continue
      }
      guard var name = cursor.name() else { return nil }
      let key = name
      if cursor.take(":") {
        guard let field = cursor.name() else { return nil }
        name = field
      }
      if cursor.take("(") { cursor.skip("(", ")") }
      var field = SelectedField(key: key, name: name)
      field.isConditional = cursor.skipDirectives()
      if cursor.take("{") {
        guard let inner = self.selections(&cursor, depth: depth + 1) else { return nil }
        field.selections = inner
      }
      selections.append(.field(field))
    }
    return selections
  }

  private static func fragment(_ cursor: inout GraphQLCursor, _ depth: Int) -> Selection? {
    if let name = cursor.current?.text, name != "on", let taken = cursor.name() {
      return .spread(taken, isConditional: cursor.skipDirectives())
    }
    let condition = cursor.take("on") ? cursor.name() : nil
    let isConditional = cursor.skipDirectives()
    guard cursor.take("{"), let inner = selections(&cursor, depth: depth + 1) else { return nil }
    return .inline(on: condition, inner, isConditional: isConditional)
  }
}
