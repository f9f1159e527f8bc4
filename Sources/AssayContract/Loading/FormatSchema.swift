import AssayJSON
import AssaySchema
import AssayText

/// The contract format's own JSON Schema, compiled once for all contracts.
struct FormatSchema: Sendable {
  let root: JSONValue
  let schema: CompiledSchema

  /// The compiled schema; `nil` only if the embedded file `contracts/contract.schema.json` were broken, which a test
  /// rules out.
  static let shared: FormatSchema? = {
    guard let document = try? JSONDocument(parsing: PackageResources.contract_schema_json),
      let schema = try? SchemaSet(document: document).schema(at: JSONPointer())
    else { return nil }
    return FormatSchema(root: document.root, schema: schema)
  }()

  /// Returns the names under `properties` next to the keyword at `location` in the format's schema.
  func knownKeys(besideKeywordAt location: JSONPointer) -> [String] {
    guard let parent = location.parent, let properties = root[parent]?["properties"] else { return [] }
    return properties.members.map(\.key)
  }

  /// Returns the `description` next to the keyword at `location` in the format's schema.
  func description(besideKeywordAt location: JSONPointer) -> String {
    location.parent.flatMap { root[$0]?["description"]?.string } ?? ""
  }

  /// Returns the `description` of the property `name` under `properties` next to the keyword at `location`; empty if
  /// absent.
  func description(ofKey name: String, besideKeywordAt location: JSONPointer) -> String {
    location.parent.flatMap { root[$0]?["properties"]?[name]?["description"]?.string } ?? ""
  }
}

/// The check of a contract against the format's own JSON Schema, which reports errors in the contract's words.
struct FormatCheck {
  private let format: FormatSchema
  private let root: JSONValue
  private var log: DiagnosticLog

  /// The maximum number of faults examined; a person fixes the first few.
  private static let limit = 200

  /// Reports in `log` the structural faults that `ContractReader` does not report better; returns those it may report.
  static func check(_ document: JSONDocument, log: inout DiagnosticLog) -> [SchemaViolation] {
    guard let format = FormatSchema.shared, !format.schema.isValid(document.root) else { return [] }
    var check = FormatCheck(format: format, root: document.root, log: log)
    var left: [SchemaViolation] = []
    for violation in format.schema.violations(of: document.root, limit: limit) {
      if !check.note(violation) { left.append(violation) }
    }
    log = check.log
    return left
  }

  /// Reports the violations `left` that `check` left to `ContractReader`, unless their place already has a diagnostic.
  /// The reader's rules and the schema's are not identical.
  static func note(_ left: [SchemaViolation], of document: JSONDocument, log: inout DiagnosticLog) {
    guard let format = FormatSchema.shared else { return }
    var check = FormatCheck(format: format, root: document.root, log: log)
    for violation in left { check.noteWrong(violation, .wrongValue) }
    log = check.log
  }

  /// Reports a violation of the format's schema; returns false, without reporting it, if `ContractReader` reports it
  /// better.
  private mutating func note(_ violation: SchemaViolation) -> Bool {
    if isInOlderSchema(violation.instanceLocation) {
      noteOlder(violation)
      return true
    }
    switch (violation.keyword, definition(of: violation.keywordLocation)) {
    case ("additionalProperties", "responses"), ("pattern", "duration"), ("pattern", "limit"), ("pattern", "pointer"),
      ("pattern", "constant"), ("pattern", "nondecreasing"), ("pattern", "source"), ("properties", "operation"),
      ("properties", "request"):
      return false
    // The engine refuses the same pattern when it compiles the schema, and names the character.
    case ("format", "schema"): break
    case ("additionalProperties", _): noteUnknownKey(violation)
    case ("required", _): noteMissingKeys(violation)
    case ("type", _): noteWrongType(violation)
    case ("enum", _), ("const", _): noteWrongValue(violation)
    case ("format", _): noteWrong(violation, .badPattern)
    case ("propertyNames", let definition): noteBadName(violation, definition)
    default: noteWrong(violation, .wrongValue)
    }
    return true
  }

  /// Returns true if the place is inside a schema of an older draft, which is then checked against the meta-schema of
  /// that draft.
  private func isInOlderSchema(_ pointer: JSONPointer) -> Bool {
    pointer.tokens.indices.contains { root[JSONPointer(tokens: Array(pointer.tokens[...$0]))]?.olderDialect != nil }
  }

