import AssayJSON
import AssayText

/// The common form of all values at one place in a recording's bodies, written as the schema that matches them all.
struct RecordedShape: Sendable {
  /// The JSON Schema types of the values received at this place.
  private(set) var types: Set<String> = []
  private var members = OrderedDictionary<String, Member>()
  private var objects = 0
  private var itemShape: [RecordedShape] = []
  /// The strings received, with their number, as long as there are few.
  private var texts: [String: Int] = [:]
  private var hasManyTexts = false
  private var strings = 0
  private var uuids = 0
  private var moments = 0
  private var hasSecret = false
  /// The number of responses with a value at this place.
  private var answers = 0
  private var lastAnswer = -1

  private struct Member: Sendable {
    /// The number of objects that have the member.
    var count = 0
    var shape = RecordedShape()
  }

  /// The maximum depth at which values are examined; deeper ones are only known by their type.
  static let depthLimit = 60
  /// The most strings that are treated as a listed set.
  private static let mostValues = 8
  /// The most members of an object that is not treated as a map.
  private static let mostMembers = 200

  /// Adds the value that the response number `answer` has at this place.
  mutating func add(_ value: JSONValue, answer: Int, _ secrets: SeenSecrets, depth: Int = 0) {
    if answer != lastAnswer { (answers, lastAnswer) = (answers + 1, answer) }
    switch value.kind {
    case .null: types.insert("null")
    case .true, .false: types.insert("boolean")
    case .number:
      let isWhole = value.number.map { $0.isInteger && !$0.text.contains(".") } ?? false
      types.insert(isWhole ? "integer" : "number")
    case .string: add(value.string ?? "", secrets)
    case .array:
      types.insert("array")
      guard depth < Self.depthLimit else { return }
      for item in value.items {
        if itemShape.isEmpty { itemShape = [RecordedShape()] }
        itemShape[0].add(item, answer: answer, secrets, depth: depth + 1)
      }
    case .object:
      types.insert("object")
      guard depth < Self.depthLimit else { return }
      objects += 1
      var seen: Set<String> = []
      for member in value.members where seen.insert(member.key).inserted {
        let name = secrets.shown(member.key)
        members[name, default: Member()].count += 1
        members[name, default: Member()].shape.add(member.value, answer: answer, secrets, depth: depth + 1)
      }
    }
  }

  private mutating func add(_ text: String, _ secrets: SeenSecrets) {
    types.insert("string")
    strings += 1
    if IDText.isUUID(text) { uuids += 1 }
    if DateTime(text) != nil { moments += 1 }
    hasSecret = hasSecret || secrets.holds(text)
    guard !hasManyTexts else { return }
    texts[text, default: 0] += 1
    if texts.count > Self.mostValues { (texts, hasManyTexts) = ([:], true) }
  }

  mutating func merge(_ other: RecordedShape) {
    types.formUnion(other.types)
    objects += other.objects
    for (name, member) in other.members.elements {
      members[name, default: Member()].count += member.count
      members[name, default: Member()].shape.merge(member.shape)
    }
    if let item = other.itemShape.first {
      if itemShape.isEmpty { itemShape = [item] } else { itemShape[0].merge(item) }
    }
    texts.merge(other.texts) { $0 + $1 }
    hasManyTexts = hasManyTexts || other.hasManyTexts || texts.count > Self.mostValues
    if hasManyTexts { texts = [:] }
    strings += other.strings
    uuids += other.uuids
    moments += other.moments
    hasSecret = hasSecret || other.hasSecret
    answers = max(answers, other.answers)
  }

  // MARK: The schema

  /// The schema that all values received at this place match.
  var tree: DraftTree {
    var tree: DraftTree = [:]
    var types = types
    if types.contains("number") { types.remove("integer") }
    let isNullable = types.remove("null") != nil
    // What was always null may be anything at another time.
    guard !types.isEmpty else { return tree }
    let names = types.sorted() + (isNullable ? ["null"] : [])
    tree["type"] = names.count == 1 ? .string(names[0]) : .strings(names)
    if types == ["string"] {
      if let values = listedValues {
        tree["enum"] = .array(values.map { .string($0) } + (isNullable ? [.null] : []))
      } else if strings >= 2, !hasSecret {
        if uuids == strings { tree["format"] = "uuid" }
        if moments == strings { tree["format"] = "date-time" }
      }
    }
    if objects > 0, members.count > 0 { addMembers(to: &tree) }
    if let item = itemShape.first { tree["items"] = item.tree }
    return tree
  }

  private func addMembers(to tree: inout DraftTree) {
    if isMap {
      var all = RecordedShape()
      for member in members.values { all.merge(member.shape) }
      tree["additionalProperties"] = all.tree
      return
    }
    let required = members.elements.filter { $0.value.count == objects }.map { DraftTree.string($0.key) }
    tree.add("required", .array(required))
    tree["properties"] = .object(members.elements.map { ($0.key, $0.value.shape.tree) })
  }

  /// True if the object is used as a map, whose member names are data and not fixed.
  private var isMap: Bool {
    let ids = members.elements.count { IDText.isID($0.key) }
    return members.count >= 2 && ids == members.count || members.count >= 10 && ids * 10 >= members.count * 9
      || members.count > Self.mostMembers
  }

  /// The strings received at this place, if they can be a listed set: few different ones, each repeated in many
  /// responses; otherwise `nil`.
  var listedValues: [String]? {
    guard !hasSecret, !hasManyTexts, answers >= 5, texts.count >= 2, strings >= texts.count * 5 else { return nil }
    let isNamed = texts.keys.allSatisfy { text in
      !text.isEmpty && text.utf8.count <= 40 && !IDText.isID(text) && !text.contains(where: \.isWhitespace)
    }
    return isNamed ? texts.keys.sorted() : nil
  }

  subscript(name: String) -> RecordedShape? { members[name]?.shape }
}

extension JSONValue {
  var isContainer: Bool { kind == .object || kind == .array }
}
