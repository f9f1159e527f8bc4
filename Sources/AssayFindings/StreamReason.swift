package import AssayHTTP

/// What is wrong with a stream.
package enum StreamReason: Hashable, Sendable, Codable {
  /// An event, when it came and as how many.
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

  /// How far the stream had come: how many events, and the last one's name where it has one.
  package struct Progress: Hashable, Sendable, Codable {
    package var count: Int
    package var lastName: String?

    package init(count: Int, lastName: String?) {
      self.count = count
      self.lastName = lastName
    }
  }

  // The order of events.
  /// The event may not come after `last`, where only `allowed` may; `last` is empty at the start.
  case misplaced(Event, after: String, allowed: [String])
  /// Events had to come before this one; any one of `choices` would do where there are several.
  case missing([String], choices: [String], late: [String], before: Event, after: String)
  case late([String], opener: Event, Event, after: String)
  case early(Event, again: Int, missed: [String])
  case repeated(Event, allowed: [String])
  case misspelt(Event, wanted: [String])
  /// The event came under another spelling of its name, or under a name its own `type` contradicts where it `saysSo`.
  case misnamed(Event, documented: String, saysSo: Bool)

  // Single events.
  case unnamed(Event, data: String, known: [String])
  case unknown(Event, known: [String], nearest: String?)
  /// An event after the final one, which a client had no chance to get where it `isLost`.
  case afterFinal(Event, final: String, isLost: Bool)
  case dataNotJSON(Event, data: String, error: String?)
  /// JSON, of so many bytes, that goes beyond what is read of any.
  case dataBeyondJSON(Event, JSONExcess, length: Int)
  /// The event does not match any of those, `known`, that come under its name.
  case ofNoKind(Event, data: String, known: [String])
  /// The same, and no JSON either: it is none of the `texts` that may come, which are all that may where it `isAllText`.
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
  /// All had come, and then the connection was cut.
  case cutAtTheEnd(isReset: Bool)
  case eventTooLarge(limit: Int, Progress)
  case cutInsideEvent(lines: String, Duration, Progress, wanted: [String])
  case empty(Duration, wanted: [String])
  case ended(Duration, Progress, wanted: [String])
  case cut(isReset: Bool, isInsideEvent: Bool, Duration, Progress, wanted: [String])
  case brokeOff(TransferEnd.Reason, detail: String, Progress, wanted: [String])
  /// The server closed a WebSocket, as it said, before what was `wanted`; where nothing was, by a code that tells of a failure.
  case closed(WebSocketClosing, Duration, Progress, wanted: [String])
  /// A frame of a WebSocket breaks a rule, which the clause tells; nothing after it was read.
  case badFrame(String, Progress)
  /// The texts of a sequence are not told apart as RFC 7464 has it: how, as a clause.
  case badRecord(String, Progress)
  /// The job failed as documents allow, and the scenario needs one that succeeds.
  case failed(Event, why: String?)
  /// The stream ended as documents allow, with another event than the scenario needs.
  case endedOtherwise(String, needed: [String])

  // The rest of a stream that was cut.
  /// Events came, and none of them had an id.
  case nothingToResumeBy(Progress)
  /// What was answered to a client that asked for what comes behind the event `id`, or, where that is empty, for the stream.
  case notResumed(Progress, id: String, status: Int, contentType: String?)
  /// An event that had come before, to a client that asked for what comes after the event `asked`.
  case replayed(Event, id: String, asked: String)
}
