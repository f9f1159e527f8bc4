import AssayContract
import AssayJSON
import AssaySchema
import AssayText

/// Changes of the value at one place that may make a rule fail.
struct RuleBreakage {
  /// The JSON Pointer of the value that the rule reads.
  var place: JSONPointer
  var edits: [[JSONEdit]]

  /// Returns changes of the values at each of `places` in `body`, all of which `rule` reads. A `*` in a place stands
  /// for the first items of an array.
  static func all(of rule: Expression, reading places: [JSONPointer], in body: JSONValue) -> [RuleBreakage] {
    var breakages: [RuleBreakage] = []
    for place in places.flatMap({ expanded($0, in: body) }) where !breakages.contains(where: { $0.place == place }) {
      guard let value = body[place] else { continue }
      breakages.append(RuleBreakage(place: place, edits: edits(value, place, body, rule)))
    }
    return breakages
  }

  private static func expanded(_ place: JSONPointer, in body: JSONValue) -> [JSONPointer] {
    place.tokens.reduce([JSONPointer()]) { places, token in
      places.flatMap { place in
        guard token == "*", let array = body[place], array.kind == .array else { return [place.appending(token)] }
        return (0..<min(array.count, 4)).map { place.appending($0) }
      }
    }
  }

  /// Returns the pointers of the values that `rule` reads in `body`: those it names, and those that its quantifiers
  /// read in the items of arrays. `isRead` selects the references that read the body.
  static func places(of rule: Expression, in body: JSONValue, isRead: (Reference.Subject) -> Bool) -> [JSONPointer] {
    let references = rule.references
    let named = references.filter { isRead($0.subject) }.map(\.pointer)
    let members = references.filter(\.isOfItem).map(\.pointer)
    var places: [JSONPointer] = []
    for place in named where !places.contains(place) {
      places.append(place)
      guard let array = body[place], array.kind == .array else { continue }
      for index in (0..<min(array.count, 4)).reversed() {
        places += members.map { place.appending(index).appending($0) }
      }
    }
    return places
  }

  private static func edits(
    _ value: JSONValue,
    _ place: JSONPointer,
    _ body: JSONValue,
    _ rule: Expression
  ) -> [[JSONEdit]] {
    var edits = KeywordBreakage.otherValues(place, value)
    switch value.kind {
    case .string:
      edits += literals(of: rule).map { [.transform(place, .substitute($0, "/other/"))] }
      edits.append([.transform(place, .reverseEnd)])
      if value.string.flatMap({ DateTime($0) }) != nil { edits.append([.replace(place, .string(longAgo))]) }
      edits += siblings(of: place, in: body).map { [.replace(place, $0)] }
      edits.append([.replace(place, .string(""))])
    case .number:
      edits.append([.transform(place, .add(-1_000))])
      edits += siblings(of: place, in: body).map { [.replace(place, $0)] }
      edits += ["0", "0.5", "1", "100"].compactMap { (try? JSONDocument(parsing: $0))?.root }.map {
        [.replace(place, $0)]
      }
    case .array:
      edits = KeywordBreakage.counts([value.count - 1, value.count + 1, 64, 0], place, value, body)
      edits.append([.transform(place, .reverse)])
    case .null: edits.append([.replace(place, .string(longAgo))])
    default: edits.append([.replace(place, .null)])
    }
    if value.kind != .null { edits.append([.replace(place, .null)]) }
    if let (first, second) = neighbours(of: place, in: body) { edits.insert([.swap(first, second)], at: 0) }
    return edits
  }

  /// A time before all times in a mock's answers.
  private static let longAgo = "2000-01-01T00:00:00Z"

  /// Returns the values of the same member in the neighbouring items, if `place` is inside an item of an array;
  /// otherwise none.
  private static func siblings(of place: JSONPointer, in body: JSONValue) -> [JSONValue] {
    guard let position = place.tokens.firstIndex(where: { Int($0) != nil }) else { return [] }
    return (0..<4).filter { String($0) != place.tokens[position] }.compactMap { index in
      var tokens = place.tokens
      tokens[position] = String(index)
      return body[JSONPointer(tokens: tokens)]
    }
  }

  private static func neighbours(of place: JSONPointer, in body: JSONValue) -> (JSONPointer, JSONPointer)? {
    guard let position = place.tokens.firstIndex(where: { Int($0) != nil }), let index = Int(place.tokens[position])
    else { return nil }
    var tokens = place.tokens
    tokens[position] = String(index + 1)
    let next = JSONPointer(tokens: tokens)
    return body[next] == nil ? nil : (place, next)
  }

  /// Returns the text literals of a rule.
  private static func literals(of rule: Expression) -> [String] {
    var found: [String] = []
    func visit(_ node: ExpressionNode) {
      if case .literal(.text(let text)) = node.kind, !text.isEmpty { found.append(text) }
      for child in node.children { visit(child) }
    }
    visit(rule.root)
    return found
  }
}

extension Reference {
  fileprivate var isOfItem: Bool {
    switch subject {
    case .item, .named: true
    default: false
    }
  }
}
