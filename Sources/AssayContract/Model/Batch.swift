package import AssayJSON

extension ContractNode {
  /// The place of the `parallel` list that contains this step; `nil` for a step that runs by itself.
  package var parallel: JSONPointer? {
    guard let list = pointer.parent, list.tokens.last == "parallel", let holder = list.parent?.tokens.last,
      Int(holder) != nil
    else { return nil }
    return list
  }

  /// The steps of a `parallel`, or this node itself if it is a single step.
  package var sideBySide: [ContractNode] { value["parallel"] == nil ? [self] : list("parallel") }
}

/// Adjacent steps of a list, at least one, that are started at the same time.
package struct Batch: Hashable, Sendable {
  /// The positions of the steps in the list.
  package var positions: Range<Int>

  /// True if there is more than one step.
  package var isParallel: Bool { positions.count > 1 }

  /// Returns the batches of a list of steps, in order. `parallels` has, for each step, the `parallel` to which it
  /// belongs.
  package static func all(of parallels: [JSONPointer?]) -> [Batch] {
    var batches: [Batch] = []
    for (position, parallel) in parallels.enumerated() {
      if parallel != nil, position > 0, parallels[position - 1] == parallel {
        batches[batches.count - 1].positions = batches[batches.count - 1].positions.lowerBound..<position + 1
      } else {
        batches.append(Batch(positions: position..<position + 1))
      }
    }
    return batches
  }
}

extension [Step] {
  /// The steps in batches, in the order they run: those of a `parallel` together, all others alone.
  package var batches: [Batch] { Batch.all(of: map(\.parallel)) }
}
