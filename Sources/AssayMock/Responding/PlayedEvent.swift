import AssayJSON

/// An event of a stream before it becomes text, so that faults can edit its data.
struct PlayedEvent: Sendable {
  var after: Duration
  var name: String?
  var data: JSONValue
  /// Sent in place of the data, where a fault asks for it.
  var text: String?
  var id: String?
  /// Whether the pause is what matters, whatever the pace.
  var isLate = false
  /// Its place, from 0, in the stream as it is without faults; `nil` for one that a fault adds.
  let place: Int?

  init(after: Duration = .zero, name: String?, data: JSONValue, id: String? = nil, place: Int? = nil) {
    self.after = after
    self.name = name
    self.data = data
    self.id = id
    self.place = place
  }

  var timed: TimedEvent {
    var timed = TimedEvent(after: after, name: name, data: text ?? data.text, id: id)
    timed.isLate = isLate
    return timed
  }
}
