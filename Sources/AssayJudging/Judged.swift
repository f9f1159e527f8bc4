package import AssayContract
package import AssayFindings
package import AssayJSON
package import AssaySchema

/// What of a check's promises was held against something, and what kept the others from it.
///
/// Judges note what they hold something against, whether it is kept or broken; what is broken the findings say. Where
/// something ends the judging, or makes a place unreadable, that is noted with its reason.
package struct Judged: Sendable {
  private let fields: [Int: SchemaFields]
  /// Nothing is noted where nobody asks for it.
  private let isNoting: Bool
  private var sites: Set<PromiseSite> = []
  private var marks: [Int: [FieldMarks]] = [:]
  private var blocked: [PromiseSite: String] = [:]
  private var empty: Set<PromiseSite> = []
  private var idle: [PromiseSite: String] = [:]
  /// Why what was not judged was not, where it should have been; `nil` where the check came to its end.
  package private(set) var obstacle: String?

  /// What is known of one field.
  private struct FieldMarks: OptionSet {
    let rawValue: UInt8
    /// A value was there.
    static let reached = FieldMarks(rawValue: 1)
    /// An object was there, which says which members there are.
    static let opened = FieldMarks(rawValue: 2)
    /// All there is to note of it and of what is inside is noted.
    static let complete = FieldMarks(rawValue: 4)
  }

  /// Notes nothing.
  package init() {
    fields = [:]
    isNoting = false
  }

  /// Notes for promises whose schemas say `fields`, by the byte offset of the place they are promised at.
  package init(fields: [Int: SchemaFields]) {
    self.fields = fields
    isNoting = true
  }

  /// Notes that something was held against `promise`.
  package mutating func note(_ promise: Promise, _ aspect: PromiseSite.Aspect = .whole) {
    if isNoting { sites.insert(PromiseSite(promise, aspect)) }
  }

  /// Notes that a rule holds over `scope`, or says nothing there.
  mutating func note(holding rule: Invariant, in scope: Scope) {
    guard isNoting, !sites.contains(PromiseSite(rule.promise)) else { return }
    if rule.expression.isVacuous(in: scope) {
      empty.insert(PromiseSite(rule.promise))
    } else {
      sites.insert(PromiseSite(rule.promise))
    }
  }

  /// Notes that `promise` could not be judged, for what `finding` tells.
  mutating func block(_ promise: Promise, _ aspect: PromiseSite.Aspect = .whole, by reason: @autoclosure () -> String) {
    guard isNoting else { return }
    let site = PromiseSite(promise, aspect)
    if blocked[site] == nil { blocked[site] = reason() }
  }

  /// Notes that `promise` says nothing of what came, and why.
  mutating func vacate(_ promise: Promise, _ aspect: PromiseSite.Aspect, for reason: String) {
    if isNoting { idle[PromiseSite(promise, aspect)] = reason }
  }

  /// Notes that the judging ended before its end, and why; the first reason counts.
  package mutating func stop(_ reason: @autoclosure () -> String) {
    if isNoting, obstacle == nil { obstacle = reason() }
  }

  // MARK: Values

  /// Notes that `value` was held against `schema`, to the findings `found`.
  package mutating func note(_ value: JSONValue, against schema: SchemaPromise, found: [Finding]) {
    let offset = schema.promise.offset
    guard isNoting, let fields = fields[offset] else { return }
    Self.mark(0, value, fields, &marks[offset, default: Array(repeating: [], count: fields.fields.count)])
    for finding in found { block(what: finding, hides: schema.promise, fields) }
  }

  /// Notes that the text of a header field was held against `schema`.
  mutating func noteText(against schema: SchemaPromise) {
    if isNoting { marks[schema.promise.offset, default: [[]]][0] = [.reached, .complete] }
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

  /// Notes what cannot be judged where a value is not there, or not of the kind others inside it are promised of.
  private mutating func block(what finding: Finding, hides promise: Promise, _ fields: SchemaFields) {
    guard finding.hidesInside, let path = finding.place.value ?? (finding.place.part == .whole ? [] : nil),
      let top = fields.field(at: path)
    else { return }
    var pending = [top]
    while let field = pending.popLast() {
      block(promise, .field(field), by: finding.message)
      if field != top { block(promise, .member(field), by: finding.message) }
      pending += fields.fields[field].members.map(\.field)
      if let items = fields.fields[field].items { pending.append(items) }
    }
  }

  // MARK: What came of it

  /// What is known of a site, the findings left aside.
  package enum Note: Sendable {
    case judged
    case blocked(String)
    /// Judged where it says nothing: over empty lists, or behind a guard that never opened.
    case empty
    /// It says nothing of what came, for this reason.
    case idle(String)
  }

  /// What was noted of `site`; `nil` where nothing was.
  package func note(of site: PromiseSite) -> Note? {
    if let reason = blocked[site] { return .blocked(reason) }
    switch site.aspect {
    case .field(let field): return has(.reached, field, site.offset) ? .judged : nil
    case .member(let field):
      guard let parent = fields[site.offset]?.fields[field].parent else {
        return has(.reached, field, site.offset) ? .judged : nil
      }
      return has(.opened, parent, site.offset) ? .judged : nil
    default: return sites.contains(site) ? .judged : empty.contains(site) ? .empty : idle[site].map { .idle($0) }
    }
  }

  private func has(_ mark: FieldMarks, _ field: Int, _ offset: Int) -> Bool {
    guard let marks = marks[offset], marks.indices.contains(field) else { return false }
    return marks[field].contains(mark)
  }
}

extension SchemaFields {
  /// The field at `path` of a value; `nil` where nothing is said of it alone.
  package func field(at path: ValuePath) -> Int? {
    var field = 0
    for step in path.steps {
      let inner: Int? =
        switch step {
        case .member(let name): self.field(named: name, in: field)
        case .item: fields[field].items
        }
      guard let inner else { return nil }
      field = inner
    }
    return field
  }
}

extension Finding {
  /// Whether nothing can be said of what is inside the value. What only should have been there may be absent.
  fileprivate var hidesInside: Bool {
    switch rule {
    case .schema("type"), .schema("false"): true
    case .schema("required"), .schema("dependentRequired"): level == .must
    default: false
    }
  }
}
