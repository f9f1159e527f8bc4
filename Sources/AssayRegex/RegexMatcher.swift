import Synchronization

/// Searches text for a regular expression byte by byte, with tables built in advance if they are small enough.
package final class RegexMatcher: Sendable {
  let program: RegexProgram
  let alphabet: RegexAlphabet
  /// All transitions, if there are few enough to compute them in advance.
  private let table: [Int32]?
  /// The transitions that earlier searches computed, if there are too many to compute all in advance; `nil` before the first.
  private let known = Mutex<RegexAutomaton?>(nil)
  private let width: Int
  private let isAnchored: Bool
  /// The look-aheads directly after `^`, which must match, or must not match, at the beginning of the text. They are
  /// checked separately from the rest.
  private let conditions: [(matcher: RegexMatcher, isNegative: Bool)]
  /// The form of an expression that needs no automaton.
  private let form: RegexForm?

  private static let tableLimit = 400
  private static let cacheLimit = 2_000

  init(_ syntax: RegexSyntax) throws(ECMARegexError) {
    let (looks, rest) = syntax.lookAheadsAtStart
    var conditions: [(matcher: RegexMatcher, isNegative: Bool)] = []
    for look in looks {
      conditions.append((try RegexMatcher(.sequence([.assertion(.start), look.inner])), look.isNegative))
    }
    self.conditions = conditions
    form = RegexForm(rest)
    program = try RegexProgram(rest)
    alphabet = try RegexAlphabet(program)
    var automaton = RegexAutomaton(program, alphabet: alphabet, stateLimit: Self.tableLimit)
    table = program.lookArounds.isEmpty && automaton.complete() ? automaton.finished : nil
    width = automaton.width
    isAnchored = automaton.isAnchored
  }

  /// Returns true if the expression matches anywhere in well-formed UTF-8.
  package func contains(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for condition in conditions where condition.matcher.contains(bytes) == condition.isNegative { return false }
    if let form { return form.matches(bytes) }
    guard let table else {
      guard !program.lookArounds.isEmpty else { return searchLazily(bytes) }
      return RegexSurvey(program, alphabet, bytes).matches(isAnchored: isAnchored)
    }
    return table.withUnsafeBufferPointer { table in
      alphabet.ascii.withUnsafeBufferPointer { search(bytes, table, $0) }
    }
  }

  private func search(
    _ bytes: UnsafeBufferPointer<UInt8>,
    _ table: UnsafeBufferPointer<Int32>,
    _ ascii: UnsafeBufferPointer<UInt16>
  ) -> Bool {
    var state: Int32 = 1
    var position = 0
    while position < bytes.count {
      let byte = bytes[position]
      let column: Int
      if byte < 0x80 {
        column = Int(ascii[Int(byte)])
        position &+= 1
      } else {
        column = alphabet.classOf(Self.scalar(in: bytes, &position))
      }
      state = table[Int(state) &* width &+ column]
      if state <= 0 { return state == RegexAutomaton.matched }
    }
    return table[Int(state) * width + width - 1] == RegexAutomaton.matched
  }

  private func searchLazily(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Searches at the same time do not wait for each other.
    if let found = known.withLockIfAvailable({ search(bytes, &$0) }) { return found }
    var own: RegexAutomaton?
    return search(bytes, &own)
  }

  /// Searches with the transitions in `known`, and adds those that it computes; if they take too much memory, none are kept.
  private func search(_ bytes: UnsafeBufferPointer<UInt8>, _ known: inout RegexAutomaton?) -> Bool {
    var automaton = known.take() ?? RegexAutomaton(program, alphabet: alphabet, stateLimit: Self.cacheLimit)
    defer { known = automaton.isLarge ? nil : automaton }
    var state = automaton.start
    var position = 0
    while position < bytes.count {
      if automaton.isCrowded {
        return simulate(from: automaton.places(of: state), isAnchored: automaton.isAnchored, bytes, position)
      }
      state = automaton.next(state, alphabet.classOf(Self.scalar(in: bytes, &position)))
      if state <= 0 { return state == RegexAutomaton.matched }
    }
    return automaton.next(state, width - 1) == RegexAutomaton.matched
  }

  /// Returns the scalar at `position`, and moves `position` past it.
  static func scalar(in bytes: UnsafeBufferPointer<UInt8>, _ position: inout Int) -> UInt32 {
    let lead = bytes[position]
    let length = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard length > 1, position + length <= bytes.count else {
      position += 1
      return UInt32(lead)
    }
    var value = UInt32(lead) & (0x7F >> UInt32(length))
    for offset in 1..<length { value = value << 6 | UInt32(bytes[position + offset] & 0x3F) }
    position += length
    return value
  }
}
