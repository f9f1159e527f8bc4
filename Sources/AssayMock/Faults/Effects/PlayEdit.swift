/// Something the mock plays one after another: the events of a stream, the answers of a poll.
protocol PlayItem: Sendable {
  /// What a fault does to one item.
  associatedtype Change: Sendable

  mutating func apply(_ change: Change)
}

/// One change to a sequence the mock plays.
///
/// Places count from 0 in the sequence as it is played without faults, so that no fault moves another's target.
enum PlayEdit<Item: PlayItem>: Sendable {
  case change(Int, Item.Change)
  case remove(Int)
  /// Takes an item out and plays it in front of another place, or at the end.
  case move(Int, before: Int)
  /// Plays an item once more, as other changes made it, with a change of its own.
  case `repeat`(Int, Item.Change? = nil, before: Int)
  case insert(Item, before: Int)
}

extension Array where Element: PlayItem {
  /// The sequence with all of `edits` made, of however many faults: items are changed first, then taken out, then put in.
  func played(_ edits: [PlayEdit<Element>]) -> [Element] {
    var items = self
    for case .change(let place, let change) in edits where indices.contains(place) { items[place].apply(change) }
    var leaving: Set<Int> = []
    var arriving = [[Element]](repeating: [], count: count + 1)
    for edit in edits {
      switch edit {
      case .change: break
      case .remove(let place): leaving.insert(place)
      case .move(let place, let target) where indices.contains(place):
        leaving.insert(place)
        arriving[Swift.min(target, count)].append(items[place])
      case .repeat(let place, let change, let target) where indices.contains(place):
        var copy = items[place]
        if let change { copy.apply(change) }
        arriving[Swift.min(target, count)].append(copy)
      case .insert(let item, let target): arriving[Swift.min(target, count)].append(item)
      case .move, .repeat: break
      }
    }
    return arriving.indices.flatMap { place in
      arriving[place] + (place < count && !leaving.contains(place) ? [items[place]] : [])
    }
  }
}
