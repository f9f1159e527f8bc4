import AssayContract
import AssayFindings
import AssayJSON

/// The judge of values that must stay constant, or never fall, over the events of a stream or the responses of a poll.
///
/// Only one value per promise is kept, so that an endless stream needs no more memory than a short one.
struct ValuePromises: Sendable {
  private struct Constant: Sendable {
    var promise: PointerPromise
    var expected: JSONValue?
    var isNoted = false
    /// The event or poll in which `expected` was received; `nil` if `expected` comes from a reference of the promise,
    /// such as a value of the request.
    var since: Place.Moment?
  }

  private struct Rising: Sendable {
    var promise: PointerPromise
    /// The number received last.
    var last: JSONValue?
    var isNoted = false
    var since: Place.Moment?
  }

  private var constants: [Constant]
  private var rising: [Rising]
  private var hasBegun = false

  /// Makes a judge of these promises that has seen no value yet.
  init(constant: [PointerPromise], nondecreasing: [PointerPromise]) {
    constants = constant.map { Constant(promise: $0) }
    rising = nondecreasing.map { Rising(promise: $0) }
  }

  /// Judges the values in the next event or response, `json`.
  ///
  /// The values at the pointers `unnamed` are not judged. `scope` has the request, for values that must repeat a part of
  /// it. A promise is blocked if a finding at least as severe is about the same value. `cause` is the breach that
  /// explains a number that falls, if any.
  mutating func step(
    _ json: JSONValue,
    at moment: Place.Moment,
    in scope: Scope,
    contract: Contract,
    except unnamed: Set<JSONPointer> = [],
    because cause: CheckLedger.Breach? = nil,
    writing ledger: inout CheckLedger
  ) {
    if !hasBegun { begin(in: scope) }
    let covered = ledger.atHand
    var others: [BrokenFate] = []
    for index in constants.indices where !unnamed.contains(constants[index].promise.pointer) {
      if !covered.isEmpty, isBlocked(constants[index].promise, covered, at: moment, &ledger) { continue }
      guard let value = json[constants[index].promise.pointer] else { continue }
      guard let expected = constants[index].expected else {
        constants[index].expected = value.detached
        constants[index].since = moment
        continue
      }
      if !constants[index].isNoted {
        constants[index].isNoted = true
        ledger.keep(constants[index].promise.promise)
      }
      if value != expected {
        let place = Place(ValuePath(constants[index].promise.pointer, in: json), at: moment)
        others.append(changed(constants[index], to: value, expected, place, contract))
      }
    }
    // An answer about a different job differs in all its values: one of them says so, the gravest.
    if let level = others.map(\.finding.level).max(),
      let position = others.firstIndex(where: { $0.finding.level == level })
    {
      let gravest = ledger.write(others.remove(at: position))
      for other in others { ledger.write(other, because: gravest) }
    }
    for index in rising.indices where !unnamed.contains(rising[index].promise.pointer) {
      if !covered.isEmpty, isBlocked(rising[index].promise, covered, at: moment, &ledger) { continue }
      judge(&rising[index], json, at: moment, contract, because: cause, &ledger)
    }
  }

  private func isBlocked(
    _ promise: PointerPromise,
    _ covered: [Finding],
    at moment: Place.Moment,
    _ ledger: inout CheckLedger
  ) -> Bool {
    let cover = covered.first {
      $0.level >= promise.promise.level && $0.place.moment == moment && $0.place.value?.pointer == promise.pointer
    }
    if let cover { ledger.block(promise.promise, because: BlockReason(cover)) }
    return cover != nil
  }

  private func judge(
    _ rising: inout Rising,
    _ json: JSONValue,
    at moment: Place.Moment,
    _ contract: Contract,
    because cause: CheckLedger.Breach?,
    _ ledger: inout CheckLedger
  ) {
    let pointer = rising.promise.pointer
    guard let value = json[pointer], value.kind == .number else { return }
    if let last = rising.last {
      if !rising.isNoted {
        rising.isNoted = true
        ledger.keep(rising.promise.promise)
      }
      if value.isLess(than: last), let number = value.number, let last = last.number {
        let place = Place(ValuePath(pointer, in: json), at: moment)
        ledger.write(fell(rising, from: last, to: number, place, contract), because: cause)
      }
    }
    rising.last = value
    rising.since = moment
  }

  /// Allows the numbers to start again from any value; constants must still be the same.
  mutating func restart() { for index in rising.indices { rising[index].last = nil } }

  /// Sets the expected values of the constants that must equal an expression, evaluated in `scope`.
  private mutating func begin(in scope: Scope) {
    hasBegun = true
    for index in constants.indices {
      guard let expression = constants[index].promise.equals, case .value(let value) = expression.evaluate(in: scope)
      else { continue }
      constants[index].expected = value.detached
    }
  }

  private func changed(
    _ constant: Constant,
    to value: JSONValue,
    _ expected: JSONValue,
    _ place: Place,
    _ contract: Contract
  ) -> BrokenFate {
    let reason: ValueReason =
      if let reference = constant.promise.equals, constant.since == nil {
        .unequal(value.shown, at: place, to: expected.shown, reference: reference.text)
      } else {
        .changed(value.shown, at: place, from: expected.shown, since: constant.since)
      }
    return BrokenFate(
      constant.promise.promise,
      of: contract,
      rule: place.isInStream ? .streamConstant : .pollConstant,
      place: place,
      reason: .value(reason)
    )
  }

  private func fell(
    _ rising: Rising,
    from last: JSONNumber,
    to number: JSONNumber,
    _ place: Place,
    _ contract: Contract
  ) -> BrokenFate {
    BrokenFate(
      rising.promise.promise,
      of: contract,
      rule: place.isInStream ? .streamNondecreasing : .pollNondecreasing,
      place: place,
      reason: .value(.fell(number.text, at: place, from: last.text, since: rising.since))
    )
  }
}

extension Place {
  fileprivate var isInStream: Bool { if case .event? = moment { true } else { false } }
}

extension JSONValue {
  /// Returns true if the number is less than `other`.
  fileprivate func isLess(than other: JSONValue) -> Bool {
    if let small = smallInteger, let otherSmall = other.smallInteger { return small < otherSmall }
    guard let number, let other = other.number else { return false }
    return number < other
  }

  /// The value as a finding shows it; a long value is cut, and its length added.
  var shown: String {
    let range = byteRange
    guard range.count > 160 else { return text }
    return String(text.prefix(120)) + "… (\(range.count) bytes)"
  }
}
