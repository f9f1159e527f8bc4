package import AssayContract
import AssayJSON

extension EventOrder {
  /// The treatment of sequences with events that only one of two orders contains.
  package enum Omission {
    /// Sequences that contain such an event are not compared.
    case forbidden
    /// Such events are removed from sequences before these are compared.
    case overlooked
  }

  private static let mostPairs = 10_000

  /// Returns true if every sequence that `other` allows is also allowed here, except for the events named `names`.
  ///
  /// Returns `false` for orders too large to compare.
  package func allowsAll(
    of other: EventOrder,
    omitting names: Set<String> = [],
    _ omission: Omission = .forbidden
  ) -> Bool {
    struct Pair: Hashable {
      var theirs: Set<State>
      var ours: Set<State>
    }
    let overlooked = omission == .overlooked ? names : []
    let start = Pair(
      theirs: other.reached(from: [other.start], overlooking: overlooked),
      ours: reached(from: [self.start], overlooking: overlooked)
    )
    var seen: Set<Pair> = [start]
    var pending = [start]
    while let pair = pending.popLast() {
      if pair.theirs.contains(where: other.isAccepting), !pair.ours.contains(where: isAccepting) { return false }
      for name in other.names where !names.containsExactly(name) {
        let theirs = other.reached(from: Set(pair.theirs.compactMap { other.next($0, name) }), overlooking: overlooked)
        guard !theirs.isEmpty else { continue }
        let ours = reached(from: Set(pair.ours.compactMap { next($0, name) }), overlooking: overlooked)
        // An automaton made of an expression has no state that leads nowhere: what begins here is finished somehow.
        guard !ours.isEmpty, seen.count < Self.mostPairs else { return false }
        let following = Pair(theirs: theirs, ours: ours)
        if seen.insert(following).inserted { pending.append(following) }
      }
    }
    return true
  }

  /// Returns `states`, and those that events named `names` lead to from there.
  private func reached(from states: Set<State>, overlooking names: Set<String>) -> Set<State> {
    guard !names.isEmpty else { return states }
    var found = states
    var pending = Array(states)
    while let state = pending.popLast() {
      for following in names.compactMap({ next(state, $0) }) where found.insert(following).inserted {
        pending.append(following)
      }
    }
    return found
  }
}
