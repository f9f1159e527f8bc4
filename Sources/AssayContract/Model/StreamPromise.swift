package import AssayHTTP
package import AssayJSON

/// The promises about a stream of events.
package struct StreamPromise: Sendable {
  /// The format by which it separates its events.
  package var format: StreamFormat = .sse
  /// The events by the name the contract has for them, in its order.
  package var events: [EventPromise]
  package var order: OrderPromise?
  package var constant: [PointerPromise] = []
  package var nondecreasing: [PointerPromise] = []
  /// The longest time to the first event.
  package var first: TimeLimit?
  /// The longest time without any sign of life.
  package var silence: TimeLimit?
  /// The longest time to the final event.
  package var within: TimeLimit?
  /// The way to resume a stream that was cut; `nil` if a client that is cut off loses the rest.
  package var resume: ResumePromise?
  /// Rules over the whole stream.
  package var invariants: [Invariant] = []
  /// The events that the mock plays.
  package var examples: [EventExample] = []
  /// True if it has no end and may stay silent: a client listens as long as it wants to.
  package var isEndless = false
  /// The messages that a client sends while it is open, in order, unless a step lists others.
  package var messages: [ClientMessage] = []
  package var promise: Promise

  /// The format as the contract writes it.
  package var formatName: String { format.rawValue }

  /// The event named `name`.
  package func event(named name: String) -> EventPromise? { position(ofEvent: name).map { events[$0] } }

  /// The position of the event named `name` in ``events``.
  package func position(ofEvent name: String) -> Int? {
    // By index, because an element taken out whole costs more than the comparison.
    events.indices.first { events[$0].name.isExactly(name) }
  }
}

/// An event a stream may carry.
package struct EventPromise: Sendable {
  /// The contract's name for the event.
  package var name: String
  /// The name it comes under where that is another one; `message` stands for events without a name, too.
  package var sentName: String?
  /// The condition that distinguishes it from other events of its name.
  package var condition: EventCondition?
  package var data: SchemaPromise?
  /// The promise about its data, if that is text.
  package var text: EventText?
  /// The stream is complete after it.
  package var isFinal: Bool = false
  /// The stream may be complete after it where this holds: a documented failure.
  package var finalWhen: Expression?
  package var invariants: [Invariant] = []
  package var promise: Promise
}

extension EventPromise {
  /// The name the event comes under.
  package var wireName: String { sentName ?? name }
}

/// The promise to a client that was cut off: the rest of the stream, after the last event it received (WHATWG HTML
/// section 9.2.3).
package struct ResumePromise: Sendable {
  /// The maximum number of consecutive requests that return no event, at least 1.
  package var atMost: Int
  /// The operation that asks; `nil` for the stream's own.
  package var operation: String?
  /// The time before it asks, where the stream did not say `retry`.
  package var wait: Duration
  package var promise: Promise
}

/// The order in which events may come.
package struct OrderPromise: Sendable {
  package var order: EventOrder
  package var promise: Promise
}

/// One event of the mock's play.
package struct EventExample: Sendable {
  package var event: String
  /// A template.
  package var data: JSONValue
  package var id: String?
  /// The pause before it, at real pace.
  package var after: Duration = .zero
  /// True if it is the answer to the client's next message, and waits for that message.
  package var awaitsMessage = false
}

/// A message a client sends while a stream is open: over a WebSocket itself, else by a call of its own.
package struct ClientMessage: Sendable {
  /// A template; what comes to a string is sent as it is, anything else as JSON.
  package var data: JSONValue
  /// The event after which it is sent; `nil` where it follows the message before it, or the handshake, at once.
  package var after: String?
  /// The operation whose body it is; `nil` over a WebSocket.
  package var operation: String?
}
