import AssayContract
import AssayDocuments
import AssayJSON
import AssaySchema

/// Makes values that match a schema of a description: its own examples, or else the simplest ones.
///
/// Shared definitions are expanded at each reference, which may give a value of any size. Once a value is large,
/// optional members and items are left out.
struct OpenAPIExample {
  private var files: OpenAPIFiles
  private let isRequest: Bool
  /// True if examples and defaults of the description are used; otherwise values are made from types and bounds alone.
  private let usesExamples: Bool
  /// The definitions for which a value is being made; a recursive one is left out if it is optional.
  private var open: Set<String> = []
  /// The values of definitions that are the same at each reference, and the number of values in each.
  private var known: [String: (value: DocumentValue?, count: Int)] = [:]
  /// True if something was left out because of the context.
  private var isCut = false
  /// True if something was left out because it is nested too deep, or the value is already too large.
  private var isTooMuch = false
  /// The definitions for which no value was made because it would be too deep or too large, each with the smallest
  /// depth at which this happened.
  private var tooDeep: [String: Int] = [:]
  /// The number of values made so far.
  private var count = 0
  /// The number of values attempted so far, including failed attempts.
  private var effort = 0

  /// The number of values after which only required ones are made.
  private static let plenty = 1_000
  /// The number of values after which no more are made.
  private static let most = 10_000
  private static let mostEffort = 50_000

  init(files: OpenAPIFiles, isRequest: Bool, usesExamples: Bool = true) {
    self.files = files
    self.isRequest = isRequest
    self.usesExamples = usesExamples
  }

  /// Returns a value of the schema; `nil` if none is found.
  mutating func value(_ node: OpenAPINode, depth: Int = 0) throws(DraftError) -> DocumentValue? {
    effort += 1
    guard depth < 24, count < Self.most, effort < Self.mostEffort else { return cut(isTooMuch: true) }
    let (node, definition) = try files.resolved(node)
    let before = count
    guard let definition else { return kept(try fresh(node, depth: depth), since: before) }
    // Of what is described elsewhere no value is known.
    if files.isForeign(definition) { return nil }
    if let known = known[definition] {
      count += known.count
      return count <= Self.most ? known.value : kept(cut(isTooMuch: true), since: before)
    }
    if let least = tooDeep[definition], depth >= least { return cut(isTooMuch: true) }
    guard open.insert(definition).inserted else { return cut() }
    defer { open.remove(definition) }
    let (wasCut, wasTooMuch) = (isCut, isTooMuch)
    (isCut, isTooMuch) = (false, false)
    let made = kept(try fresh(node, depth: depth), since: before)
    if !isCut { known[definition] = (made, count - before) }
    if made == nil, isTooMuch { tooDeep[definition] = depth }
    isCut = isCut || wasCut
    isTooMuch = isTooMuch || wasTooMuch
    return made
  }

  /// Notes that a value is left out: it is already being made further out, or with `isTooMuch`, it would be too deep or
  /// too large. Returns `nil`.
  private mutating func cut(isTooMuch: Bool = false) -> DocumentValue? {
    isCut = true
    if isTooMuch { self.isTooMuch = true }
    return nil
  }

  /// Returns `value`. If it is `nil`, resets the count of values to `before`, since the values made for it are not
  /// used.
  private mutating func kept(_ value: DocumentValue?, since before: Int) -> DocumentValue? {
    if value == nil { count = before }
    return value
  }

  /// The value of a node that is not a reference.
  private mutating func fresh(_ node: OpenAPINode, depth: Int) throws(DraftError) -> DocumentValue? {
    count += 1
    for key in usesExamples ? ["example", "const", "default"] : ["const"] {
      if let given = node[key]?.value, !given.isNull { return given }
    }
    if usesExamples, let first = node["examples"]?.value.items.first { return first }
    if let first = node["enum"]?.value.items.first(where: { !$0.isNull }) { return first }
    guard let choices = node["oneOf"] ?? node["anyOf"] else { return try adding(node, to: nil, depth: depth) }
    for choice in choices.items {
      guard var made = try value(choice, depth: depth + 1) else { continue }
      try name(choice, by: node["discriminator"], in: &made)
      return try adding(node, to: made, depth: depth)
    }
    return nil
  }

  /// Sets the discriminator's property in `value`, which was made for the alternative `choice`, to the name of that
  /// alternative.
  private mutating func name(_ choice: OpenAPINode, by discriminator: OpenAPINode?, in value: inout DocumentValue)
    throws(DraftError)
  {
    guard let name = discriminator?["propertyName"]?.string, let reference = choice["$ref"]?.string,
      case .object(var members) = value.kind
    else { return }
    let last = reference.parts("/").last ?? ""
    let mapped = discriminator?["mapping"]?.members.first { $0.node.string == reference || $0.node.string == last }?.key
    members.removeAll { $0.key == name }
    members.append(.init(key: name, line: 1, value: DocumentValue(.string(mapped ?? last))))
    value.kind = .object(members)
  }

