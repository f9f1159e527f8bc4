import AssayHTTP
package import AssayJSON
import AssaySchema

extension Contract {
  /// A value that keeps the schema, where no example shows one: the first that is listed or named, or else the simplest.
  /// `nil` where the simplest does not keep all of it, as of a `pattern`.
  package func sample(of promise: SchemaPromise) -> JSONValue? {
    sample(of: schemas.view(at: promise.promise.pointer)) { promise.schema.isValid($0) }
  }

  /// The same of the schema at a place of the contract; `nil` where there is none.
  package func sample(at pointer: JSONPointer) -> JSONValue? {
    guard let compiled = try? schemas.schema(at: pointer) else { return nil }
    return sample(of: schemas.view(at: pointer)) { compiled.isValid($0) }
  }

  private func sample(of view: SchemaView?, _ isValid: (JSONValue) -> Bool) -> JSONValue? {
    guard let view else { return nil }
    for condition in ["", "then", "else"] {
      // What may be left out shows more of the answer, and may be what cannot be made.
      for isWhole in [true, false] {
        var maker = SampleMaker(isWhole: isWhole, condition: condition)
        if let value = maker.value(view), isValid(value) { return value }
      }
    }
    return nil
  }
}

/// Makes the simplest value of a schema by its keywords; whether it keeps all of them is for the schema to say.
private struct SampleMaker {
  /// Whether objects have the members that may be left out, too.
  let isWhole: Bool
  /// The keyword beside an `if` that is made for; empty for neither.
  let condition: String

  /// So many values are made of one schema, which may hold others as often as it likes.
  private var left = 1_000

  init(isWhole: Bool, condition: String) { (self.isWhole, self.condition) = (isWhole, condition) }

  /// So many schemas may be applied inside each other.
  private static let deepest = 100
  private static let mostItems = 100
  private static let longest = 10_000

  /// The value, inside others that are made by the schemas at `outer`: what may be left out is not made of one of those again.
  mutating func value(_ schema: SchemaView, inside outer: [JSONPointer] = []) -> JSONValue? {
    guard left > 0, outer.count <= Self.deepest else { return nil }
    left -= 1
    let schemas = parts(of: schema)
    let outer = outer + schemas.map(\.pointer)
    for name in ["const", "enum", "examples", "default"] {
      guard let said = schemas.compactMap({ $0[name] }).first else { continue }
      if name == "const" || name == "default" { return said }
      if let first = said.items.first(where: { _ in true }) { return first }
    }
    switch type(of: schemas) {
    case .object: return object(schemas, outer)
    case .array: return array(schemas, outer)
    case .string: return .string(text(schemas))
    case .integer, .number: return number(schemas)
    case .boolean: return .bool(true)
    default: return .null
    }
  }

  /// The schema, those that hold with it, of each choice the first, and what holds where a condition does, or does not.
  private func parts(of schema: SchemaView) -> [SchemaView] {
    let always = schema.sameValue()
    let chosen = always.flatMap { part in
      (["anyOf", "oneOf", condition] + (condition == "then" ? ["if"] : []))
        .compactMap { part.children(of: $0).first?.schema }.flatMap { $0.sameValue() }
    }
    return always + chosen
  }

