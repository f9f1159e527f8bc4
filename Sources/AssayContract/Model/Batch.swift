package import AssayJSON

extension ContractNode {
  /// The place of the `parallel` list that contains this step; `nil` for a step that runs by itself.
  package var parallel: JSONPointer? {
    guard let list = pointer.parent, list.tokens.last == "parallel", let holder = list.parent?.tokens.last,
      Int(holder) != nil
    else { return nil }
    return list
  }

  /// The steps of a `parallel`, or the step itself that this item of a list of steps is.
  package var sideBySide: [ContractNode] { value["parallel"] == nil ? [self] : list("parallel") }
}

/// One or more steps that stand side by side in a list of steps and are begun at the same time.
package struct Batch: Hashable, Sendable {
  /// Their positions in the list.
  package var positions: Range<Int>

  /// True if there is more than one step.
  package var isParallel: Bool { positions.count > 1 }

  /// The batches of a list of steps, in order, where `parallels` says of each step which `parallel` it belongs to.
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
  /// The steps as they are made: one after the other, those of a `parallel` together.
  package var batches: [Batch] { Batch.all(of: map(\.parallel)) }
}
