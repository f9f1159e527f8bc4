import AssayJSON

/// The search for faulty items of an array, to explain the failure of a keyword.
extension SchemaRun {
  /// Returns the positions of the first two items that are out of order, and of the sort key by which they are; `nil`
  /// if none exists.
  func disorder(in array: JSONValue) -> (first: Int, second: Int, key: Int)? {
    positions(in: array) { $0.disorder(in: $1, $2) }
  }

  /// Returns the positions of items that cannot be sorted, each with the key and the reason.
  func misfits(in array: JSONValue) -> [(position: Int, key: Int, why: ItemOrder.Misfit)] {
    guard let list = keyList() else { return [] }
    let found = runner.misfits(in: runner.place(array), list, limit: min(search.remaining, BreachCounter.mostAlike))
    return found.compactMap { misfit in
      array.items.enumerated().first { runner.place($0.element) == misfit.item }.map {
        ($0.offset, misfit.key, misfit.why)
      }
    }
  }

  /// Returns the positions of the first two items with equal values at the keys that the keyword compares, and the
  /// second item; `nil` if none exists.
  func repetition(in array: JSONValue) -> (first: Int, second: Int, item: JSONValue)? {
    guard
      let found = positions(
        in: array,
        { runner, place, keys in runner.repetition(in: place, keys).map { ($0.first, $0.second, 0) } }
      ),
      let item = array[found.second]
    else { return nil }
    return (found.first, found.second, item)
  }

  /// Returns the index, in the program, of the list of keys that the current keyword compares items by; `nil` without
  /// one. Such a keyword has a single instruction for arrays.
  private func keyList() -> Int? {
    guard let node, let step = runner.entryPoints(cell(ofKeywordIn: node))[ProgramBlock.Kind.array.rawValue] else {
      return nil
    }
    return Int(step.pointee.a)
  }

  /// Returns the positions of two items that the current keyword found out of order or repeated.
  private func positions(
    in array: JSONValue,
    _ find: (ProgramRunner, TapePlace, Int) -> (first: TapePlace, second: TapePlace, key: Int)?
  ) -> (first: Int, second: Int, key: Int)? {
    guard let list = keyList(), let found = find(runner, runner.place(array), list) else { return nil }
    var (first, second) = (0, 0)
    for (position, item) in array.items.enumerated() {
      if runner.place(item) == found.first { first = position }
      if runner.place(item) == found.second { second = position }
    }
    return (first, second, found.key)
  }
}