  /// The type it has; of several the one that shows most, and the one its keywords are about where none is named.
  private func type(of schemas: [SchemaView]) -> JSONTypes {
    let named = schemas.compactMap(\.types)
    let allowed = named.reduce(JSONTypes.all) { $0.intersection($1) }
    let all: [(type: JSONTypes, keywords: [String])] = [
      (.object, ["properties", "required", "additionalProperties", "minProperties"]),
      (.array, ["items", "prefixItems", "minItems", "contains", "uniqueItems"]),
      (.string, ["format", "pattern", "minLength", "maxLength"]),
      (.integer, ["multipleOf"]), (.number, ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"]),
      (.boolean, []), (.null, []),
    ]
    let possible = all.filter { allowed.contains($0.type) || ($0.type == .integer && allowed.contains(.number)) }
    if !named.isEmpty, let first = possible.first { return first.type }
    let meant = possible.first { $0.keywords.contains { name in schemas.contains { $0[name] != nil } } }
    return meant?.type ?? .object
  }

  private mutating func object(_ schemas: [SchemaView], _ outer: [JSONPointer]) -> JSONValue? {
    let required = schemas.flatMap { $0["required"]?.items.compactMap(\.string) ?? [] }
    var members: [(String, JSONValue)] = []
    var known: Set<String> = []
    for property in schemas.flatMap({ $0.children(of: "properties") }) {
      guard let name = property.schema.pointer.tokens.last, known.insert(name).inserted else { continue }
      let isNeeded = required.contains(name)
      guard isNeeded || isShown(property.schema, inside: outer), property.schema.boolean != false else { continue }
      guard let value = value(property.schema, inside: outer) else {
        if isNeeded { return nil }
        continue
      }
      members.append((name, value))
    }
    let other = schemas.compactMap { $0.child("additionalProperties") }.first
    for name in required where known.insert(name).inserted {
      members.append((name, other.flatMap { value($0, inside: outer) } ?? .string("text")))
    }
    return .object(members)
  }

  private mutating func array(_ schemas: [SchemaView], _ outer: [JSONPointer]) -> JSONValue? {
    let placed = schemas.flatMap { $0.children(of: "prefixItems") }.map(\.schema)
    let item = schemas.compactMap { $0.child("items") ?? $0.child("contains") }.first { $0.boolean != false }
    let least = schemas.compactMap { $0["minItems"]?.int }.max() ?? 0
    let most = schemas.compactMap { $0["maxItems"]?.int }.min() ?? .max
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

  /// Whether something is made that may be left out.
  private func isShown(_ schema: SchemaView, inside outer: [JSONPointer]) -> Bool {
    isWhole && left > 0 && !parts(of: schema).contains { outer.contains($0.pointer) }
  }

  private func text(_ schemas: [SchemaView]) -> String {
    let format = schemas.compactMap { $0["format"]?.string.flatMap(SampleText.ofFormat) }.first
    let least = min(schemas.compactMap { $0["minLength"]?.int }.max() ?? 0, Self.longest)
    return SampleText.text(
      format ?? "text",
      least: least,
      most: schemas.compactMap { $0["maxLength"]?.int }.min() ?? .max
    )
  }

  /// The least number that is allowed, and 1 where there is none: a bound as it is written, so that it is met exactly.
  private func number(_ schemas: [SchemaView]) -> JSONValue? {
    func bound(_ name: String, _ isNearer: (Double, Double) -> Bool) -> JSONValue? {
      schemas.compactMap { $0[name] }.filter { $0.double != nil }.min { isNearer($0.double ?? 0, $1.double ?? 0) }
    }
    let least = bound("minimum", >)
    let above = bound("exclusiveMinimum", >)
    let most = bound("maximum", <)
    let below = bound("exclusiveMaximum", <)
    if let factor = schemas.compactMap({ Self.whole($0["multipleOf"]) }).max(), factor > 0 {
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

  /// A whole number that can be counted on from.
  private static func whole(_ value: JSONValue?) -> Int? {
    value?.int.flatMap { (-(1 << 53)...1 << 53).contains($0) ? $0 : nil }
  }
}

extension Contract {
  /// The text the mock sends as a header field: what its schema names, or the simplest it allows; `nil` where that is no text.
  /// A coding is gzip where it may be, which the mock can make.
  package func sampleText(of header: HeaderPromise) -> String? {
    let gzip = ContentCoding.gzip.rawValue
    if HTTPHeader(header.name, "").isNamed("Content-Encoding"),
      ScalarText.violations(of: gzip, header.schema.schema).isEmpty
    {
      return gzip
    }
    guard let sample = sample(of: header.schema), ![.object, .array, .null].contains(sample.kind) else { return nil }
    return sample.string ?? sample.text
  }
}