  /// Returns a value for the schema's own keywords, combined with the members of `base` and of the parts of `allOf`;
  /// `nil` if none is found.
  private mutating func adding(_ node: OpenAPINode, to base: DocumentValue?, depth: Int) throws(DraftError)
    -> DocumentValue?
  {
    var members = base?.members ?? []
    var names = Set(members.map(\.key))
    var isObject = base?.isObject ?? false
    for part in node["allOf"]?.items ?? [] where !part.isRemark {
      guard let made = try value(part, depth: depth + 1) else { return nil }
      guard made.isObject else { return made }
      isObject = true
      for member in made.members where names.insert(member.key).inserted { members.append(member) }
    }
    let type = node.type
    guard isObject || type == "object" || node["properties"] != nil else {
      if let base { return base }
      return try simplest(node, type, depth: depth)
    }
    let required = Set(node["required"]?.strings ?? [])
    let properties = node["properties"]?.members ?? []
    for (name, member) in properties where !names.contains(name) {
      if count >= Self.plenty, !required.contains(name) {
        isCut = true
        continue
      }
      let found = try member.resolved
      if found[isRequest ? "readOnly" : "writeOnly"]?.value.bool == true { continue }
      // A request has what is required of it, and what the description gives a value.
      if isRequest, !required.contains(name), try !member.isGiven() { continue }
      var made = try value(member, depth: depth + 1)
      // A list that is linked by a required member ends with `null`.
      if made == nil, required.contains(name), member.allowsNull { made = DocumentValue(.null) }
      guard let made else {
        if required.contains(name) { return nil }
        continue
      }
      members.append(.init(key: name, line: 1, value: made))
      names.insert(name)
    }
    for name in required.subtracting(names).subtracting(properties.map(\.key)).sorted() {
      members.append(.init(key: name, line: 1, value: DocumentValue(.string("text"))))
    }
    try fill(&members, with: node, depth: depth)
    return DocumentValue(.object(members))
  }

  /// Adds further members, as many as `minProperties` asks for, if their names are free.
  private mutating func fill(_ members: inout [DocumentValue.Member], with node: OpenAPINode, depth: Int)
    throws(DraftError)
  {
    let least = node.count("minProperties") ?? 0
    let schema = node["additionalProperties"]
    guard members.count < least, least <= Self.plenty, schema?.value.bool != false else { return }
    let isDescribed = schema?.value.isObject == true
    let made =
      try isDescribed ? schema.flatMap { (schema) throws(DraftError) in try value(schema, depth: depth + 1) } : nil
    if isDescribed, made == nil { return }
    let further = made ?? DocumentValue(.string("text"))
    let names = (1...least).map { $0 == 1 ? "key" : "key\($0)" }
    for name in names.filter({ name in !members.contains { $0.key == name } }).prefix(least - members.count) {
      members.append(.init(key: name, line: 1, value: further))
    }
    count += members.count
  }

  private mutating func simplest(_ node: OpenAPINode, _ type: String?, depth: Int) throws(DraftError) -> DocumentValue?
  {
    switch type {
    case "array": return try list(node, depth: depth)
    case "boolean": return DocumentValue(.bool(true))
    case "null": return DocumentValue(.null)
    case "integer", "number":
      return JSONNumber(Self.number(node, isInteger: type == "integer")).map { DocumentValue(.number($0)) }
    case "string", nil: return Self.text(node, type).map { DocumentValue(.string($0)) }
    default: return nil
    }
  }

  private mutating func list(_ node: OpenAPINode, depth: Int) throws(DraftError) -> DocumentValue? {
    let least = node.count("minItems") ?? 0
    var items: [DocumentValue] = []
    for item in (node["prefixItems"] ?? node["items"])?.items ?? [] {
      guard let made = try value(item, depth: depth + 1) else { break }
      items.append(made)
    }
    let isEmptyEnough = items.isEmpty && node["maxItems"]?.value.number?.text != "0"
    let before = count
    let isLeftOut = items.count >= least && before >= Self.plenty
    if isLeftOut { isCut = true }
    if let item = node["items"], !item.value.isArray, items.count < least || isEmptyEnough && !isLeftOut,
      let made = try value(item, depth: depth + 1)
    {
      let times = min(max(least - items.count, 1), Self.plenty)
      items += Array(repeating: made, count: times)
      count += (count - before) * (times - 1)
      if count > Self.most { return cut(isTooMuch: true) }
    }
    return items.count < least ? nil : DocumentValue(.array(items))
  }

