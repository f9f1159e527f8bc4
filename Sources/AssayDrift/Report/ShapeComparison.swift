import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssaySchema
import AssayText

/// The comparison of the values observed in one kind of response or event with the documented ones; it makes rows for
/// the differences.
struct ShapeComparison {
  let contract: Contract
  let operation: String
  let subject: DriftSubject
  /// The pointers of values that findings are already about.
  let covered: Set<String>
  /// The examples of the value in the guide.
  let examples: GuideExamples
  /// The texts that the run has sent.
  let sent: Set<String>
  /// The lines that describe the value as a whole, and then those of what is being compared, from the outermost inward.
  private var sources: [[Citation]]
  private(set) var rows: [DriftRow] = []

  init(
    contract: Contract,
    operation: String,
    subject: DriftSubject,
    covered: Set<String>,
    examples: GuideExamples,
    sent: Set<String>,
    sources: [Citation]
  ) {
    self.contract = contract
    self.operation = operation
    self.subject = subject
    self.covered = covered
    self.examples = examples
    self.sent = sent
    self.sources = [sources]
  }

  mutating func compare(_ shape: ObservedShape, at pointer: JSONPointer = JSONPointer()) {
    guard let documented = shape.documented else { return }
    sources.append(citations(of: documented))
    defer { sources.removeLast() }
    noteNarrower(shape, documented, pointer)
    noteUnlikeExample(shape, documented, pointer)
    noteUndescribed(shape, documented, pointer)
    let new = shape.members.sorted { $0.key < $1.key }.filter { $0.value.documented == nil }
    let missing = documented.names.filter { shape.members[$0] == nil }
    var renamed: Set<String> = []
    for (name, member) in new {
      // A missing field is reported already.
      let isOnly =
        new.count == 1 && missing.count == 1
        && missing.allSatisfy { member.isLike(documented.member($0)) && !covers(pointer.appending($0)) }
      let nearest = SpellingSuggestion.nearest(to: name, among: missing)
      if let meant = nearest ?? (isOnly ? missing.first : nil) { renamed.insert(meant) }
      addUndocumented(name, member, in: shape, documented, pointer, nearest, isOnly ? missing.first : nil)
    }
    if shape.types.contains(.object) {
      for name in missing where !renamed.contains(name) {
        noteNeverSeen(name, documented, pointer.appending(name))
      }
    }
    for (name, member) in shape.members.sorted(by: { $0.key < $1.key }) { compare(member, at: pointer.appending(name)) }
    if let items = shape.items { compare(items, at: pointer.appending(ObservedShape.anyName)) }
  }

  private mutating func addUndocumented(
    _ name: String,
    _ member: ObservedShape,
    in shape: ObservedShape,
    _ documented: DocumentedShape,
    _ pointer: JSONPointer,
    _ nearest: String?,
    _ alike: String?
  ) {
    let place = pointer.appending(name).description
    guard !covered.contains(place) else { return }
    let meant = nearest ?? alike
    // A required field that came under another name is one departure, and told already.
    if let meant, covered.contains(pointer.appending(meant).description) { return }
    let rename = meant.map { "`\($0)`, which is documented, was not received: renamed?" } ?? ""
    // A member that is alike and is called otherwise may be another one.
    let isMissed = nearest.map { documented.use(at: JSONPointer(tokens: [$0]))?.isUsed ?? true } ?? false
    let often = member.count == shape.count ? "each time" : "in \(member.count) of \(shape.count)"
    var row = DriftRow(
      key: "\(operation) | undocumented field | \(documented.home.map(\.description).joined(separator: " ")) | \(name)",
      kind: .undocumentedField,
      operation: operation,
      subject: subject,
      place: place,
      documented: "nothing of this name",
      observed: member.inner?.text ?? member.types.description,
      examples: member.examples(),
      types: member.types.wholeAsNumbers.names,
      message: "`\(name)` was received \(often); it is not documented" + (rename.isEmpty ? "" : "; \(rename)"),
      verdict: isMissed ? .losesData : .ignores,
      occurrences: member.count
    )
    row.remark = rename
    row.correction = DriftRow.Correction(
      documentedMembers: documented.names,
      formerName: nearest ?? "",
      types: member.types.names,
      sample: member.sample
    )
    row.calls.command = member.call?.command ?? ""
    if let promise = documented.home.first.flatMap({ contract.promise(at: $0) }) ?? self.promise(of: documented) {
      row.sources = promise.sources
      row.promise = contract.place(of: promise)
    }
    rows.append(row)
  }

  /// Returns true if a finding is about the value at `pointer`.
  private func covers(_ pointer: JSONPointer) -> Bool { covered.contains(pointer.description) }

