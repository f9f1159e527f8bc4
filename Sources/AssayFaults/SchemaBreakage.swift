import AssayJSON
import AssayMock
import AssayText

/// The ways to break one constraint of a schema.
struct SchemaBreakage {
  /// The end of the fault's name.
  var suffix: String
  var about: String
  /// Changes that may break it, the plainest first.
  var edits: [[JSONEdit]]

  /// Ways to break `constraint` in `body`; `nil` for a keyword that no single change can break.
  init?(_ constraint: SchemaConstraint, among all: [SchemaConstraint] = [], in body: JSONValue) {
    let place = constraint.place
    guard let value = body[place] else { return nil }
    let bound = constraint.value
    let name = place.spoken
    switch constraint.keyword {
    case "required", "dependentRequired":
      guard let member = constraint.member else { return nil }
      let gone = place.appending(member)
      self.init("missing", "Leaves out \(gone.spoken).", [[.remove(gone)]])
    case "type": self.init("mistyped", "Sends \(name) with another type.", Self.otherTypes(place))
    case "const": self.init("other-value", "Sends \(name) with another value.", Self.otherValues(place, value))
    case "enum": self.init("unknown-value", "Sends \(name) with a value not listed.", Self.otherValues(place, value))
    case "minimum", "exclusiveMinimum":
      let below = Self.numbers(bound, offsets: constraint.keyword == "minimum" ? [-1, -0.25] : [0, -1])
      self.init("too-small", "Sends \(name) below its least value.", below.map { [.replace(place, $0)] })
    case "maximum", "exclusiveMaximum":
      let above = Self.numbers(bound, offsets: constraint.keyword == "maximum" ? [1, 0.25] : [0, 1])
      self.init("too-large", "Sends \(name) above its greatest value.", above.map { [.replace(place, $0)] })
    case "multipleOf": self.init("uneven", "Sends \(name) between the steps allowed.", [[.transform(place, .add(1))]])
    case "minLength":
      let text = String((value.string ?? "").prefix(max(0, (bound.int ?? 1) - 1)))
      self.init("empty", "Sends \(name) with too little text.", [[.replace(place, .string(text))]])
    case "maxLength":
      let text = String(repeating: "x", count: min(10_000, (bound.int ?? 0) + 1))
      self.init("too-long", "Sends \(name) with too much text.", [[.replace(place, .string(text))]])
    case "pattern", "format":
      let wrong = ["not a \(bound.string ?? "value")", "?", "2024-13-45", "x y"].map { JSONValue.string($0) }
      self.init("malformed", "Sends \(name) in another form.", wrong.map { [.replace(place, $0)] })
    case "minItems":
      self.init(
        "too-few",
        "Sends \(name) with too few items.",
        Self.counts([(bound.int ?? 1) - 1, 0], place, value, body)
      )
    case "maxItems":
      self.init(
        "too-many",
        "Sends \(name) with too many items.",
        Self.counts([(bound.int ?? 0) + 1], place, value, body, among: all)
      )
    case "uniqueItems", "uniqueBy":
      let member = bound.string.flatMap { JSONPointer($0) } ?? JSONPointer()
      let last = place.appending(max(0, value.count - 1)).appending(member)
      let copies = (0..<max(0, value.count - 1)).compactMap { body[place.appending($0).appending(member)] }
      self.init("repeated", "Sends an item of \(name) twice.", copies.reversed().map { [.replace(last, $0)] })
    case "sorted": self.init("unsorted", "Sends the items of \(name) out of order.", Self.swaps(bound, place, value))
    case "contains":
      let items = (0..<value.count).map { JSONEdit.replace(place.appending($0), .null) }
      self.init(
        "without-match",
        "Sends \(name) without the item it has to have.",
        [items, [.resize(place, 0, varying: nil)]]
      )
    case "anyOf", "oneOf":
      let without = value.members.map { [JSONEdit.remove(place.appending($0.key))] }
      let other = Self.otherTypes(place) + Self.otherValues(place, value) + without
      self.init("no-alternative", "Sends \(name) in none of its forms.", other)
    case "not":
      let values = [bound["const"]].compactMap { $0 } + (bound["enum"]?.items.map { $0 } ?? [])
      let other = values.map { [JSONEdit.replace(place, $0)] } + Self.otherTypes(place)
      self.init("ruled-out", "Sends \(name) as what is ruled out.", other)
    default:
      guard let breakage = Self.ofMembers(constraint, value) else { return nil }
      self = breakage
    }
  }

  /// Ways to break what is said of the members of an object, or of items nothing else is said of.
  private static func ofMembers(_ constraint: SchemaConstraint, _ value: JSONValue) -> SchemaBreakage? {
    let place = constraint.place
    let name = place.spoken
    let bound = constraint.value.int ?? 0
    let like = value.members.first { _ in true }?.value ?? .string("other")
    switch constraint.keyword {
    case "minProperties":
      let members = value.members.map { JSONEdit.remove(place.appending($0.key)) }
      let gone = max(0, members.count - bound + 1)
      return SchemaBreakage(
        "too-few-members",
        "Sends \(name) with too few members.",
        [Array(members.suffix(gone)), Array(members.prefix(gone))]
      )
    case "maxProperties":
      let new = (0..<max(0, min(1_000, bound - value.count + 1))).map { JSONEdit.add(place, "x_other_\($0)", like) }
      return SchemaBreakage("too-many-members", "Sends \(name) with too many members.", [new])
    case "propertyNames":
      let names = ["x_other", "X-OTHER", "x other", "?", String(repeating: "x", count: 1_000)]
      return SchemaBreakage(
        "misnamed-member",
        "Sends a member of \(name) under a name it may not have.",
        names.map { [.add(place, $0, like)] }
      )
    case "additionalProperties", "unevaluatedProperties":
      return SchemaBreakage(
        "undocumented-member",
        "Sends \(name) with a member it may not have.",
        [[.add(place, "x_other", like)]]
      )
    case "items", "unevaluatedItems":
      return SchemaBreakage(
        "undocumented-item",
        "Sends \(name) with an item it may not have.",
        [[.resize(place, value.count + 1, varying: nil)]]
      )
    default: return nil
    }
  }

