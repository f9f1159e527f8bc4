package import AssayContract
package import AssayFindings
package import AssayJSON
import AssaySchema

/// The facts recorded about a field that a schema describes: which of its promises the received values have tested.
struct FieldMarks: OptionSet {
  let rawValue: UInt8
  /// A value was received.
  static let reached = FieldMarks(rawValue: 1)
  /// An object was received, so that it is known which members are present.
  static let opened = FieldMarks(rawValue: 2)
  /// All facts about the field and its content are recorded.
  static let complete = FieldMarks(rawValue: 4)
}

/// The recording of which promises of a schema were tested, field by field.
extension CheckLedger {
  /// Records which fields of `schema` were tested by `value`. `found` are the violations in `value`; promises about the
  /// content of a missing or mistyped value are blocked.
  package mutating func keep(_ value: JSONValue, against schema: SchemaPromise, found: [Finding]) {
    let offset = schema.promise.offset
    guard isComplete, let fields = fields[offset] else { return }
    Self.mark(0, value, fields, &marks[offset, default: Array(repeating: [], count: fields.fields.count)])
    for finding in found { block(inside: finding, schema.promise, fields) }
  }

  /// Records that the text of a header field was checked against `schema`.
  mutating func keepText(against schema: SchemaPromise) {
    if isComplete { marks[schema.promise.offset, default: [[]]][0] = [.reached, .complete] }
  }

  private static func mark(_ field: Int, _ value: JSONValue, _ fields: SchemaFields, _ marks: inout [FieldMarks]) {
    if marks[field].contains(.complete) { return }
    marks[field].insert(.reached)
    let known = fields.fields[field]
    var isComplete = true
    if !known.members.isEmpty {
      if value.kind == .object {
        marks[field].insert(.opened)
        for (name, inner) in known.members where !marks[inner].contains(.complete) {
          if let member = value[name] { mark(inner, member, fields, &marks) }
        }
      }
      isComplete = known.members.allSatisfy { marks[$0.field].contains(.complete) }
    }
    if let items = known.items {
      if value.kind == .array {
        for item in value.items where !marks[items].contains(.complete) { mark(items, item, fields, &marks) }
      }
      isComplete = isComplete && marks[items].contains(.complete)
    }
    if isComplete { marks[field].insert(.complete) }
  }

  /// Blocks the promises about the content of a value that is missing or of the wrong kind.
  private mutating func block(inside finding: Finding, _ promise: Promise, _ fields: SchemaFields) {
    guard finding.hidesInside, let path = finding.place.value ?? (finding.place.part == .whole ? [] : nil),
      let top = fields.field(at: path)
    else { return }
    var pending = [top]
    while let field = pending.popLast() {
      block(promise, .field(field), because: BlockReason(finding))
      if field != top { block(promise, .member(field), because: BlockReason(finding)) }
      pending += fields.fields[field].members.map(\.field)
      if let items = fields.fields[field].items { pending.append(items) }
    }
  }

  /// Returns the promises that a value at `path` breaks if it violates the keyword of `schema` at `keyword`: those of
  /// the keyword. If the keyword makes no promise of its own, returns all promises about the nearest enclosing field; without
  /// any, the schema's own.
  func sites(of schema: Promise, at path: ValuePath, keyword: JSONPointer? = nil) -> [PromiseSite] {
    guard let known = fields[schema.offset] else { return [PromiseSite(schema)] }
    let notes = known.notes.filter { $0.pointer == keyword && $0.isPromise }
    let field = known.nearestField(to: path)
    let here = notes.filter { $0.field == field }
    if !notes.isEmpty { return (here.isEmpty ? notes : here).map { PromiseSite(schema, of: $0) } }
    var around: Int? = field
    while let field = around {
      let notes = known.notes.filter { $0.field == field && $0.isPromise }
      if !notes.isEmpty { return notes.map { PromiseSite(schema, of: $0) } }
      around = known.fields[field].parent
    }
    return [PromiseSite(schema)]
  }

  func has(_ mark: FieldMarks, _ field: Int, _ offset: Int) -> Bool {
    guard let marks = marks[offset], marks.indices.contains(field) else { return false }
    return marks[field].contains(mark)
  }
}

extension SchemaFields {
  /// Returns the index of the field that describes the value at `path`; `nil` if the schema only describes a value
  /// around it.
  func field(at path: ValuePath) -> Int? {
    let (field, depth) = walk(path)
    return depth == path.steps.count ? field : nil
  }

  /// Returns the index of the field at `path`, or else of the innermost enclosing value that the schema describes.
  fileprivate func nearestField(to path: ValuePath) -> Int { walk(path).field }

  private func walk(_ path: ValuePath) -> (field: Int, depth: Int) {
    var field = 0
    for (depth, step) in path.steps.enumerated() {
      let inner: Int? =
        switch step {
        case .member(let name): self.field(named: name, in: field)
        case .item: fields[field].items
        }
      guard let inner else { return (field, depth) }
      field = inner
    }
    return (field, path.steps.count)
  }
}

extension Finding {
  /// True if the finding means that the content of a value cannot be judged: the value has the wrong type or is a
  /// missing `must`. A missing `should` does not count.
  fileprivate var hidesInside: Bool {
    switch rule {
    case .schema("type"), .schema("false"): true
    case .schema("required"), .schema("dependentRequired"): level == .must
    default: false
    }
  }
}
