/// A search of one text for an expression with look-arounds.
///
/// The positions where each look-around holds are found first, inner ones before outer ones, each in one pass over the
/// text: a lookahead from its end, a lookbehind from its beginning. After that, each costs no more per position than
/// `^` and `$` (Barrière and Pit-Claudel, *Linear Matching of JavaScript Regular Expressions*, PLDI 2024, section 4).
struct RegexSurvey {
  let program: RegexProgram
  let alphabet: RegexAlphabet
  /// The index of the class of each scalar of the text.
  let columns: [UInt16]
  private(set) var oracles: RegexOracles

  init(_ program: RegexProgram, _ alphabet: RegexAlphabet, _ bytes: UnsafeBufferPointer<UInt8>) {
    (self.program, self.alphabet) = (program, alphabet)
    var columns: [UInt16] = []
    columns.reserveCapacity(bytes.count)
    var position = 0
    while position < bytes.count {
      columns.append(UInt16(alphabet.classOf(RegexMatcher.scalar(in: bytes, &position))))
    }
    self.columns = columns
    oracles = RegexOracles(count: program.lookArounds.count, places: columns.count + 1)
    for index in program.lookArounds.indices { survey(index) }
  }

  /// Finds all positions in the text at which the look-around with this index matches.
  private mutating func survey(_ index: Int) {
    let look = program.lookArounds[index]
    var round = RegexRound(program)
    defer { round.deallocate() }
    for step in 0...columns.count {
      let place = look.isAhead ? columns.count - step : step
      round.reach(Int32(look.start))
      let next = look.isAhead ? place - 1 : place
      if run(&round, over: next, at: place, stopsAtMatch: false) { oracles.note(index, place) }
    }
  }

  /// Returns true if the expression matches anywhere. With `isAnchored`, a match can begin only at the beginning of the
  /// text.
  func matches(isAnchored: Bool) -> Bool {
    var round = RegexRound(program)
    defer { round.deallocate() }
    for place in 0...columns.count {
      if place == 0 || !isAnchored { round.reach(Int32(program.start)) }
      if round.isEmpty { return false }
      if run(&round, over: place, at: place, stopsAtMatch: true) { return true }
    }
    return false
  }

  /// Returns the facts about the position `place`, between two scalars, on which assertions depend.
  func surroundings(at place: Int) -> RegexClosure.Surroundings {
    let before: RegexClosure.Before =
      place == 0 ? .start : program.asksForWords && alphabet.isWord[Int(columns[place - 1])] ? .word : .other
    return RegexClosure.Surroundings(
      before: before,
      nextIsWord: place < columns.count && alphabet.isWord[Int(columns[place])],
      isAtEnd: place == columns.count
    )
  }

  /// Advances the states of `round` from `place` over the scalar at index `next`, if there is one; returns true if the
  /// program matches at `place`.
  private func run(_ round: inout RegexRound, over next: Int, at place: Int, stopsAtMatch: Bool) -> Bool {
    let surroundings = surroundings(at: place)
    let sets = columns.indices.contains(next) ? alphabet.memberships[Int(columns[next])] : []
    return program.states.withUnsafeBufferPointer { states in
      sets.withUnsafeBufferPointer { sets in
        round.run(states, sets, surroundings, oracles, at: place, stopsAtMatch: stopsAtMatch)
      }
    }
  }
}

/// The positions in a text at which each look-around of a program matches, with a bit for every position.
struct RegexOracles {
  private var words: [UInt64]
  private let stride: Int

  init(count: Int = 0, places: Int = 0) {
    stride = (places + 63) / 64
    words = Array(repeating: 0, count: count * stride)
  }

  mutating func note(_ index: Int, _ place: Int) { words[index * stride + place >> 6] |= 1 << UInt64(place & 63) }

  subscript(index: Int, place: Int) -> Bool { words[index * stride + place >> 6] >> UInt64(place & 63) & 1 == 1 }
}
