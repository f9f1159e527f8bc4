import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

/// The derivation of probes that change a request body, except for multipart forms.
extension ProbeDerivation {
  /// The maximum depth and number of the members that are changed, since a schema may be recursive.
  private static let deepest = 5
  private static let mostMembers = 64

  mutating func addBody() {
    guard case .body(let template) = operation.request.content else { return }
    let promise = template.promise
    let sent = step.call.body.map { MergePatch.apply($0, to: template.example) } ?? template.example
    if template.isRequired {
      add("no-body", .mistake, "without a body", .body(.removed), refusal, promise)
    } else if sent != nil {
      let expectation = Probe.Expectation.success(refusedAt: promise.level)
      add("no-body", .choice, "without a body", .body(.removed), expectation, promise)
    }
    guard MediaType(template.contentType)?.isJSON != false, let sent else { return }
    add("cut-short", .mistake, "with its body cut short", .body(.cutShort), refusal, promise)
    // JSON is UTF-8 between systems (RFC 8259 section 8.1), but a backend may read what it can.
    let broken = "with a byte in its body that is not UTF-8"
    add("not-utf-8", .mistake, broken, .body(.brokenText), .refusal(refusals, acceptedAt: nil), promise)
    let type = "with the content type `text/plain` over its JSON"
    add("other-type", .mistake, type, .contentType("text/plain"), .refusal([], acceptedAt: nil), promise)
    let deep = Array(repeating: "[", count: 2_000) + Array(repeating: "]", count: 2_000)
    let nested = "with 2000 lists inside each other as its body"
    let change = RequestChange.body(.replaced(Array(deep.joined().utf8)))
    add("deep", .mistake, nested, change, .refusal(refusals, acceptedAt: nil), promise)
    guard let schema = template.schema, let view = contract.schemas.view(at: schema.promise.pointer) else { return }
    var body = BodyWalk(schema: schema, sent: sent)
    addValues(at: JSONPointer(), ValueSchema(view), &body)
    addBreaches(of: view, body)
  }

  /// The keywords that other probes already break: those that change each value or leave out members.
  private static let brokenElsewhere: Set<String> = [
    "type", "enum", "const", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength",
    "maxLength", "minItems", "maxItems", "required",
  ]

  /// Adds probes that break each of the remaining keywords, in the ways the keyword defines: a pattern, a format, the
  /// allowed members, a condition.
  private mutating func addBreaches(of view: SchemaView, _ body: BodyWalk) {
    let others = KeptKeywords.all(of: view, in: body.sent).filter { !Self.brokenElsewhere.contains($0.keyword.name) }
    for kept in others.prefix(Self.mostMembers) {
      for breakage in kept.breakages(listed: { _ in [] }) {
        let made = breakage.edits.lazy.compactMap { $0.applied(to: body.sent)?[kept.place] }
          .map { (value: $0, violations: body.violations(with: $0, at: kept.place)) }
          .first { !$0.violations.isEmpty && $0.violations.allSatisfy { $0.keyword == kept.keyword.name } }
        // What is captured in the run is not known before.
        guard let (value, violations) = made, !value.text.contains("\"$") else { continue }
        let candidate = Candidate("against-\(kept.keyword.name)", value)
        let noun = kept.place.tokens.isEmpty ? "its body" : "`\(kept.place)`"
        let name = kept.place.tokens.isEmpty ? "body" : kept.place.tokens.joined(separator: ".")
        add(candidate, shown: candidate.text, as: noun, named: name, violations, body.schema.promise) {
          .member(kept.place, $0)
        }
      }
    }
  }

