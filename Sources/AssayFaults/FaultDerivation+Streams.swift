import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayMock
import AssayObservation
import AssaySchema
import AssayText

extension FaultDerivation {
  /// Derives faults of a stream: of the content, order and times of its events, and of ways in which it can end too
  /// early.
  mutating func deriveStream(_ promise: StreamPromise) {
    let events = events
    guard !events.isEmpty, let sample, let status = sample.response?.head.status else { return }
    let response = ExchangeJudge(contract: contract, operation: operation).expectation(for: status)
    deriveStatus(status)
    deriveContentType(response)
    deriveEvents(promise, events)
    deriveValues(promise, events)
    deriveOrder(promise, events)
    deriveTimes(promise, events)
    deriveBreaks(promise, events)
    deriveEnds(promise, events)
    deriveRefusals()
    add(
      FaultCandidate(.event, "Sends an event no document names.", .events([.insert(Addition.unknownEvent, before: 1)]))
    )
    let described = events.indices.first { index in
      events[index].data.kind == .object
        && leavesOutAddedField(promise.events.filter { $0.name == events[index].name }.map(\.data))
    }
    if let described {
      add(
        FaultCandidate(
          .field,
          "Sends a field no document names in an event.",
          .events([.change(described, .edit([Addition.fieldEdit]))])
        )
      )
    }
  }

  private mutating func deriveEvents(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    for event in promise.events {
      guard let index = events.firstIndex(where: { $0.name == event.name }) else { continue }
      if let text = event.text {
        deriveText(text, of: event.name, at: index)
        continue
      }
      let data = events[index].data
      let wrap = { (edits: [JSONEdit]) in FaultEffect.events([.change(index, .edit(edits))]) }
      if let schema = event.data {
        deriveSchema(schema, in: data, prefix: "\(event.name).", wrap: wrap)
        add(
          "\(event.name).not-json",
          "Sends \(event.name) with data that is not JSON.",
          rule: .streamNotJSON,
          effects: [.events([.change(index, .text("[object Object]"))])]
        )
      }
      deriveRules(
        event.invariants,
        in: data,
        prefix: "\(event.name).",
        isRead: { $0 == .event(.data) },
        wrap: { [wrap($0)] }
      )
    }
  }

  /// Derives the fault that a text event has a different text than promised. If the text distinguishes events of the
  /// same name, the event then matches none of them.
  private mutating func deriveText(_ text: EventText, of event: String, at index: Int) {
    add(
      FaultCandidate(
        "\(event).other-text",
        "Sends \(event) with a different text.",
        rule: .streamText,
        promise: text.promise.pointer,
        effects: [.events([.change(index, .text("other"))])]
      ),
      orElse: [Rule.streamText, .streamNotJSON].map { rule in
        FaultCandidate(
          "\(event).other-text",
          "Sends \(event) with a different text.",
          rule: rule,
          effects: [.events([.change(index, .text("other"))])]
        )
      }
    )
  }

  private mutating func deriveValues(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    let unnamed = promise.unnamedPointers(in: contract)
    for constant in promise.constant {
      for (event, unnamed) in zip(promise.events, unnamed) where !unnamed.contains(constant.pointer) {
        guard let index = events.firstIndex(where: { $0.name == event.name }),
          let value = events[index].data[constant.pointer]
        else { continue }
        add(
          "\(event.name).\(constant.pointer.faultName).other",
          "Sends \(constant.pointer.spoken) with a different value in \(event.name).",
          rule: .streamConstant,
          promise: constant.promise.pointer,
          effects: KeywordBreakage.otherValues(constant.pointer, value).map {
            .events([.change(index, .edit($0))])
          }
        )
      }
    }
    for rising in promise.nondecreasing {
      add(
        "\(rising.pointer.faultName).falls",
        "Lets \(rising.pointer.spoken) go backwards.",
        rule: .streamNondecreasing,
        promise: rising.promise.pointer,
        effects: events.indices.dropFirst().compactMap { index in
          guard let before = events[index - 1].data[rising.pointer]?.int, events[index].data[rising.pointer] != nil
          else { return nil }
          return .events([.change(index, .edit([.replace(rising.pointer, .integer(before - 1))]))])
        }
      )
    }
  }