  /// Reports a violation of an older draft's meta-schema, without the format's descriptions of its own keys.
  private mutating func noteOlder(_ violation: SchemaViolation) {
    // The engine refuses the same pattern when it compiles the schema, and names the character.
    guard violation.keyword != "format" else { return }
    log.add(
      violation.keyword == "type" ? .wrongType : .wrongValue,
      violation.message,
      help: "by the meta-schema that `$schema` names",
      range: valueRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }

  /// Returns the name under `$defs` of the definition that contains a keyword; empty outside of all.
  private func definition(of location: JSONPointer) -> String {
    location.tokens.count > 1 && location.tokens[0] == "$defs" ? location.tokens[1] : ""
  }

  /// Returns the byte range of the key of the member at `pointer`, or of the value if it is not a member.
  private func keyRange(_ pointer: JSONPointer) -> Range<Int> {
    guard let name = pointer.tokens.last, let parent = pointer.parent, let object = root[parent] else { return 0..<1 }
    let member = object.members.reversed().first { $0.isNamed(name) }
    return member?.keyValue.byteRange ?? root[pointer]?.byteRange ?? 0..<1
  }

  private func valueRange(_ pointer: JSONPointer) -> Range<Int> { root[pointer]?.byteRange ?? 0..<1 }

  // MARK: One kind of fault each

  private mutating func noteUnknownKey(_ violation: SchemaViolation) {
    let name = violation.instanceLocation.tokens.last ?? ""
    let parent = violation.instanceLocation.parent ?? JSONPointer()
    let present = Set(root[parent]?.members.map(\.key) ?? [])
    let known = format.knownKeys(besideKeywordAt: violation.keywordLocation)
    let free = known.filter { !present.contains($0) }
    let meant = SpellingSuggestion.nearest(to: name, among: free + inPlace(of: violation))
    let help = meant.map { "did you mean `\($0)`?" }
    log.add(
      .unknownKey,
      "unknown key `\(name)`",
      help: help
        ?? "\(place(parent)) knows: \(known.map { "`\($0)`" }.joined(separator: ", ")), and keys that start with `x-`",
      range: keyRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }

  /// Returns the keys of the objects that may be used instead of the invalid one: instead of a step, a group or a
  /// `parallel`.
  private func inPlace(of violation: SchemaViolation) -> [String] {
    definition(of: violation.keywordLocation) == "step" ? ["group", "parallel"] : []
  }

  /// Returns the name that a message uses for the value at `pointer`.
  private func place(_ pointer: JSONPointer) -> String {
    guard let name = pointer.tokens.last, let parent = pointer.parent else { return "the contract" }
    if root[parent]?.kind == .array, let position = Int(name) {
      return "item \(position) of `\(parent.tokens.last ?? "")`"
    }
    return "`\(name)`"
  }

  /// Reports all missing keys of an object in one diagnostic.
  private mutating func noteMissingKeys(_ violation: SchemaViolation) {
    guard let object = root[violation.instanceLocation] else { return }
    let known = format.knownKeys(besideKeywordAt: violation.keywordLocation)
    let strangers = object.members.map(\.key).filter { !known.contains($0) }
    let others = inPlace(of: violation)
    if strangers.contains(where: { SpellingSuggestion.nearest(to: $0, among: others) != nil }) { return }
    let missing = (format.root[violation.keywordLocation]?.items.compactMap(\.string) ?? []).filter { name in
      // A misspelt key is reported once, as the unknown key it is.
      object[name] == nil && !strangers.contains { SpellingSuggestion.nearest(to: $0, among: known) == name }
    }
    guard !missing.isEmpty else { return }
    let isRoot = violation.instanceLocation.tokens.isEmpty
    let names = missing.map { "`\($0)`" }.joined(separator: ", ")
    let description = format.description(ofKey: missing[0], besideKeywordAt: violation.keywordLocation)
    log.add(
      .missingKey,
      "\(place(violation.instanceLocation)) has no \(names)",
      help: missing.count > 1 || description.isEmpty ? "add \(names)" : "add \(names): \(description)",
      range: isRoot
        ? object.byteRange.lowerBound..<object.byteRange.lowerBound + 1 : keyRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }

  private mutating func noteWrongType(_ violation: SchemaViolation) {
    log.add(
      .wrongType,
      "\(place(violation.instanceLocation)) must be \(violation.expected), not \(violation.actual)",
      help: format.description(besideKeywordAt: violation.keywordLocation),
      range: valueRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }

  private mutating func noteWrongValue(_ violation: SchemaViolation) {
    let actual = root[violation.instanceLocation]?.string ?? violation.actual
    let nearest = SpellingSuggestion.nearest(to: actual, among: violation.alternatives)
    log.add(
      .wrongValue,
      "\(place(violation.instanceLocation)) must be \(violation.expected), not \(violation.actual)",
      help: nearest.map { "did you mean `\($0)`?" } ?? format.description(besideKeywordAt: violation.keywordLocation),
      range: valueRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }

  private mutating func noteBadName(_ violation: SchemaViolation, _ definition: String) {
    let isDocument = violation.instanceLocation.tokens.first == "documents"
    let rule = format.root["$defs"]?[isDocument ? "documentName" : "name"]?["description"]?.string ?? ""
    log.add(
      .badName,
      "`\(violation.instanceLocation.tokens.last ?? "")` cannot be a name here",
      help: rule,
      range: keyRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }

  private mutating func noteWrong(_ violation: SchemaViolation, _ kind: DiagnosticKind) {
    let isUnwanted = ["properties", "additionalProperties"].contains(violation.keyword)
    log.add(
      kind,
      violation.message,
      help: format.description(besideKeywordAt: violation.keywordLocation),
      range: isUnwanted ? keyRange(violation.instanceLocation) : valueRange(violation.instanceLocation),
      pointer: violation.instanceLocation
    )
  }
}