  /// Adds probes that change the value at `pointer`, and the values inside it, one at a time.
  private mutating func addValues(at pointer: JSONPointer, _ schema: ValueSchema, _ body: inout BodyWalk) {
    body.members += 1
    guard pointer.tokens.count < Self.deepest, body.members < Self.mostMembers, let value = body.sent[pointer] else {
      return
    }
    let noun = pointer.tokens.isEmpty ? "its body" : "`\(pointer)`"
    let name = pointer.tokens.isEmpty ? "body" : pointer.tokens.joined(separator: ".")
    let promise = body.schema.promise
    if let last = pointer.tokens.last, let text = value.string, text.hasPrefix("$"), last.isOfID, documentsNotFound {
      let stranger: JSONValue = .string("assay-knows-no-such-thing")
      let about = "with the unknown \(stranger.text) as \(noun)"
      add("unknown-\(name)", .mistake, about, .member(pointer, stranger), unknown, promise)
    }
    let numbers = SeededNumbers(seed, at: "\(operation.name) \(pointer)")
    for candidate in ValueMaker.candidates(for: schema, besides: value, numbers) {
      let violations = body.violations(with: candidate.value, at: pointer)
      add(candidate, shown: candidate.text, as: noun, named: name, violations, promise) { .member(pointer, $0) }
    }
    if value.kind == .object { addMembers(of: pointer, schema, &body) }
    if value.kind == .array, value.count > 0, case .described(let items) = schema.field("0") {
      addValues(at: pointer.appending(0), items, &body)
    }
  }

  private mutating func addMembers(of pointer: JSONPointer, _ schema: ValueSchema, _ body: inout BodyWalk) {
    for (name, _) in schema.members {
      guard case .described(let described) = schema.field(name) else { continue }
      let place = pointer.appending(name)
      let label = place.tokens.joined(separator: ".")
      if body.sent[place] != nil {
        let violations = body.violations(with: nil, at: place)
        let about = "without `\(place)`"
        let change = RequestChange.member(place, nil)
        if let expectation = expectation(of: Candidate("", .bool(true), listed: "must"), violations) {
          let kind: Probe.Kind = violations.isEmpty ? .choice : .mistake
          add("without-\(label)", kind, about, change, expectation, body.schema.promise)
        }
        addValues(at: place, described, &body)
      } else if let value = described.shown, body.violations(with: value, at: place).isEmpty {
        let about = "with `\(value.text.shortened(to: 60))` as `\(place)`"
        let expectation = Probe.Expectation.success(refusedAt: .must)
        add("with-\(label)", .choice, about, .member(place, value), expectation, body.schema.promise)
      }
    }
  }

  private var documentsNotFound: Bool { refusals.contains { $0.status == .exact(404) } }
}

/// The request body of a step, as far as it is known before the run.
private struct BodyWalk {
  let schema: SchemaPromise
  let sent: JSONValue
  /// The number of values visited.
  var members = 0
  /// The keys of the violations in the unchanged body, which do not count, since a value captured in the run may be of
  /// any type.
  private let known: Set<String>

  init(schema: SchemaPromise, sent: JSONValue) {
    self.schema = schema
    self.sent = sent
    known = Set(schema.schema.violations(of: sent).map(Self.key))
  }

  /// Returns the schema violations that are new if the value at `pointer` is replaced by `value`, or left out if
  /// `value` is `nil`.
  func violations(with value: JSONValue?, at pointer: JSONPointer) -> [SchemaViolation] {
    var changed: JSONValue? = value
    if !pointer.tokens.isEmpty {
      let edit: JSONEdit =
        if let value, sent[pointer] == nil, let parent = pointer.parent, let name = pointer.tokens.last {
          .add(parent, name, value)
        } else {
          value.map { .replace(pointer, $0) } ?? .remove(pointer)
        }
      changed = edit.applied(to: sent)
    }
    guard let changed else { return [] }
    return schema.schema.violations(of: changed).filter { !known.contains(Self.key($0)) }
  }

  private static func key(_ violation: SchemaViolation) -> String {
    "\(violation.instanceLocation) \(violation.keywordLocation)"
  }
}

extension String {
  /// True if the name suggests that a member of this name contains an id.
  fileprivate var isOfID: Bool { lowercased().hasSuffix("id") || lowercased().contains("uuid") }
}
