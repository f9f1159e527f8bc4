import AssayHTTP
package import AssayJSON
package import AssayObservation
package import AssayRegex
package import AssaySchema

/// The condition that distinguishes an event from others with the same name.
package enum EventCondition: Sendable {
  /// An expression over `$event`.
  case expression(Expression)
  /// A schema of its data.
  case schema(CompiledSchema, text: String)

  /// The condition as the contract writes it.
  package var text: String {
    switch self {
    case .expression(let expression): expression.text
    case .schema(_, let text): text
    }
  }

  /// Returns true if the condition holds for `event`; a condition that cannot be evaluated does not hold.
  func holds(for event: ObservedEvent) -> Bool {
    switch self {
    case .schema(let schema, _): return event.json.map { schema.isValid($0) } ?? false
    case .expression(let expression):
      var scope = Scope()
      scope.event = event
      guard case .value(let value) = expression.evaluate(in: scope) else { return false }
      return value.bool == true
    }
  }
}

/// The promise about the data of an event that is text.
package struct EventText: Sendable {
  /// The form by which the text is recognised.
  package enum Form: Sendable {
    case exactly(String)
    /// An ECMA-262 pattern that must match somewhere; `nil` if it cannot be compiled, which loading reports.
    case matching(String, ECMARegex?)
  }

  package var form: Form
  package var promise: Promise

  package init(_ form: Form, promise: Promise) {
    self.form = form
    self.promise = promise
  }

  /// Returns true if `text` has this form.
  package func matches(_ text: String) -> Bool {
    switch form {
    case .exactly(let wanted): text.isExactly(wanted)
    case .matching(_, let regex): regex?.contains(in: text) != false
    }
  }

  /// The form in words, to follow "is" in a sentence: "`[DONE]`", "text that matches `^a`".
  package var described: String {
    switch form {
    case .exactly(let text): "`\(text)`"
    case .matching(let pattern, _): "text that matches `\(pattern)`"
    }
  }
}

extension StreamPromise {
  /// Returns the position of the contract's event that matches `observed`: the first of its name whose condition holds,
  /// otherwise the one without a condition. If several events share a name, an event's text is its condition.
  package func position(of observed: ObservedEvent) -> Int? {
    var rest: Int?
    for index in events.indices where events[index].wireName.isExactly(observed.event.name) {
      if let condition = events[index].condition {
        if condition.holds(for: observed) { return index }
      } else if let text = events[index].text, isShared(events[index].wireName) {
        if text.matches(observed.event.data) { return index }
      } else {
        rest = rest ?? index
      }
    }
    return rest
  }

  /// Returns true if any event of the contract is sent under `name`.
  package func comes(under name: String) -> Bool { events.contains { $0.wireName.isExactly(name) } }

  /// Returns true if several events of the contract are sent under `name`.
  private func isShared(_ name: String) -> Bool { events.count { $0.wireName.isExactly(name) } > 1 }

  /// Returns the contract's name for the event that a client would recognise if `event` were sent with `data`; `nil` if
  /// it would recognise none. Several events can share the same name on the wire.
  package func kind(ofExample data: JSONValue, of event: EventPromise) -> String? {
    let isBinary = format.isBinary(name: event.wireName)
    let text = event.text == nil && !isBinary ? data.text : data.string ?? data.text
    var sent = ServerSentEvent(name: event.wireName, data: text)
    sent.isBinary = isBinary
    return position(of: ObservedEvent(index: 1, time: .zero, event: sent)).map { events[$0].name }
  }
}
