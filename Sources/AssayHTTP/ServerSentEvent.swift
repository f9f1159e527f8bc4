/// One dispatched event of a stream (WHATWG HTML section 9.2.6).
package struct ServerSentEvent: Hashable, Sendable {
  /// The event's type; `message` where the stream names none.
  package var name: String
  /// Whether the stream named the type itself.
  package var isNamed: Bool
  /// The data lines joined by LF.
  package var data: String
  /// The last event ID in force when the event was dispatched.
  package var lastEventID: String

  package init(name: String?, data: String, lastEventID: String = "") {
    self.name = name ?? "message"
    self.isNamed = name != nil
    self.data = data
    self.lastEventID = lastEventID
  }
}