  /// Returns the promise of the schema that describes the value, as the source of a row; `nil` if none exists.
  private func promise(of documented: DocumentedShape) -> Promise? {
    documented.schemas.first.flatMap { contract.promise(at: $0.pointer) }
  }

  /// The lines that any schema of the value cites, those of its branches among them.
  private func citations(of documented: DocumentedShape) -> [Citation] {
    var seen: Set<Citation> = []
    return ValueSchema(documented.schemas).parts.flatMap { contract.promise(at: $0.pointer)?.sources ?? [] }
      .filter { seen.insert($0).inserted }
  }

  private mutating func noteNeverSeen(_ name: String, _ documented: DocumentedShape, _ pointer: JSONPointer) {
    guard let member = documented.member(name), !covered.contains(pointer.description) else { return }
    note(.neverSeen, pointer, member, observed: "nothing", "`\(name)` is documented, and never came")
  }

  /// The guide shows an example, and no received value is like it: by its form, or because they are all one of a few
  /// other texts.
  private mutating func noteUnlikeExample(
    _ shape: ObservedShape,
    _ documented: DocumentedShape,
    _ pointer: JSONPointer
  ) {
    guard !shape.forms.forms.isEmpty, !shape.forms.isCut, !covers(pointer) else { return }
    let (shown, citations) = examples.scalars(at: pointer, citedBy: sources.reversed())
    guard !shown.isEmpty, shape.forms.isUnlike(shown, besides: sent) else { return }
    let name = pointer.tokens.last { $0 != ObservedShape.anyName } ?? "the value"
    let example = LeastTexts(shown.map(\.canonicalText), limit: 3).texts.either
    let types = shape.types.intersection([.string, .number])
    note(
      .unlikeExample,
      pointer,
      documented,
      observed: shape.examples(of: types).either,
      "`\(name)` is \(shape.examples(of: types).either), and the guide's example is \(example)"
    )
    rows[rows.count - 1].documented = example
    rows[rows.count - 1].sources = citations
    rows[rows.count - 1].seen.examples = shape.examples(of: types)
    rows[rows.count - 1].seen.occurrences = shape.count
    rows[rows.count - 1].calls.command = shape.call?.command ?? ""
  }

  /// Adds a row for a received object whose members the documents do not describe.
  private mutating func noteUndescribed(
    _ shape: ObservedShape,
    _ documented: DocumentedShape,
    _ pointer: JSONPointer
  ) {
    guard shape.isUndescribed, let inner = shape.inner, inner.hasMembers else { return }
    note(
      .undescribed,
      pointer,
      documented,
      observed: inner.text,
      "the documents describe no member; received \(inner.text)"
    )
    rows[rows.count - 1].seen.occurrences = shape.count
    rows[rows.count - 1].calls.command = shape.call?.command ?? ""
  }

  private mutating func noteNarrower(_ shape: ObservedShape, _ documented: DocumentedShape, _ pointer: JSONPointer) {
    let types = documented.types
    // Numbers with a fraction are what a number is documented for.
    let seen = shape.types.contains(.fraction) ? shape.types.union(.integer) : shape.types
    guard types != .all, seen.isStrictSubset(of: types), !seen.isEmpty, !covered.contains(pointer.description) else {
      return
    }
    note(
      .narrowerType,
      pointer,
      documented,
      observed: shape.types.description,
      "only \(shape.types) was received; the documents allow \(types)",
      examples: shape.examples()
    )
    rows[rows.count - 1].calls.command = shape.call?.command ?? ""
  }

  private mutating func note(
    _ kind: DriftRow.Kind,
    _ pointer: JSONPointer,
    _ documented: DocumentedShape,
    observed: String,
    _ message: String,
    examples: [String] = []
  ) {
    rows.append(
      DriftRow(
        key: "\(operation) | \(kind.rawValue) | \(subject) \(pointer)",
        kind: kind,
        operation: operation,
        subject: subject,
        place: pointer.description,
        documented: documented.types == .all ? "a value" : documented.types.description,
        observed: observed,
        examples: examples,
        message: message,
        verdict: .ignores,
        sources: promise(of: documented)?.sources ?? [],
        promise: promise(of: documented).map { contract.place(of: $0) }
      )
    )
  }
}

extension ObservedShape {
  /// Returns true if the values received here have only types that are documented for a different member, so that this
  /// one may have been renamed.
  fileprivate func isLike(_ documented: DocumentedShape?) -> Bool {
    guard let documented, documented.types != .all else { return false }
    return types.isSubset(of: documented.types)
  }
}
