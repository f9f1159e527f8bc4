import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssaySchema

/// The documented client's use of a value, as stated by Assay's keyword `client` in the schemas on the path to the
/// value.
struct ClientUse: Sendable {
  /// The client's reaction to a value that does not match its type.
  enum Decoding: Int, Sendable, Comparable {
    /// The client does not decode the value.
    case none
    /// The object or list that contains the value is dropped silently.
    case quietly
    /// The client stops with an error.
    case loudly

    static func < (left: Decoding, right: Decoding) -> Bool { left.rawValue < right.rawValue }
  }

  var decoding: Decoding
  /// True if the client shows the value, or works with it.
  var isRead: Bool
  /// True if the value controls the client's next action, such as the next call, or the end.
  var isFollowed: Bool

  /// Makes the use of the member `name`, from the `value` of the keyword `client` in the schema that contains the
  /// member.
  init(of name: String, by value: JSONValue) {
    func lists(_ key: String) -> Bool? {
      value[key].map { list in list.items.contains { $0.string?.isExactly(name) == true } }
    }
    let decodes = value["decodes"]
    decoding =
      switch decodes?.string {
      case "quietly": .quietly
      case "none": .none
      default: decodes?.kind == .array ? (lists("decodes") == true ? .loudly : .none) : .loudly
      }
    isFollowed = lists("follows") ?? false
    // Where the model does not say what is read, all may be.
    isRead = lists("reads") ?? true
  }

  /// True if the value is a Boolean.
  var isFlag = false

  /// True if the client uses the value, and does not only decode it.
  var isUsed: Bool { isRead || isFollowed }

  /// Returns the use of a value nested in one with this use; `inner` is the use by its own schema.
  func holding(_ inner: ClientUse) -> ClientUse {
    var use = inner
    use.decoding = min(decoding, inner.decoding)
    if !isUsed { (use.isRead, use.isFollowed) = (false, false) }
    return use
  }
}

extension DocumentedShape {
  /// Returns the client's use of the value at `pointer`, in which `*` is any item; `nil` if no schema on the path has
  /// the keyword `client`.
  func use(at pointer: JSONPointer) -> ClientUse? {
    var shape = self
    var use: ClientUse?
    for token in pointer.tokens {
      if let inner = shape.use(of: token) { use = use?.holding(inner) ?? inner }
      guard let next = shape.inner(token) else { break }
      shape = next
    }
    use?.isFlag = shape.types == .boolean
    return use
  }
}

extension DocumentedShape {
  /// The documented shape of the place that `pointer` leads to; `*` is any item, or any name of a map.
  subscript(pointer: JSONPointer) -> DocumentedShape? {
    pointer.tokens.reduce(self) { shape, token in shape?.inner(token) }
  }

  private func inner(_ token: String) -> DocumentedShape? {
    token == ObservedShape.anyName ? items ?? furtherMembers : member(token)
  }
}

extension ObservedBackend {
  /// Returns the promise of the schema that describes the value at `place` in the responses or events of `subject`;
  /// `nil` if none does.
  func promise(of operation: Operation, _ subject: DriftSubject, _ place: String) -> Promise? {
    guard let pointer = JSONPointer(place), !pointer.tokens.isEmpty else { return nil }
    return shapes(of: operation, subject).lazy.compactMap { $0[pointer]?.schemas.first }.first.flatMap {
      contract.promise(at: $0.pointer)
    }
  }

  /// Returns the client's use of the value at `place` in the responses or events of `subject`; `nil` if it is not
  /// specified.
  func use(_ operation: Operation, _ subject: DriftSubject, _ place: String) -> ClientUse? {
    guard let pointer = JSONPointer(place), !pointer.tokens.isEmpty else { return nil }
    return use(operation, subject, pointer)
  }

  private func use(_ operation: Operation, _ subject: DriftSubject, _ pointer: JSONPointer) -> ClientUse? {
    shapes(of: operation, subject).lazy.compactMap { $0.use(at: pointer) }.first
  }

  /// Returns the documented shapes of an event's data, or of the response bodies for a status or all successful
  /// statuses.
  private func shapes(of operation: Operation, _ subject: DriftSubject) -> [DocumentedShape] {
    if case .event(let name) = subject { return [documented(event: name, of: operation)] }
    let statuses = operation.responses.map(\.status).filter {
      subject == .answer ? $0.isSuccess : subject == .status($0.description)
    }
    return statuses.map { documented($0, of: operation) }
  }

  /// Returns the client's uses of the response and event values that the broken rule of `finding` reads; empty if the
  /// finding is not about a rule.
  func uses(in finding: Finding) -> [ClientUse] {
    guard case .rule(let reason) = finding.reason.core,
      let expression = try? Expression(parsing: reason.expression, variables: nil)
    else { return [] }
    let operation = contract.operation(named: finding.operation)
    let scenario = contract.scenarios.first { finding.check.hasPrefix("\($0.name)/") }
    return expression.references.compactMap { reference in
      guard !reference.pointer.tokens.isEmpty else { return nil }
      switch reference.subject {
      case .exchange(.responseBody): return operation.flatMap { use($0, .answer, reference.pointer) }
      case .event(.data), .events:
        guard let operation, case .stream(let stream) = operation.interaction else { return nil }
        return stream.events.lazy.compactMap { use(operation, .event($0.name), reference.pointer) }.first
      case .step(let id, .exchange(.responseBody)), .step(let id, .all(.exchange(.responseBody))):
        let step = scenario?.steps.first { $0.id == id }
        return step.flatMap { contract.operation(named: $0.operation) }.flatMap { use($0, .answer, reference.pointer) }
      default: return nil
      }
    }
  }
}
