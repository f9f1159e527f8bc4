package import AssayHTTP

/// A fault of a stream.
package enum StreamReason: Hashable, Sendable, Codable {
  /// An event with its time and number.
  package struct Event: Hashable, Sendable, Codable {
    /// The event's name; empty if it has none.
    package var name: String
    /// The event's number in the stream, from 1.
    package var index: Int
    /// The time since the request began.
    package var time: Duration

    package init(name: String, index: Int, time: Duration) {
      self.name = name
      self.index = index
      self.time = time
    }
  }

  /// The progress of a stream: the number of events, and the name of the last one.
  package struct Progress: Hashable, Sendable, Codable {
    package var count: Int
    package var lastName: String?

    package init(count: Int, lastName: String?) {
      self.count = count
      self.lastName = lastName
    }
  }

  // The order of events.
  /// An event was received that is not one of `allowed`, those that may follow `after`; `after` is empty at the start
  /// of the stream.
  case misplaced(Event, after: String, allowed: [String])
  /// Events are missing before the event `before`. If `choices` is not empty, any one of these would be enough; `late`
  /// are those received later.
  case missing([String], choices: [String], late: [String], before: Event, after: String)
  case late([String], opener: Event, Event, after: String)
  case early(Event, again: Int, missed: [String])
  case repeated(Event, allowed: [String])
  case misspelt(Event, wanted: [String])
  /// The event's name is a different spelling of `documented`, or, if it `saysSo`, contradicts the `type` in the
  /// event's own data.
  case misnamed(Event, documented: String, saysSo: Bool)

  // Single events.
  case unnamed(Event, data: String, known: [String])
  case unknown(Event, known: [String], nearest: String?)
  /// An event was received after the final one; if it `isLost`, a client that closed the connection never receives it.
  case afterFinal(Event, final: String, isLost: Bool)
  case dataNotJSON(Event, data: String, error: String?)
  /// Data in JSON of `length` bytes that exceeds a limit for reading.
  case dataBeyondJSON(Event, JSONExcess, length: Int)
  /// The event's data is JSON, but matches none of the `known` events of this name.
  case ofNoKind(Event, data: String, known: [String])
  /// The event's data is not JSON, and not one of the `texts` that events of this name may have. If `isAllText`, events
  /// of this name are never JSON.
  case unreadable(Event, data: String, texts: [String], isAllText: Bool)
  case otherText(Event, data: String, wanted: String)

  // Times.
  case firstLate(Duration, limit: Duration)
  /// Nothing was received for a time longer than `limit`. If `isOpen`, the pause lasted to the end of the wait for the
  /// `wanted` events.
  case silent(Duration, limit: Duration, Progress, wanted: [String], isOpen: Bool)
  case neverBegan(Duration, limit: Duration, wanted: [String])
  /// The final event `name`, or the end of a stream without one, was late.
  case endLate(Duration, limit: Duration, name: String?)
  case overdue(Duration, limit: Duration, cap: String?, Progress, finals: [String])

  // The end.
  case notUTF8(offset: Int)
  case endsInsideEvent(lines: String)
  /// The connection was cut after the stream was complete.
  case cutAtTheEnd(isReset: Bool)
  case eventTooLarge(limit: Int, Progress)
  case cutInsideEvent(lines: String, Duration, Progress, wanted: [String])
  case empty(Duration, wanted: [String])
  case ended(Duration, Progress, wanted: [String])
  case cut(isReset: Bool, isInsideEvent: Bool, Duration, Progress, wanted: [String])
  case brokeOff(TransferEnd.Reason, detail: String, Progress, wanted: [String])
  /// The server closed a WebSocket before the `wanted` events; if none exists, it closed with an error code.
  case closed(WebSocketClosing, Duration, Progress, wanted: [String])
  /// A WebSocket frame breaks a rule, given as a clause; nothing after it was read.
  case badFrame(String, Progress)
  /// The JSON texts of a sequence are not separated as RFC 7464 requires; the clause says how.
  case badRecord(String, Progress)
  /// The stream ended with a documented failure event, but the scenario needs a success.
  case failed(Event, why: String?)
  /// The stream ended with a documented event that is not the one the scenario needs.
  case endedOtherwise(String, needed: [String])

  // The rest of a stream that was cut.
  /// The stream was cut and cannot be continued, since none of its events had an id.
  case nothingToResumeBy(Progress)
  /// The request for the events after `id`, or for the whole stream if that is empty, was not answered with a stream.
  case notResumed(Progress, id: String, status: Int, contentType: String?)
  /// An event was received a second time, although the client had requested only those after `asked`.
  case replayed(Event, id: String, asked: String)
}
