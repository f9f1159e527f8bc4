import AssayJSON

/// What a fault does to one event of a stream.
enum EventChange: Sendable {
  /// Sends it without its name.
  case unname
  case edit([JSONEdit])
  /// Sends text in place of the data.
  case text(String)
  case delay(Duration)
}

extension PlayedEvent: PlayItem {
  mutating func apply(_ change: EventChange) {
    switch change {
    case .unname: name = nil
    case .edit(let edits): data = edits.applied(to: data) ?? data
    case .text(let other): text = other
    case .delay(let delay):
      after = delay
      isLate = true
    }
  }
}
