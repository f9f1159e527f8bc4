/// A search for the match that a backtracking engine would find first, without backtracking: all paths through a
/// program are followed at once, in order of preference (Pike's virtual machine).
///
/// In ECMA-262, an iteration of a repetition that matches nothing fails. For this it is enough to know whether the
/// innermost iteration has advanced (Barrière and Pit-Claudel, *Linear Matching of JavaScript Regular Expressions*,
/// PLDI 2024, section 4.1).
struct RegexGroupSearch {
  /// The search paths that have reached the same position in the text, in the order of preference.
  private struct Ways {
    var states: [Int32] = []
    /// The slots of all paths, one path after the other. A slot holds the start or the end of a group's match.
    var slots: [Int32] = []
    /// The visited states, separately for iterations that have advanced and those that have not.
    var seen: RegexStateSet

    mutating func removeAll() {
      states.removeAll(keepingCapacity: true)
      slots.removeAll(keepingCapacity: true)
      seen.removeAll()
    }
  }

  private enum Step {
    case visit(Int, hasMoved: Bool)
    /// Restores the slot to the value it had before a path changed it, for the next path.
    case restore(slot: Int, Int32)
  }

  private let survey: RegexSurvey
  private let slotCount: Int
  private var here: Ways
  private var next: Ways
  private var pending: [Step] = []
  /// The start and end positions of groups in the current path; -1 for groups that have not matched.
  private var noted: [Int32]
  /// The number of steps through the program so far, to limit the work.
  private(set) var work = 0

  init(_ survey: RegexSurvey, slotCount: Int) {
    self.survey = survey
    self.slotCount = slotCount
    here = Ways(seen: RegexStateSet(capacity: survey.program.states.count * 2))
    next = here
    noted = Array(repeating: -1, count: slotCount)
    // Where look-arounds hold has been found already, in a pass for each.
    work = survey.program.lookArounds.count * survey.columns.count
  }

  /// Returns the slots of the first match, in scalars from the text's beginning. The inner value is `nil` if nothing
  /// matches. The outer value is `nil` if the search would need more than `limit` steps.
  mutating func firstMatch(within limit: Int) -> [Int32]?? {
    var found: [Int32]?
    for place in 0...survey.columns.count {
      if found == nil {
        for slot in noted.indices { noted[slot] = -1 }
        swap(&here, &next)
        follow(survey.program.start, hasMoved: false, at: place)
        swap(&here, &next)
      }
      if here.states.isEmpty, found != nil { break }
      if let match = step(from: place) { found = match }
      if work > limit { return nil }
      swap(&here, &next)
      next.removeAll()
    }
    return .some(found)
  }

  /// Advances every path over the scalar at `place`, up to the first that matches there; returns the slots of that
  /// path.
  private mutating func step(from place: Int) -> [Int32]? {
    let membership = place < survey.columns.count ? survey.alphabet.memberships[Int(survey.columns[place])] : []
    for index in here.states.indices {
      work += 1
      switch survey.program.states[Int(here.states[index])] {
      case .match: return Array(here.slots[index * slotCount..<(index + 1) * slotCount])
      case .consume(let set, let target) where !membership.isEmpty && membership[set]:
        for slot in noted.indices { noted[slot] = here.slots[index * slotCount + slot] }
        follow(target, hasMoved: true, at: place + 1)
      default: break
      }
    }
    return nil
  }

  /// Adds the states that `state` reaches without reading a scalar to the paths at the next position, which is `place`.
  private mutating func follow(_ state: Int, hasMoved: Bool, at place: Int) {
    let surroundings = survey.surroundings(at: place)
    pending.append(.visit(state, hasMoved: hasMoved))
    while let step = pending.popLast() {
      switch step {
      case .restore(let slot, let value): noted[slot] = value
      case .visit(let state, let hasMoved):
        guard next.seen.insert(Int32(state * 2 + (hasMoved ? 1 : 0))) else { continue }
        work += 1
        switch survey.program.states[state] {
        case .match, .consume:
          next.states.append(Int32(state))
          next.slots += noted
          work += slotCount
        case .split(let first, let second):
          pending.append(.visit(second, hasMoved: hasMoved))
          pending.append(.visit(first, hasMoved: hasMoved))
        case .assert(let assertion, let target):
          if surroundings.satisfy(assertion) { pending.append(.visit(target, hasMoved: hasMoved)) }
        case .look(let index, let isNegative, let target):
          if survey.oracles[index, place] != isNegative { pending.append(.visit(target, hasMoved: hasMoved)) }
        case .begin(let forgotten, let mustMove, let target):
          for slot in forgotten { note(-1, in: slot) }
          pending.append(.visit(target, hasMoved: !mustMove && hasMoved))
        case .moved(let target): if hasMoved { pending.append(.visit(target, hasMoved: true)) }
        case .save(let slot, let target):
          note(Int32(place), in: slot)
          pending.append(.visit(target, hasMoved: hasMoved))
        }
      }
    }
  }

  private mutating func note(_ value: Int32, in slot: Int) {
    work += 1
    pending.append(.restore(slot: slot, noted[slot]))
    noted[slot] = value
  }
}