  private static func text(_ node: OpenAPINode, _ type: String?) -> String? {
    if type == nil, node["pattern"] == nil, node["format"] == nil { return "text" }
    let (least, most) = (node.count("minLength") ?? 0, node.count("maxLength") ?? .max)
    if let pattern = node["pattern"]?.string {
      return PatternText.matching(pattern, node["format"]?.string, least: least, most: most)
    }
    guard least <= 1_000, least <= most else { return nil }
    return FormatSample.text(node["format"]?.string.flatMap(FormatSample.plain) ?? "text", least: least, most: most)
  }

  /// Returns a number within the bounds: 1 if allowed, otherwise the minimum, or without one the maximum.
  private static func number(_ node: OpenAPINode, isInteger: Bool) -> String {
    func bound(_ key: String) -> (text: String, value: Double)? {
      node[key]?.value.number.flatMap { number in Double(number.text).map { (number.text, $0) } }
    }
    func text(_ value: Double) -> String {
      abs(value) < 1e15 && value == value.rounded() ? String(Int(value)) : "\(value)"
    }
    let least = bound("exclusiveMinimum") ?? bound("minimum")
    let most = bound("exclusiveMaximum") ?? bound("maximum")
    let isAbove = least != nil && node["exclusiveMinimum"].map { $0.value.bool ?? true } ?? false
    let isBelow = most != nil && node["exclusiveMaximum"].map { $0.value.bool ?? true } ?? false
    func isWithin(_ value: Double) -> Bool {
      (least.map { isAbove ? value > $0.value : value >= $0.value } ?? true)
        && (most.map { isBelow ? value < $0.value : value <= $0.value } ?? true)
    }
    if let multiple = bound("multipleOf"), multiple.value > 0 {
      if isWithin(multiple.value) { return multiple.text }
      let start =
        least.map { ($0.value / multiple.value).rounded(.up) } ?? ((most?.value ?? 0) / multiple.value).rounded(.down)
      let steps = [start, start + 1, start - 1].map { $0 * multiple.value }
      return text(steps.first(where: isWithin) ?? start * multiple.value)
    }
    if !isAbove, let least { return least.text }
    if isWithin(1) { return "1" }
    if !isBelow, !isAbove, let most { return most.text }
    if let least, let most, !isInteger { return text((least.value + most.value) / 2) }
    if let least { return text(isInteger ? least.value.rounded(.down) + 1 : least.value + 1) }
    return most.map { text(isInteger ? $0.value.rounded(.up) - 1 : $0.value - 1) } ?? "1"
  }
}

/// Values that a description itself gives.
extension OpenAPINode {
  /// The first of the examples given next to a schema: `example`, `examples`.
  var given: DocumentValue? {
    get throws(DraftError) {
      if let example = self["example"] { return example.value }
      let example = try self["examples"]?.members.first?.node.resolved
      return (example?["dataValue"] ?? example?["value"])?.value
    }
  }

  /// Returns true if the description gives the value to send: an example, a default, a constant, or the only value of a
  /// list.
  func isGiven(depth: Int = 0) throws(DraftError) -> Bool {
    let found = try resolved
    for key in ["example", "const", "default"] { if let given = found[key], !given.value.isNull { return true } }
    if found["examples"] != nil || found["enum"]?.value.items.count == 1 { return true }
    guard let parts = found["allOf"]?.items.filter({ !$0.isRemark }), parts.count == 1, depth < 8 else { return false }
    return try parts[0].isGiven(depth: depth + 1)
  }

  /// True if a part of `allOf` has only annotations, such as a description, and requires nothing.
  fileprivate var isRemark: Bool {
    value.members.allSatisfy { member in
      ["title", "description", "deprecated", "nullable", "readOnly", "writeOnly", "externalDocs", "xml"].contains(
        member.key
      ) || member.key.hasPrefix("x-")
    }
  }

  /// True if the schema itself says that `null` is one of its values.
  fileprivate var allowsNull: Bool {
    self["nullable"]?.value.bool == true || self["type"]?.items.contains { $0.string == "null" } == true
  }

  /// Returns the members that an object of the schema may have, including those of `allOf`.
  func properties() throws(DraftError) -> [(name: String, node: OpenAPINode)] {
    var seen: Set<String> = []
    return try properties(depth: 0, &seen)
  }

  /// Those of a definition that is part of several are added once: `seen` has the definitions so far.
  private func properties(depth: Int, _ seen: inout Set<String>) throws(DraftError) -> [(
    name: String, node: OpenAPINode
  )] {
    let (found, key) = try files.resolved(self)
    if let key, !seen.insert(key).inserted { return [] }
    let own = found["properties"]
    var members = (own?.value.members ?? []).compactMap { member in
      own.map { (name: member.key, node: $0.child(member)) }
    }
    guard depth < 8 else { return members }
    for part in found["allOf"]?.items ?? [] { members += try part.properties(depth: depth + 1, &seen) }
    return members
  }
}
