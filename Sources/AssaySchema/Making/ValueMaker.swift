package import AssayJSON

/// The maker of values for schemas: the simplest valid value (`sample`), and values for probes (`candidates`).
package struct ValueMaker {
  /// True if objects also have their optional members.
  private let isWhole: Bool
  /// The branch, `then` or `else`, that the value is made for in schemas with `if`; `nil` for neither.
  private let condition: String?

  /// The number of values that may still be made, which ends recursion in schemas that contain themselves several
  /// times.
  private var left = 1_000

  private init(isWhole: Bool, condition: String?) { (self.isWhole, self.condition) = (isWhole, condition) }

  /// Returns a valid value of `schema`: the first one it lists or gives as an example, otherwise the simplest. Returns
  /// `nil` if no value made passes `isValid`, for example because of a `pattern`.
  package static func sample(of schema: SchemaView?, _ isValid: (JSONValue) -> Bool) -> JSONValue? {
    guard let schema else { return nil }
    for condition in [nil, "then", "else"] {
      // Optional members show more of a value, and may be what cannot be made.
      for isWhole in [true, false] {
        var maker = ValueMaker(isWhole: isWhole, condition: condition)
        if let value = maker.value(schema), isValid(value) { return value }
      }
    }
    return nil
  }

  /// The maximum nesting depth of the value.
  private static let deepest = 100
  private static let mostItems = 100
  private static let longest = 10_000

  /// Makes a value of `schema`, which is nested in values of the schemas at `outer`. Optional values of these schemas
  /// are left out, to end recursion. Returns `nil` if none can be made.
  private mutating func value(_ schema: SchemaView, inside outer: [JSONPointer] = []) -> JSONValue? {
    guard left > 0, outer.count <= Self.deepest else { return nil }
    left -= 1
    let schema = ValueSchema(schema, reach: .sample(condition: condition))
    let outer = outer + schema.parts.map(\.pointer)
    if let shown = schema.shown { return shown }
    switch type(of: schema) {
    case .object: return object(schema, outer)
    case .array: return array(schema, outer)
    case .string: return .string(text(schema))
    case .integer, .number: return number(schema)
    case .boolean: return .bool(true)
    default: return .null
    }
  }

  /// Returns the type of value to make: the first allowed one, with objects and arrays before scalars; without `type`,
  /// the one that the keywords apply to.
  private func type(of schema: ValueSchema) -> JSONTypes {
    let allowed = schema.sharedTypes
    let all: [(type: JSONTypes, keywords: [String])] = [
      (.object, ["properties", "required", "additionalProperties", "minProperties"]),
      (.array, ["items", "prefixItems", "minItems", "contains", "uniqueItems"]),
      (.string, ["format", "pattern", "minLength", "maxLength"]),
      (.integer, ["multipleOf"]), (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
      (.boolean, []), (.null, []),
    ]
    let possible = all.filter { allowed.contains($0.type) || ($0.type == .integer && allowed.contains(.number)) }
    if !schema.values(of: "type").isEmpty, let first = possible.first { return first.type }
    let meant = possible.first { $0.keywords.contains { !schema.values(of: $0).isEmpty } }
    return meant?.type ?? .object
  }

  private mutating func object(_ schema: ValueSchema, _ outer: [JSONPointer]) -> JSONValue? {
    let required = schema.required
    let described = schema.members
    var members: [(String, JSONValue)] = []
    for (name, schemas) in described {
      let isNeeded = required.contains(name)
      guard let property = schemas.first, property.boolean != false, isNeeded || isShown(property, inside: outer) else {
        continue
      }
      guard let value = value(property, inside: outer) else {
        if isNeeded { return nil }
        continue
      }
      members.append((name, value))
    }
    let other = schema.parts.compactMap { $0.child("additionalProperties") }.first
    var known = Set(described.map(\.name))
    for name in required where known.insert(name).inserted {
      members.append((name, other.flatMap { value($0, inside: outer) } ?? .string("text")))
    }
    return .object(members)
  }

  private mutating func array(_ schema: ValueSchema, _ outer: [JSONPointer]) -> JSONValue? {
    let placed = schema.parts.flatMap { $0.children(of: "prefixItems") }.map(\.schema)
    let item = schema.parts.compactMap { $0.child("items") ?? $0.child("contains") }.first { $0.boolean != false }
    let least = schema.greatest("minItems")?.int ?? 0
    let most = schema.least("maxItems")?.int ?? .max
    let isShown = item.map { self.isShown($0, inside: outer) } ?? false
    let wanted = isShown ? max(least, placed.count + 1) : least
    guard least <= Self.mostItems else { return nil }
    var items: [JSONValue] = []
    for index in 0..<max(0, min(wanted, most)) {
      let schema = index < placed.count ? placed[index] : item
      guard let value = schema.map({ value($0, inside: outer) }) ?? .null else { return nil }
      items.append(value)
    }
    return .array(items)
  }

  /// Returns true if an optional value is included: optional values are wanted, and the schema is not one of those it
  /// is nested in.
  private func isShown(_ schema: SchemaView, inside outer: [JSONPointer]) -> Bool {
    isWhole && left > 0
      && !ValueSchema(schema, reach: .sample(condition: condition)).parts.contains { outer.contains($0.pointer) }
  }

  private func text(_ schema: ValueSchema) -> String {
    let format = schema.values(of: "format").lazy.compactMap { $0.string.flatMap(FormatSample.plain) }.first
    let least = min(schema.greatest("minLength")?.int ?? 0, Self.longest)
    return FormatSample.text(format ?? "text", least: least, most: schema.least("maxLength")?.int ?? .max)
  }

  /// Returns the least number allowed; 1 without a bound. A bound is returned as written, so that the value equals it
  /// exactly.
  private func number(_ schema: ValueSchema) -> JSONValue? {
    let least = schema.greatest("minimum")
    let above = schema.greatest("exclusiveMinimum")
    let most = schema.least("maximum")
    let below = schema.least("exclusiveMaximum")
    if let factor = schema.values(of: "multipleOf").compactMap(Self.whole).max(), factor > 0 {
      let low = Self.whole(least) ?? Self.whole(above).map { $0 + 1 } ?? 0
      return .integer((low + factor - 1) / factor * factor)
    }
    if let above, (least?.double ?? -.infinity) <= above.double ?? 0 {
      let low = above.double ?? 0
      let high = [most?.double, below?.double].compactMap(\.self).min() ?? .infinity
      if high - low > 1, let whole = Self.whole(above) { return .integer(whole + 1) }
      return .building { $0.double(high.isFinite ? (low + high) / 2 : low + 1) }
    }
    if let least { return least }
    let one: (JSONValue) -> Bool = { ($0.double ?? 0) < 1 }
    if let most, one(most) { return most }
    if let below, (below.double ?? 0) <= 1 {
      return Self.whole(below).map { .integer($0 - 1) } ?? .building { $0.double((below.double ?? 0) - 1) }
    }
    return .integer(1)
  }

  /// Returns `value` as an integer if it is within ±2^53, so that adding to it cannot overflow; otherwise `nil`.
  private static func whole(_ value: JSONValue?) -> Int? {
    value?.int.flatMap { (-(1 << 53)...1 << 53).contains($0) ? $0 : nil }
  }
}
