import AssayContract
package import AssayJSON
package import AssaySchema
import AssayText

/// The values observed at one place of all answers or events of a kind, with the documented shape of that place.
///
/// A tree that grows with the documents and with what is missing in them, not with the traffic: the items of an array
/// are one place, members of a map are one place, and what is not described is looked at no deeper.
package struct ObservedShape: Sendable {
  /// The documented shape; `nil` for a place that is not documented.
  package let documented: DocumentedShape?
  /// The number of values seen here.
  package private(set) var count = 0
  package private(set) var types: JSONTypes = []
  /// The first call that showed a value here.
  package private(set) var call: SeenCall?
  /// A few of the scalars seen, as JSON, type by type.
  private var examples: [JSONTypes: LeastTexts] = [:]
  /// The strings seen where the documents list the values there may be.
  package private(set) var values = LeastTexts(limit: 16)
  /// Members by name; those of a map together under ``anyName``.
  package private(set) var members: [String: ObservedShape] = [:]
  /// The items of arrays, all together; at most one.
  private var itemShapes: [ObservedShape] = []
  /// The forms of the texts and numbers seen where the documents list no values.
  private(set) var forms = SeenForms()
  /// The smallest object or array of a type that is not documented, as JSON.
  private var samples = LeastTexts(limit: 1)
  /// The shape of the values inside an undocumented value.
  package private(set) var inner: SeenShape?
  private let listsValues: Bool
  /// True if the documents say that the value is an object, and no more.
  let isUndescribed: Bool

  /// The token of a place that means every name of a map, or every position of an array.
  package static let anyName = "*"
  /// The most code points kept of a name or value.
  static let longestText = 60
  /// The most bytes of a sample.
  private static let mostOfSample = 400
  /// Undocumented names are separate up to this many an object.
  static let mostUndocumented = 64
  /// Values nested deeper are not looked at.
  static let depthLimit = 40

  package init(documented: DocumentedShape?) {
    self.documented = documented
    listsValues = documented.map { !$0.listedValues.isEmpty } ?? false
    isUndescribed = documented?.isUndescribed ?? false
  }

  /// A few of the scalars of `types` that were seen, as JSON; those of all types where none are named.
  package func examples(of types: JSONTypes = .all) -> [String] {
    var least = LeastTexts(limit: 3)
    for (type, texts) in examples where types.contains(type) { for text in texts.texts { least.insert(text) } }
    return least.texts
  }

  /// The smallest object or array of a type that is not documented, as JSON; empty where none is small.
  var sample: String { samples.texts.first ?? "" }

  /// The observed shape of the items of arrays here.
  package var items: ObservedShape? { itemShapes.first }

  /// Takes in one value that `call` brought; `hide` takes out of a text what must not be shown.
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
    if isContainer, documented.map({ !$0.types.contains(type) }) ?? true {
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

/// The smallest few of the texts it was given: the same ones in any order.
package struct LeastTexts: Hashable, Sendable {
  /// Sorted, each once.
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
