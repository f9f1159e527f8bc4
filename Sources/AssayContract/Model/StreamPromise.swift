package import AssayHTTP
package import AssayJSON
import AssaySchema

/// The promises about a stream of events.
package struct StreamPromise: Sendable {
  /// The format of the stream, which determines how events are separated.
  package var format: StreamFormat = .sse
  /// The events, named as in the contract and in its order.
  package var events: [EventPromise]
  package var order: OrderPromise?
  package var constant: [PointerPromise] = []
  package var nondecreasing: [PointerPromise] = []
  /// The maximum time until the first event is received; `nil` without a limit.
  package var first: TimeLimit?
  /// The maximum time during which no byte of the stream is received; `nil` without a limit.
  package var silence: TimeLimit?
  /// The maximum time until a final event is received; `nil` without a limit.
  package var within: TimeLimit?
  /// The way to resume a stream that was cut; `nil` if a client that is cut off loses the rest.
  package var resume: ResumePromise?
  /// The rules over the whole stream.
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

  /// Returns the event named `name`.
  package func event(named name: String) -> EventPromise? { position(ofEvent: name).map { events[$0] } }

  /// Returns the position of the event named `name` in ``events``.
  package func position(ofEvent name: String) -> Int? {
    // By index, because an element taken out whole costs more than the comparison.
    events.indices.first { events[$0].name.isExactly(name) }
  }
}

/// An event that a stream may contain.
package struct EventPromise: Sendable {
  /// The contract's name for the event.
  package var name: String
  /// The name under which the event is sent, if different; `message` also stands for events without a name.
  package var sentName: String?
  /// The condition that distinguishes the event from others of its name.
  package var condition: EventCondition?
  package var data: SchemaPromise?
  /// The promise about the event's data if that is text.
  package var text: EventText?
  /// True if the stream is complete after the event.
  package var isFinal: Bool = false
  /// The condition under which the stream may be complete after the event: a documented failure.
  package var finalWhen: Expression?
  package var invariants: [Invariant] = []
  package var promise: Promise
}

extension EventPromise {
  /// The name under which the event is sent.
  package var wireName: String { sentName ?? name }
}

/// The promise that a client whose connection was closed can receive the rest of the stream, after its last event
/// (WHATWG HTML section 9.2.3).
package struct ResumePromise: Sendable {
  /// The maximum number of consecutive requests that return no event, at least 1.
  package var atMost: Int
  /// The operation that asks; `nil` for the stream's own.
  package var operation: String?
  /// The time before the client reconnects, if the stream did not send `retry`.
  package var wait: Duration
  package var promise: Promise
}

/// The promise about the order of events.
package struct OrderPromise: Sendable {
  package var order: EventOrder
  package var promise: Promise
}

/// An event that the mock sends.
package struct EventExample: Sendable {
  package var event: String
  /// The event's data; a template.
  package var data: JSONValue
  package var id: String?
  /// The pause before the event, at the original pace.
  package var after: Duration = .zero
  /// True if the event answers the client's next message, and waits for that message.
  package var awaitsMessage = false
}

/// A message a client sends while a stream is open: over a WebSocket itself, else by a call of its own.
package struct ClientMessage: Sendable {
  /// The template of the message; a string is sent as it is, any other value as JSON.
  package var data: JSONValue
  /// The event after which the message is sent; `nil` if it immediately follows the previous message or the handshake.
  package var after: String?
  /// The operation whose body it is; `nil` over a WebSocket.
  package var operation: String?
}

extension Operation {
  /// Returns the names of the operations that a client calls during the stream of `step`, each once: to answer its
  /// events, and to request the rest of it.
  package func furtherOperations(of step: Step) -> [String] {
    guard case .stream(let stream) = interaction else { return [] }
    let called = (step.call.messages ?? stream.messages).map(\.operation) + [stream.resume?.operation]
    return called.compactMap(\.self).reduce(into: []) { names, name in
      if name != self.name, !names.contains(name) { names.append(name) }
    }
  }
}

extension StreamPromise {
  /// Returns, for each event, the pointers of values over time that name no member of it, because its schema excludes
  /// them and that of a different event describes them.
  package func unnamedPointers(in contract: Contract) -> [Set<JSONPointer>] {
    let pointers = Set((constant + nondecreasing).map(\.pointer))
    if pointers.isEmpty { return events.map { _ in [] } }
    let schemas = events.map { event in
      event.data.flatMap { contract.schemas.view(at: $0.promise.pointer) }.map { ValueSchema([$0]) }
    }
    let described = pointers.filter { pointer in schemas.contains { $0?.describes(pointer) == true } }
    return schemas.map { schema in described.filter { schema?.excludes($0) == true } }
  }
}
