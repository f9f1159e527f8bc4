import AssayHTTP
import AssayJSON
import AssayText

/// The writer of an entry's custom fields: the observation to which it belongs, and all data for which HAR has no
/// field.
struct AssayLabel {
  let service: String
  let observation: Observation

  func write(_ exchange: Exchange, to writer: inout JSONWriter) {
    begin("exchange", to: &writer)
    write(exchange.parameters, to: &writer)
    write(exchange.end, isAnswered: exchange.response != nil, to: &writer)
    write(exchange.hidden, to: &writer)
  }

  func write(_ answer: PollAnswer, endOf poll: PollObservation?, to writer: inout JSONWriter) {
    begin("poll", to: &writer)
    writer.member("part", answer.index)
    writer.member("time_us", answer.time)
    write(answer.exchange.parameters, to: &writer)
    write(answer.exchange.end, isAnswered: answer.exchange.response != nil, to: &writer)
    write(answer.exchange.hidden, to: &writer)
    if let poll { write(endOf: poll, to: &writer) }
  }

  func write(_ stream: StreamObservation, to writer: inout JSONWriter) {
    begin("stream", to: &writer)
    write(stream.parameters, to: &writer)
    write(stream.end, isAnswered: stream.head != nil, to: &writer)
    write(stream.allowance, to: &writer)
    if stream.format != .sse { writer.member("format", stream.format.rawValue) }
    if stream.droppedEvents > 0 { writer.member("dropped_events", stream.droppedEvents) }
    writer.array("events", stream.events) { Self.write($0, to: &$1) }
    if let signs = stream.signsOfLife {
      writer.member("last_heard_us", signs.last)
      writer.member("longest_pause_us", signs.longestPause)
    }
    if !stream.sent.isEmpty {
      writer.array("sent", stream.sent) { message, writer in
        writer.object {
          $0.member("time_us", message.time)
          $0.member("data", message.data)
        }
      }
    }
    writer.array("notices", stream.notices) { Self.write($0, to: &$1) }
    if !stream.resumptions.isEmpty { writer.array("resumptions", stream.resumptions) { Self.write($0, to: &$1) } }
    if !stream.otherBody.isEmpty { writer.member("is_other_body", true) }
    write(stream.hidden, to: &writer)
  }

  /// Writes an observation without a request, and so without an entry: an empty one, or a poll that ended before its
  /// first answer.
  func writeWithoutEntry(to writer: inout JSONWriter) {
    switch observation.content {
    case .absent(let obstacle):
      writer.object { writer in
        begin("none", to: &writer)
        switch obstacle {
        case .skipped(let reason): writer.member("skipped", reason)
        case .unjudgeable(let reason): writer.member("unjudgeable", reason)
        case .interrupted: writer.member("interrupted", true)
        case .unreachable(let end): write(end, isAnswered: false, to: &writer)
        }
      }
    case .poll(let poll) where poll.answers.isEmpty:
      writer.object { writer in
        begin("poll", to: &writer)
        write(endOf: poll, to: &writer)
      }
    default: break
    }
  }

  private func begin(_ kind: String, to writer: inout JSONWriter) {
    writer.member("contract", service)
    writer.member("check", observation.check)
    writer.member("operation", observation.operation)
    writer.member("server", observation.server)
    writer.member("kind", kind)
    writer.member("start_us", observation.start)
    if let turn = observation.turn { writer.member("turn", turn) }
    if observation.attempt > 1 { writer.member("attempt", observation.attempt) }
  }

  private func write(_ parameters: RequestParameters, to writer: inout JSONWriter) {
    writer.object("parameters") { writer in
      for (place, values) in [
        ("path", parameters.path), ("query", parameters.query), ("multipart", parameters.multipart),
      ] where !values.isEmpty {
        writer.object(place) { writer in
          for (name, value) in values.sorted(by: { $0.key < $1.key }) { writer.member(name, value) }
        }
      }
    }
  }