  private init(_ suffix: String, _ about: String, _ edits: [[JSONEdit]]) {
    self.suffix = suffix
    self.about = about
    self.edits = edits
  }

  private static func otherTypes(_ place: JSONPointer) -> [[JSONEdit]] {
    let values: [JSONValue] = [.string("other"), .integer(7), .bool(true), .object([]), .array([]), .null]
    return [[.transform(place, .retype)]] + values.map { [.replace(place, $0)] }
  }

  static func otherValues(_ place: JSONPointer, _ value: JSONValue) -> [[JSONEdit]] {
    switch value.kind {
    case .string: [[.transform(place, .append("-other"))], [.replace(place, .string("other"))]]
    case .number: [[.transform(place, .add(1))], [.transform(place, .add(-1))], [.transform(place, .add(1_000))]]
    case .true, .false: [[.transform(place, .negate)]]
    default: [[.replace(place, .string("other"))], [.replace(place, .integer(7))]]
    }
  }

  private static func numbers(_ bound: JSONValue, offsets: [Double]) -> [JSONValue] {
    offsets.compactMap { offset in
      if let int = bound.int, offset == offset.rounded() { return .integer(int + Int(offset)) }
      return bound.number.map { number in JSONValue.building { $0.double(number.double + offset) } }
    }
  }

  /// Changes of an array's item count, with each of its items' members made new in the copies, and with the numbers
  /// beside it that count its items kept right.
  static func counts(
    _ counts: [Int],
    _ place: JSONPointer,
    _ array: JSONValue,
    _ body: JSONValue,
    among all: [SchemaConstraint] = []
  ) -> [[JSONEdit]] {
    let varying: [JSONPointer?] = [nil] + (array[0]?.members.map { JSONPointer(tokens: [$0.key]) } ?? [])
    return counts.filter { $0 >= 0 && $0 != array.count }.flatMap { count -> [[JSONEdit]] in
      if count > array.count, count - array.count < 3, let longer = continued(array, to: count, at: place, all) {
        return resizes(to: count, place, array, body, varying) + [[.replace(place, longer)]]
      }
      return resizes(to: count, place, array, body, varying)
    }
  }

  private static func resizes(
    to count: Int,
    _ place: JSONPointer,
    _ array: JSONValue,
    _ body: JSONValue,
    _ varying: [JSONPointer?]
  ) -> [[JSONEdit]] {
    let counters = body.members.filter { $0.value.int == array.count }.map {
      JSONEdit.replace(JSONPointer(tokens: [$0.key]), .integer(count))
    }
    let resizes = (count < array.count ? [nil] : varying).map { [JSONEdit.resize(place, count, varying: $0)] }
    return counters.isEmpty ? resizes : resizes + resizes.map { $0 + counters }
  }

  /// The array with items behind its last that go on from it: whole numbers count on, fractions are 0, texts are new.
  private static func continued(
    _ array: JSONValue,
    to count: Int,
    at place: JSONPointer,
    _ all: [SchemaConstraint]
  ) -> JSONValue? {
    guard let last = array[array.count - 1], last.kind == .object else { return nil }
    var items = Array(array.items)
    while items.count < count {
      let number = items.count - array.count + 1
      items.append(
        .object(
          last.members.map { member -> (String, JSONValue) in
            switch member.value.kind {
            case .number: return (member.key, .integer(member.value.int.map { $0 + number } ?? 0))
            case .string:
              let listed = all.first { $0.keyword == "enum" && $0.place == place.appending(0).appending(member.key) }
              let used = items.compactMap { $0[member.key] }
              let free = listed?.value.items.first { !used.contains($0) }
              return (member.key, free ?? .string("\(member.value.string ?? "")-\(number)"))
            default: return (member.key, member.value)
            }
          }
        )
      )
    }
    return .array(items)
  }

  /// Exchanges of the values a list is sorted by, leaving the items in their places.
  private static func swaps(_ bound: JSONValue, _ place: JSONPointer, _ array: JSONValue) -> [[JSONEdit]] {
    let keys = bound.kind == .array ? Array(bound.items) : [bound]
    var edits: [[JSONEdit]] = []
    for key in keys.compactMap({ $0["by"]?.string }).compactMap({ JSONPointer($0) }) {
      let places = (0..<min(array.count, 8)).map { place.appending($0).appending(key) }
      for (first, second) in zip(places, places.dropFirst()) { edits.append([.swap(first, second)]) }
      if let first = places.first, let last = places.last, places.count > 2 { edits.append([.swap(first, last)]) }
    }
    return edits
  }
}