  private mutating func deriveTimes(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    if let first = promise.first {
      add(
        "first.late",
        "Sends the first event after the time promised.",
        rule: .streamFirst,
        breaks: first.promise,
        .events([.change(0, .delay(first.missed))])
      )
    }
    if let silence = promise.silence, events.count > 1 {
      add(
        "silence",
        "Is silent for longer than promised.",
        rule: .streamSilence,
        breaks: silence.promise,
        .events([.change(1, .delay(silence.missed))])
      )
    }
    let within = promise.within?.promise ?? promise.promise
    if let index = events.indices.dropLast().last(where: { repeats(events[$0].name, promise) }) {
      add(
        "never-ending",
        "Sends the same event again and again and never ends.",
        rule: .streamWithin,
        breaks: within,
        .answer(AnswerChange(flaw: .repeatsForever(index)))
      )
    }
    if events.count > 1 {
      add(
        "stalled",
        "Stops sending before the final event and keeps the connection open.",
        rule: .streamWithin,
        breaks: within,
        .answer(AnswerChange(flaw: .stallsBefore(events.count - 1)))
      )
    }
  }

  /// Returns true if the order allows the event any number of times.
  private func repeats(_ name: String?, _ promise: StreamPromise) -> Bool {
    guard let name, let order = promise.order?.order else { return true }
    var state: EventOrder.State? = order.start
    for event in events {
      guard let current = state else { return false }
      if event.name == name { return order.next(current, name).flatMap { order.next($0, name) } != nil }
      state = order.next(current, event.name ?? "")
    }
    return false
  }

  private mutating func deriveBreaks(_ promise: StreamPromise, _ events: [PlayedEvent]) {
    let last = events.count - 1
    let isWebSocket = promise.format == .webSocket
    let framing: (String, String, Rule, WireFlaw) =
      isWebSocket
      ? ("reserved-bit", "Sends a frame with a reserved bit.", .streamFrame, .reservedBit(last))
      : ("cut-inside-chunk", "Closes the connection inside a chunk.", .streamTruncated, .cutInsideChunk)
    let unsaid = isWebSocket ? "without a close frame" : "before the last chunk"
    var flaws: [(String, String, Rule, WireFlaw)] = [
      ("ends-early", "Ends before the final event.", .streamEnded, .endsBefore(last)),
      ("no-events", "Ends without an event.", .streamEmpty, .endsBefore(0)),
      ("cut-inside-event", "Ends inside an event.", .streamTruncated, .cutInsideEvent(last)), framing,
      ("truncated", "Closes the connection \(unsaid).", .streamTruncated, .truncated),
      ("reset", "Resets the connection between two events.", .streamTruncated, .reset),
    ]
    if promise.format == .jsonSequence {
      let about = "Sends a record without the separator (U+001E) in front of it."
      flaws.append(("no-separator", about, .streamFrame, .unseparated(last)))
    }
    if isWebSocket {
      add(
        "unproven",
        "Opens the WebSocket without proof that it has read the key.",
        rule: .streamHandshake,
        breaks: operation.successes.first?.promise ?? operation.promise,
        .answer(AnswerChange(removed: ["Sec-WebSocket-Accept"]))
      )
    }
    if let resume = promise.resume {
      let flaws: [(String, String, Rule, ResumptionFlaw)] = [
        ("refuses-the-rest", "Refuses a client that asks for the rest.", .streamNotResumed, .refuses),
        ("starts-over", "Sends all events again to a client that asks for the rest.", .streamReplayed, .startsOver),
      ]
      for (name, about, rule, flaw) in flaws {
        add(name, about, rule: rule, breaks: resume.promise, .answer(AnswerChange(resumption: flaw)))
      }
    }
    for (name, about, rule, flaw) in flaws where last > 0 {
      add(name, about, rule: rule, breaks: promise.promise, .answer(AnswerChange(flaw: flaw)))
    }
  }
}

extension TimeLimit {
  /// A delay that clearly exceeds the limit, even on a busy machine, where times are reduced by the machine's own
  /// pauses.
  var missed: Duration { duration * 2 + .milliseconds(250) }
}
