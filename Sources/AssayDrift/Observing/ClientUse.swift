import AssayContract
import AssayFindings
import AssayJSON
import AssayReport
import AssaySchema

/// The documented client's use of a value, by the `client` of the models on the way to it.
struct ClientUse: Sendable {
  /// The client's reaction to a value that does not match its type.
  enum Decoding: Int, Sendable, Comparable {
    /// It is not decoded.
    case none
    /// The object or list that holds it is dropped silently.
    case quietly
    /// The client stops with an error.
    case loudly

    static func < (left: Decoding, right: Decoding) -> Bool { left.rawValue < right.rawValue }
  }

  var decoding: Decoding
  /// The client shows it, or works with it.
  var isRead: Bool
  /// The client goes where it leads: the next call, the next turn, the end.
  var isFollowed: Bool

  /// The use of the member `name` of a model whose `client` is `value`.
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

  /// It says yes or no.
  var isFlag = false

  /// True if the client does anything with the value except decode it.
  var isUsed: Bool { isRead || isFollowed }

  /// The use of a value inside one that is used as `self` says.
  func holding(_ inner: ClientUse) -> ClientUse {
    var use = inner
    use.decoding = min(decoding, inner.decoding)
    if !isUsed { (use.isRead, use.isFollowed) = (false, false) }
    return use
  }
}

extension DocumentedShape {
  /// Returns the client's use of the value at `pointer`, in which `*` is any item; `nil` where no model on the way
  /// says.
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
  /// The documented shape of the place `pointer` leads to; `*` is any item, or any name of a map.
  subscript(pointer: JSONPointer) -> DocumentedShape? {
    pointer.tokens.reduce(self) { shape, token in shape?.inner(token) }
  }

  private func inner(_ token: String) -> DocumentedShape? {
    token == ObservedShape.anyName ? items ?? furtherMembers : member(token)
  }
}

extension ObservedBackend {
  /// The promise nearest to the value at a place of `subject`.
  func promise(of operation: Operation, _ subject: DriftSubject, _ place: String) -> Promise? {
    guard let pointer = JSONPointer(place), !pointer.tokens.isEmpty else { return nil }
    return shapes(of: operation, subject).lazy.compactMap { $0[pointer]?.schemas.first }.first.flatMap {
      contract.promise(at: $0.pointer)
    }
  }

  /// Returns how the client uses the value at a place of `subject`.
  func use(_ operation: Operation, _ subject: DriftSubject, _ place: String) -> ClientUse? {
    guard let pointer = JSONPointer(place), !pointer.tokens.isEmpty else { return nil }
    return use(operation, subject, pointer)
  }

  private func use(_ operation: Operation, _ subject: DriftSubject, _ pointer: JSONPointer) -> ClientUse? {
    shapes(of: operation, subject).lazy.compactMap { $0.use(at: pointer) }.first
  }

  /// Returns the documented shapes of an event's data, or of answers: of those with a status, or of all that are a
  /// success.
  private func shapes(of operation: Operation, _ subject: DriftSubject) -> [DocumentedShape] {
    if case .event(let name) = subject { return [documented(event: name, of: operation)] }
    let statuses = operation.responses.map(\.status).filter {
      subject == .answer ? $0.isSuccess : subject == .status($0.description)
    }
    return statuses.map { documented($0, of: operation) }
  }

  /// Returns the client's uses of the values that the rule of `finding` reads in answers and events.
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