  private func write(_ hidden: [HiddenText], to writer: inout JSONWriter) {
    guard !hidden.isEmpty else { return }
    writer.array("hidden", hidden) { text, writer in
      writer.object {
        $0.member("token", text.token)
        $0.member("stand_in", text.standIn)
      }
    }
  }

  private func write(_ end: TransferEnd, isAnswered: Bool, to writer: inout JSONWriter) {
    writer.member("answered", isAnswered)
    writer.member("end", end.reason.rawValue)
    if !end.detail.isEmpty { writer.member("detail", end.detail) }
    if end.wasSentTwice { writer.member("sent_twice", true) }
    if end.hadNewToken { writer.member("new_token", true) }
    if let why = end.askedAgain { writer.member("asked_again", why.rawValue) }
    if end.earlier > 0 { writer.member("earlier", end.earlier) }
    if end.wasChallenged { writer.member("challenged", true) }
    if let unfollowed = end.unfollowed {
      writer.object("unfollowed") {
        $0.member("why", unfollowed.why.rawValue)
        $0.member("followed", unfollowed.followed)
      }
    }
    if let began = end.timings.began {
      writer.member("began", DateTime(millisecondsSinceEpoch: began).withMilliseconds)
    }
    if let connect = end.timings.connect { writer.member("connect_us", connect) }
    if let firstByte = end.timings.firstByte { writer.member("first_byte_us", firstByte) }
    writer.member("total_us", end.timings.total)
    if end.timings.isShared { writer.member("shared", true) }
    if let shared = end.timings.shared { writer.member("shared_us", shared) }
  }

  private func write(endOf poll: PollObservation, to writer: inout JSONWriter) {
    writer.object("poll") { writer in
      writer.member("end", poll.end.rawValue)
      writer.member("elapsed_us", poll.elapsed)
      if poll.droppedAnswers > 0 { writer.member("dropped_answers", poll.droppedAnswers) }
      write(poll.allowance, to: &writer)
    }
  }

  private func write(_ allowance: TimeAllowance, to writer: inout JSONWriter) {
    writer.member("allowed_us", allowance.total)
    if let cap = allowance.cap { writer.member("cap", cap) }
  }

  private static func write(_ event: ObservedEvent, to writer: inout JSONWriter) {
    writer.object {
      $0.member("time_us", event.time)
      if event.event.isNamed { $0.member("name", event.event.name) }
      $0.member("data", event.event.data)
      if !event.event.lastEventID.isEmpty { $0.member("id", event.event.lastEventID) }
      if let pause = event.pause { $0.member("pause_us", pause) }
    }
  }

  private static func write(_ resumption: StreamResumption, to writer: inout JSONWriter) {
    writer.object {
      $0.member("after", resumption.after)
      $0.member("time_us", resumption.time)
      $0.member("last_event_id", resumption.lastEventID)
      if let status = resumption.status { $0.member("status", status) }
      if let type = resumption.contentType { $0.member("content_type", type) }
      guard let headers = resumption.headers else { return }
      $0.array("headers", headers) { field, writer in
        writer.object {
          $0.member("name", field.name)
          $0.member("value", field.value)
        }
      }
    }
  }

  private static func write(_ notice: StreamNotice, to writer: inout JSONWriter) {
    writer.object {
      switch notice {
      case .partialEvent(let lines): $0.member("partial_event", lines)
      case .invalidUTF8(let offset): $0.member("invalid_utf8_offset", offset)
      case .eventTooLarge(let limit): $0.member("event_larger_than", limit)
      case .badFrame(let clause): $0.member("bad_frame", clause)
      case .closed(let closing):
        $0.member("closed", closing.reason)
        if let code = closing.code { $0.member("code", code) }
      }
    }
  }
}

extension JSONWriter {
  mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  /// Writes the member `key` with a time in microseconds, without rounding.
  mutating func member(_ key: String, _ value: Duration) {
    member(key, raw: DecimalDuration.text(value, in: .microseconds))
  }
}
