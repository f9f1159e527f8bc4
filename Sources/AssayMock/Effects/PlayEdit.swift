package import AssayJSON

/// An item of a sequence the mock plays: an event of a stream, or a response of a poll.
package protocol PlayItem: Sendable {
  /// The type of the change that a fault makes to a single item.
  associatedtype Change: Sendable

  mutating func apply(_ change: Change)
}

/// One change to a sequence the mock plays.
///
/// Positions count from 0 in the sequence without faults, so that no fault moves the target of another.
package enum PlayEdit<Item: PlayItem>: Sendable {
  case change(Int, Item.Change)
  case remove(Int)
  /// Moves an item before another position, or to the end.
  case move(Int, before: Int)
  /// Plays an item once more, with the changes of other edits and a further change of its own.
  case `repeat`(Int, Item.Change? = nil, before: Int)
  case insert(Item, before: Int)
}

extension Array where Element: PlayItem {
  /// Returns the sequence with all `edits` applied, from any number of faults: items are first changed, then removed,
  /// then inserted.
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

/// The changes a fault can make to one event of a stream.
package enum EventChange: Sendable {
  /// Sends the event without its name.
  case unname
  case edit([JSONEdit])
  /// Sends text in place of the data.
  case text(String)
  case delay(Duration)
}

extension PlayedEvent: PlayItem {
  package mutating func apply(_ change: EventChange) {
    switch change {
    case .unname:
      name = nil
      sentName = nil
    case .edit(let edits): data = edits.applied(to: data) ?? data
    case .text(let other): text = other
    case .delay(let delay):
      after = delay
      isLate = true
    }
  }
}

/// A response of a poll as the mock plays it.
package struct PollFrame: PlayItem {
  /// The index of the response in the poll's examples.
  let example: Int
  private(set) var changes: [Change] = []

  /// The change that a fault makes to a single response of a poll.
  package struct Change: Sendable {
    package var edits: [JSONEdit]
    package var answer: AnswerChange

    package init(edits: [JSONEdit] = [], answer: AnswerChange = AnswerChange()) {
      self.edits = edits
      self.answer = answer
    }
  }

  init(example: Int) { self.example = example }

  package mutating func apply(_ change: Change) { changes.append(change) }

  /// Applies the faults' changes to the JSON body in `content`. A change whose place does not exist in the body is
  /// skipped as a whole.
  func apply(to content: inout AnswerContent) {
    guard var json = content.json, !changes.isEmpty else { return }
    for change in changes { json = change.edits.applied(to: json) ?? json }
    content.replace(json: json)
  }

  func apply(to reply: inout Reply) { for change in changes { change.answer.apply(to: &reply) } }
}

/// An event of a stream before it becomes text, so that faults can edit its data.
package struct PlayedEvent: Sendable {
  var after: Duration
  /// The name of the event in the contract.
  package var name: String?
  /// The name the event is sent with; `nil` sends it without one.
  var sentName: String?
  package var data: JSONValue
  /// True if the data is text, which is sent unchanged and not as JSON.
  var isText = false
  /// The text sent in place of the data, if a fault requires it.
  var text: String?
  var id: String?
  /// True if a fault delays the event: its pause is then kept even if the mock plays pauses fast.
  var isLate = false
  /// True if the event is sent only after a message of the client.
  var awaitsMessage = false
  /// The event's index in the stream as it would be without faults; `nil` for an event that a fault adds.
  let place: Int?

  package init(after: Duration = .zero, name: String?, data: JSONValue, id: String? = nil, place: Int? = nil) {
    self.after = after
    self.name = name
    sentName = name
    self.data = data
    self.id = id
    self.place = place
  }

  var timed: TimedEvent {
    let data = isText ? data.string ?? data.text : data.text
    var timed = TimedEvent(after: after, name: sentName, data: text ?? data, id: id)
    timed.isLate = isLate
    timed.isText = isText
    timed.awaitsMessage = awaitsMessage
    return timed
  }
}

extension [PlayedEvent] {
  /// Numbers the events from 1, after `prefix`, where none of them has an id.
  mutating func giveIDs(_ prefix: String = "") {
    guard allSatisfy({ $0.id == nil }) else { return }
    for index in indices { self[index].id = "\(prefix)\(index + 1)" }
  }
}
