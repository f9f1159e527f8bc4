import AssayFindings
import AssayJSON
import AssaySchema
import AssayText

/// The generator of wrong values in a body that schemas describe: one of each kind at each place, however many items a
/// list has.
struct ValueMutation {
  /// A body with one value changed.
  struct Changed {
    var change: MutationOperator
    var value: MutatedValue
    var body: JSONValue
  }

  private let body: JSONValue
  private(set) var all: [Changed] = []
  private var seen: Set<ValuePath> = []

  /// The maximum depth of changed places.
  private static let deepest = 32

  init(of body: JSONValue, described schema: ValueSchema) {
    self.body = body
    guard !schema.isEmpty else { return }
    walk(MutatedValue(pointer: JSONPointer(), path: ValuePath(), old: body, schema: schema, body: body))
  }

  private mutating func walk(_ value: MutatedValue) {
    guard value.path.steps.count <= Self.deepest, seen.insert(value.path).inserted else { return }
    change(value)
    let names = Set(value.schema.members.map(\.name))
    for member in value.old.members {
      // The members of a map are alike, as items are.
      let path = ValuePath(value.path.steps + [names.contains(member.key) ? .member(member.key) : .item(nil)])
      descend(to: member.value, value.pointer.appending(member.key), path, from: value, by: member.key)
    }
    for (index, item) in value.old.items.enumerated() {
      let path = ValuePath(value.path.steps + [.item(nil)])
      descend(to: item, value.pointer.appending(index), path, from: value, by: String(index))
    }
  }

  /// Makes the wrong values at a place and inside it. Values that no schema describes are skipped, since they cannot be
  /// wrong.
  private mutating func descend(
    to child: JSONValue,
    _ pointer: JSONPointer,
    _ path: ValuePath,
    from parent: MutatedValue,
    by token: String
  ) {
    guard case .described(let schema) = parent.schema.field(token) else { return }
    walk(
      MutatedValue(pointer: pointer, path: path, old: child, schema: schema, parent: parent.schema, body: body)
    )
  }

  private mutating func change(_ value: MutatedValue) {
    let (place, old) = (value.pointer, value.old)
    if value.path.memberName != nil { add(.leftOut, value, .remove(place)) }
    if !old.isNull { add(.null, value, .replace(place, .null)) }
    if let other = Self.otherType(value) { add(.otherType, value, .replace(place, other)) }
    switch old.kind {
    case .string: changeText(value, old.string ?? "")
    case .number: add(.outOfRange, value, .replace(place, Self.outOfRange(value)))
    case .true, .false: add(.flipped, value, .replace(place, .bool(old.bool != true)))
    case .array: changeItems(value)
    case .object where old.count > 0: add(.empty, value, .replace(place, .object([])))
    default: break
    }
    let others = value.schema.lists.first?.filter { $0 != old } ?? []
    if let other = others.first { add(.otherListed, value, .replace(place, other)) }
  }

  private mutating func changeText(_ value: MutatedValue, _ text: String) {
    if !text.isEmpty { add(.empty, value, .replace(value.pointer, .string(""))) }
    let isOpen = value.schema.lists.isEmpty && value.schema.values(of: "format").allSatisfy { $0.string == "uuid" }
    let other = Self.sameForm(text)
    if isOpen, other != text { add(.otherText, value, .replace(value.pointer, .string(other))) }
  }

  private mutating func changeItems(_ value: MutatedValue) {
    let (place, items) = (value.pointer, Array(value.old.items))
    if items.isEmpty { return }
    add(.empty, value, .replace(place, .array([])))
    if items[0].kind == .object || items[0].kind == .string {
      add(.itemDoubled, value, .replace(place, .array([items[0]] + items)))
    }
    if items.count > 1 { add(.itemLeftOut, value, .remove(place.appending(0))) }
    if SortedMember(of: items) != nil {
      add(.itemsSwapped, value, .swap(place.appending(0), place.appending(1)))
    }
  }

  private mutating func add(_ change: MutationOperator, _ value: MutatedValue, _ edit: JSONEdit) {
    guard let changed = edit.applied(to: body) else { return }
    all.append(Changed(change: change, value: value, body: changed))
  }

  /// Returns a value of a type that the schemas do not allow; if they allow all types, of a different type.
  private static func otherType(_ value: MutatedValue) -> JSONValue? {
    let own = JSONTypes(of: value.old).wholeAsNumbers
    let excluded = JSONTypes.all.subtracting(value.schema.types)
    let values: [JSONValue] = [.string("other"), .integer(7), .bool(true), .object([]), .array([])]
    let others = values.filter { JSONTypes(of: $0).isDisjoint(with: own) }
    return others.first { !JSONTypes(of: $0).isDisjoint(with: excluded) } ?? (excluded.isEmpty ? others.first : nil)
  }

  /// Returns a number just outside the bounds of the schemas; without bounds, a negative one.
  private static func outOfRange(_ value: MutatedValue) -> JSONValue {
    let least = value.schema.greatest("minimum") ?? value.schema.greatest("exclusiveMinimum")
    if let least = least?.number?.double { return .integer(Int(max(-1e15, least.rounded(.down))) - 1) }
    let most = value.schema.least("maximum") ?? value.schema.least("exclusiveMaximum")
    if let most = most?.number?.double { return .integer(Int(min(1e15, most.rounded(.up))) + 1) }
    let old = value.old.number?.double ?? 0
    return old >= 0 ? .integer(-1 - Int(min(1e15, old))) : .integer(1_000_000_000)
  }

  /// Returns a different text of the same form and length: the letters and digits of its last segment are replaced by
  /// the next ones.
  static func sameForm(_ text: String) -> String {
    let start = text.lastIndex(of: "/").map { text.index(after: $0) } ?? text.startIndex
    let moved = text[start...].unicodeScalars.map { scalar -> Character in
      switch scalar {
      case "9": "0"
      // Within the digits of hexadecimal numbers.
      case "f": "a"
      case "F": "A"
      case "z": "g"
      case "Z": "G"
      case "0"..."8", "a"..."y", "A"..."Y": Character(Unicode.Scalar(scalar.value + 1) ?? scalar)
      default: Character(scalar)
      }
    }
    return text[..<start] + String(moved)
  }
}

/// The member by which the items of a list are sorted.
struct SortedMember {
  /// The member's pointer in an item; empty for items that are numbers.
  var pointer: String
  var isDescending: Bool

  /// Finds the member by whose values `items` are strictly sorted; returns `nil` if none exists, or fewer than three
  /// items.
  init?(of items: [JSONValue]) {
    guard items.count >= 3 else { return nil }
    let names = items[0].kind == .object ? items[0].members.map(\.key) : []
    let places = names.map { JSONPointer(tokens: [$0]) } + (items[0].kind == .number ? [JSONPointer()] : [])
    for place in places {
      let numbers = items.compactMap { $0[place]?.number?.double }
      guard numbers.count == items.count else { continue }
      let pairs = zip(numbers, numbers.dropFirst())
      (pointer, isDescending) = (place.description, numbers[0] > numbers[1])
      if pairs.allSatisfy({ $0 > $1 }) || pairs.allSatisfy({ $0 < $1 }) { return }
    }
    return nil
  }
}
