package import AssayHTTP

/// A fault of a stream.
package enum StreamReason: Hashable, Sendable, Codable {
  /// An event with its time and number.
  package struct Event: Hashable, Sendable, Codable {
    /// Empty where it has none.
    package var name: String
    /// Its number in the stream, from 1.
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
  /// The event may not follow `last`, where only `allowed` may; `last` is empty at the start.
  case misplaced(Event, after: String, allowed: [String])
  /// Events are missing before this one; any one of `choices` is enough.
  case missing([String], choices: [String], late: [String], before: Event, after: String)
  case late([String], opener: Event, Event, after: String)
  case early(Event, again: Int, missed: [String])
  case repeated(Event, allowed: [String])
  case misspelt(Event, wanted: [String])
  /// The event has a different spelling of its name, or, if it `saysSo`, a name its own `type` contradicts.
  case misnamed(Event, documented: String, saysSo: Bool)

  // Single events.
  case unnamed(Event, data: String, known: [String])
  case unknown(Event, known: [String], nearest: String?)
  /// An event after the final one, which a client had no chance to get where it `isLost`.
  case afterFinal(Event, final: String, isLost: Bool)
  case dataNotJSON(Event, data: String, error: String?)
  /// JSON, of so many bytes, that goes beyond what is read of any.
  case dataBeyondJSON(Event, JSONExcess, length: Int)
  /// The event matches none of the `known` events of its name.
  case ofNoKind(Event, data: String, known: [String])
  /// The same, without JSON: the data is not one of the allowed `texts`; if it `isAllText`, no JSON is allowed.
  case unreadable(Event, data: String, texts: [String], isAllText: Bool)
  case otherText(Event, data: String, wanted: String)

  // Times.
  case firstLate(Duration, limit: Duration)
  /// Nothing for so long; up to the end of the wait, for what was `wanted`, where it `isOpen`.
  case silent(Duration, limit: Duration, Progress, wanted: [String], isOpen: Bool)
  case neverBegan(Duration, limit: Duration, wanted: [String])
  /// The final event, `name`, or the end of a stream without one.
  case endLate(Duration, limit: Duration, name: String?)
  case overdue(Duration, limit: Duration, cap: String?, Progress, finals: [String])

  // The end.
  case notUTF8(offset: Int)
  case endsInsideEvent(lines: String)
  /// The stream was complete, and then the connection was cut.
  case cutAtTheEnd(isReset: Bool)
  case eventTooLarge(limit: Int, Progress)
  case cutInsideEvent(lines: String, Duration, Progress, wanted: [String])
  case empty(Duration, wanted: [String])
  case ended(Duration, Progress, wanted: [String])
  case cut(isReset: Bool, isInsideEvent: Bool, Duration, Progress, wanted: [String])
  case brokeOff(TransferEnd.Reason, detail: String, Progress, wanted: [String])
  /// The server closed a WebSocket before the `wanted` events; if none, with a code for a failure.
  case closed(WebSocketClosing, Duration, Progress, wanted: [String])
  /// A frame of a WebSocket breaks the rule in the clause; nothing after it was read.
  case badFrame(String, Progress)
  /// The texts of a sequence are not separated as RFC 7464 requires: how, as a clause.
  case badRecord(String, Progress)
  /// The job failed as documents allow, and the scenario needs one that succeeds.
  case failed(Event, why: String?)
  /// The stream ended with a documented event that is not the one the scenario needs.
  case endedOtherwise(String, needed: [String])

  // The rest of a stream that was cut.
  /// Events were received, and none of them had an id.
  case nothingToResumeBy(Progress)
  /// The response to a request for the events after `id`, or for the whole stream if that is empty.
  case notResumed(Progress, id: String, status: Int, contentType: String?)
  /// A repeated event, for a client that requested the events after `asked`.
  case replayed(Event, id: String, asked: String)
}
