import AssayContract
import AssayFindings
import AssayJSON

/// Follows the values that must stay, or never fall, along the events of a stream or the answers of a poll.
///
/// Keeps one value a promise, so that an endless stream costs no more than a short one.
struct ValuePromises: Sendable {
  private struct Constant: Sendable {
    var promise: PointerPromise
    var expected: JSONValue?
    /// Where `expected` comes from, for the message.
    var origin: String
  }

  private struct Rising: Sendable {
    var promise: PointerPromise
    var last: JSONNumber?
    var lastPlace = ""
  }

  private var constants: [Constant]
  private var rising: [Rising]
  private let family: String
  private var hasBegun = false

  /// Begins with nothing seen. `family` is the first part of the rule ids: `stream` or `poll`.
  init(constant: [PointerPromise], nondecreasing: [PointerPromise], family: String) {
    self.family = family
    constants = constant.map { Constant(promise: $0, expected: nil, origin: "") }
    rising = nondecreasing.map { Rising(promise: $0) }
  }

  /// Holds the next value of each promise against those before. `place` reads `event 4` or `poll 3`.
  ///
  /// `scope` knows the request, for values that must repeat what was asked for. Places `covered` findings tell of
  /// already are passed over.
  mutating func step(
    _ json: JSONValue,
    at place: String,
    in scope: Scope,
    contract: Contract,
    coveredBy covered: [Finding]
  ) -> [Finding] {
    if !hasBegun { begin(in: scope) }
    var findings: [Finding] = []
    var others: [Finding] = []
    func isCovered(_ pointer: JSONPointer) -> Bool {
      covered.contains { $0.location == "\(place) \(pointer)" }
    }
    for index in constants.indices where !isCovered(constants[index].promise.pointer) {
      guard let value = json[constants[index].promise.pointer] else { continue }
      guard let expected = constants[index].expected else {
        constants[index].expected = value.detached
        constants[index].origin = place
        continue
      }
      if value != expected { others.append(changed(constants[index], to: value, expected, place, contract)) }
    }
    // An answer about another job differs in all its values: one of them says so, the gravest.
    if let gravest = others.map(\.level).max(), let other = others.first(where: { $0.level == gravest }) {
      findings.append(other)
    }
    for index in rising.indices where !isCovered(rising[index].promise.pointer) {
      guard let number = json[rising[index].promise.pointer]?.number else { continue }
      if let last = rising[index].last, number < last {
        findings.append(fell(rising[index], from: last, to: number, place, contract))
      }
      rising[index].last = number
      rising[index].lastPlace = place
    }
    return findings
  }

  /// Takes the values that must be repeated from what is known now.
  private mutating func begin(in scope: Scope) {
    hasBegun = true
    for index in constants.indices {
      guard let expression = constants[index].promise.equals, case .value(let value) = expression.evaluate(in: scope)
      else { continue }
      constants[index].expected = value.detached
      constants[index].origin = expression.text
    }
  }

  private func changed(
    _ constant: Constant,
    to value: JSONValue,
    _ expected: JSONValue,
    _ place: String,
    _ contract: Contract
  ) -> Finding {
    let pointer = constant.promise.pointer
    let isReference = constant.promise.equals != nil && constant.origin == constant.promise.equals?.text
    return Finding(
      level: constant.promise.promise.level,
      rule: "\(family).constant",
      location: "\(place) \(pointer)",
      message: isReference
        ? "\(place): \(pointer) is \(value.shown), and had to be \(expected.shown), as \(constant.origin) is"
        : "\(place): \(pointer) changed from \(expected.shown) to \(value.shown); it was promised to stay the same",
      expected: isReference ? expected.shown : "\(expected.shown), as in \(constant.origin)",
      actual: value.shown,
      sources: constant.promise.promise.sources,
      promise: contract.place(of: constant.promise.promise)
    )
  }

  private func fell(
    _ rising: Rising,
    from last: JSONNumber,
    to number: JSONNumber,
    _ place: String,
    _ contract: Contract
  ) -> Finding {
    Finding(
      level: rising.promise.promise.level,
      rule: "\(family).nondecreasing",
      location: "\(place) \(rising.promise.pointer)",
      message: "\(place): \(rising.promise.pointer) fell from \(last.text) to \(number.text); "
        + "it was promised never to go back",
      expected: "\(last.text) or more (as in \(rising.lastPlace))",
      actual: number.text,
      sources: rising.promise.promise.sources,
      promise: contract.place(of: rising.promise.promise)
    )
  }
}

extension JSONValue {
  /// The value as a finding shows it, cut with its length where it is long.
  var shown: String {
    let range = byteRange
    guard range.count > 160 else { return text }
    return String(text.prefix(120)) + "… (\(range.count) bytes)"
  }
}
