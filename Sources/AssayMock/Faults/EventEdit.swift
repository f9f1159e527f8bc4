import AssayJSON

/// One change to the events of a stream; places count from 0.
enum EventEdit: Sendable {
  case remove(Int)
  /// Takes an event out and puts it back in at another place of what is left.
  case move(Int, to: Int)
  /// Sends an event once more, in front of the place.
  case `repeat`(Int, before: Int)
  case insert(PlayedEvent, before: Int)
  /// Sends an event without its name.
  case unname(Int)
  case edit(Int, [JSONEdit])
  /// Sends text in place of the data.
  case text(Int, String)
  case delay(Int, Duration)

  func apply(to events: inout [PlayedEvent]) {
    switch self {
    case .remove(let index) where events.indices.contains(index): events.remove(at: index)
    case .move(let index, let place) where events.indices.contains(index):
      let event = events.remove(at: index)
      events.insert(event, at: min(place, events.count))
    case .repeat(let index, let place) where events.indices.contains(index):
      events.insert(events[index], at: min(place, events.count))
    case .insert(let event, let place): events.insert(event, at: min(place, events.count))
    case .unname(let index) where events.indices.contains(index): events[index].name = nil
    case .edit(let index, let edits) where events.indices.contains(index):
      events[index].data = edits.applied(to: events[index].data) ?? events[index].data
    case .text(let index, let text) where events.indices.contains(index): events[index].text = text
    case .delay(let index, let delay) where events.indices.contains(index):
      events[index].after = delay
      events[index].isLate = true
    default: break
    }
  }
}
