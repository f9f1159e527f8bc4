import AssayContract
package import AssayJSON
package import AssaySchema
import AssayText

/// A summary of the values observed at one place in all responses or events of a kind, with the documented shape of
/// that place.
///
/// Summaries form a tree, whose size depends on the documents and the undocumented parts, not on the traffic. All items
/// of an array are one place, as are all members of a map; values that are not described are not examined further.
package struct ObservedShape: Sendable {
  /// The documented shape of the place; `nil` if the place is not documented.
  package let documented: DocumentedShape?
  /// The number of values observed here.
  package private(set) var count = 0
  package private(set) var types: JSONTypes = []
  /// The first call that showed a value here.
  package private(set) var call: SeenCall?
  /// A few of the observed scalar values, as JSON, by type.
  private var examples: [JSONTypes: LeastTexts] = [:]
  /// The observed strings; kept only if the documents list the allowed values.
  package private(set) var values = LeastTexts(limit: 16)
  /// The members by name; all members of a map are under ``anyName``.
  package private(set) var members: [String: ObservedShape] = [:]
  /// The summary of all items of arrays; empty if no described item was observed.
  private var itemShapes: [ObservedShape] = []
  /// The forms of the texts and numbers seen where the documents list no values.
  private(set) var forms = SeenForms()
  /// The smallest object or array of a type that is not documented, as JSON.
  private var samples = LeastTexts(limit: 1)
  /// The shape of the received values, if they or their members are not documented.
  package private(set) var inner: SeenShape?
  private let listsValues: Bool
  /// True if the documents only say that the value is an object.
  let isUndescribed: Bool

  /// The token that stands for every member of a map, or every item of an array, in a pointer.
  package static let anyName = "*"
  /// The maximum number of code points kept of a name or value.
  static let longestText = 60
  /// The most bytes of a sample.
  private static let mostOfSample = 400
  /// The maximum number of undocumented names kept separately for each object.
  static let mostUndocumented = 64
  /// The maximum depth of examined values.
  static let depthLimit = 40

  package init(documented: DocumentedShape?) {
    self.documented = documented
    listsValues = documented.map { !$0.listedValues.isEmpty } ?? false
    isUndescribed = documented?.isUndescribed ?? false
  }

  /// Returns a few of the observed scalar values of `types`, as JSON.
  package func examples(of types: JSONTypes = .all) -> [String] {
    var least = LeastTexts(limit: 3)
    for (type, texts) in examples where types.contains(type) { for text in texts.texts { least.insert(text) } }
    return least.texts
  }

  /// The smallest object or array of a type that is not documented, as JSON; empty where none is small.
  var sample: String { samples.texts.first ?? "" }

  /// The observed shape of the items of arrays here.
  package var items: ObservedShape? { itemShapes.first }

  /// Adds one value received by `call`; `hide` removes secrets from a text.
  package mutating func add(_ value: JSONValue, of call: SeenCall? = nil, hide: (String) -> String = { $0 }) {
    add(value, call, hide, depth: 0)
  }

  private mutating func add(_ value: JSONValue, _ call: SeenCall?, _ hide: (String) -> String, depth: Int) {
    count += 1
    if let call { self.call = min(self.call ?? call, call) }
    let type = JSONTypes(of: value)
    types.insert(type)
    let isContainer = value.kind == .array || value.kind == .object
    if !isContainer {
      examples[type, default: LeastTexts(limit: 3)].insert(hide(value.canonicalText).shortened(to: Self.longestText))
    }
    if documented != nil, type == .string || value.number != nil {
      let text = hide(value.string ?? value.canonicalText).shortened(to: Self.longestText)
      if !listsValues {
        forms.add(value, shown: text, of: call)
      } else if type == .string {
        values.insert(text)
      }
    }
    if isContainer, value.byteRange.count <= 4 * Self.mostOfSample,
      documented.map({ !$0.types.contains(type) }) ?? true
    {
      let text = hide(value.canonicalText)
      if text.utf8.count <= Self.mostOfSample { samples.insert(text) }
    }
    if documented == nil || isUndescribed && type == .object {
      var seen = inner ?? SeenShape()
      seen.add(value, hide)
      inner = seen
    }
    guard isContainer, let documented, depth < Self.depthLimit else { return }
    for item in value.items {
      if itemShapes.isEmpty {
        guard let described = documented.items else { break }
        itemShapes = [ObservedShape(documented: described)]
      }
      itemShapes[0].add(item, call, hide, depth: depth + 1)
    }
    for member in value.members { add(member.value, named: member.key, of: documented, call, hide, depth: depth) }
  }

  private mutating func add(
    _ value: JSONValue,
    named name: String,
    of documented: DocumentedShape,
    _ call: SeenCall?,
    _ hide: (String) -> String,
    depth: Int
  ) {
    let place: String
    if documented.describes(name) {
      place = name
      if members[place] == nil { members[place] = ObservedShape(documented: documented.member(name)) }
    } else if documented.isMap {
      place = Self.anyName
      if members[place] == nil { members[place] = ObservedShape(documented: documented.furtherMembers) }
    } else {
      guard !documented.isOpen else { return }
      place = hide(name).shortened(to: Self.longestText)
      if members[place] == nil {
        guard members.count < documented.names.count + Self.mostUndocumented else { return }
        members[place] = ObservedShape(documented: nil)
      }
    }
    members[place]?.add(value, call, hide, depth: depth + 1)
  }
}

/// A limited number of texts: the first ones in sorted order, whatever the order in which they were added.
package struct LeastTexts: Hashable, Sendable {
  /// The texts, sorted, each once.
  package private(set) var texts: [String] = []
  /// True if some texts were left out.
  package private(set) var isCut = false
  private let limit: Int

  package init(limit: Int) { self.limit = limit }

  init(_ texts: [String], limit: Int) {
    self.limit = limit
    for text in texts { insert(text) }
  }

  package mutating func insert(_ text: String) {
    let place = texts.firstIndex { $0 >= text } ?? texts.count
    if place < texts.count, texts[place] == text { return }
    if texts.count == limit {
      isCut = true
      guard place < limit else { return }
      texts.removeLast()
    }
    texts.insert(text, at: place)
  }
}
