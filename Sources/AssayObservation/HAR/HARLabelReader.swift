import AssayHTTP
import AssayJSON
import AssayText

/// The reader of Assay's custom fields in a HAR entry, which ``AssayLabel`` writes.
struct HARLabelReader {
  let node: HARNode

  init(_ node: HARNode) { self.node = node }

  func observation(start: Duration, _ content: Observation.Content) throws(HARError) -> Observation {
    var observation = Observation(
      check: try node.text("check"),
      operation: try node.text("operation"),
      server: try node.text("server"),
      start: start,
      content: content
    )
    if node.member("turn") != nil { observation.turn = try node.integer("turn") }
    if node.member("attempt") != nil { observation.attempt = try node.integer("attempt") }
    return observation
  }

  /// Returns the observation of an entry written by Assay, whose standard fields were read as `exchange`.
  func observation(of exchange: Exchange) throws(HARError) -> Observation {
    let kind = try node.text("kind")
    let content: Observation.Content
    switch kind {
    case "exchange": content = .exchange(exchange)
    case "stream": content = .stream(try stream(exchange))
    default: throw node.error("is of the kind `\(kind)`; there are exchange, stream and poll")
    }
    return try observation(start: try node.time("start_us"), content)
  }

  /// Returns an observation that has no HAR entry, because no request was sent.
  func withoutEntry() throws(HARError) -> Observation {
    let start = try node.time("start_us")
    if let poll = try poll([]) { return try observation(start: start, .poll(poll)) }
    let obstacle: Obstacle
    if let reason = try node.optionalText("skipped") {
      obstacle = .skipped(reason)
    } else if let reason = try node.optionalText("unjudgeable") {
      obstacle = .unjudgeable(reason)
    } else if node.isTrue("interrupted") {
      obstacle = .interrupted
    } else {
      obstacle = .unreachable(try end())
    }
    return try observation(start: start, .absent(obstacle))
  }

  /// Returns the poll with its `answers`, if this entry is its last answer; `nil` for an earlier answer.
  func poll(_ answers: [PollAnswer]) throws(HARError) -> PollObservation? {
    guard let poll = try node.optionalObject("poll") else { return nil }
    let text = try poll.text("end")
    guard let end = PollEnd(rawValue: text) else { throw poll.error("ended as `\(text)`, which no poll does") }
    return PollObservation(
      answers: answers,
      end: end,
      elapsed: try poll.time("elapsed_us"),
      allowance: try Self.allowance(poll),
      droppedAnswers: poll.member("dropped_answers") == nil ? 0 : try poll.integer("dropped_answers")
    )
  }

  func hidden() throws(HARError) -> [HiddenText] {
    var texts: [HiddenText] = []
    for text in try node.objects("hidden") {
      texts.append(HiddenText(try text.text("token"), try text.text("stand_in")))
    }
    return texts
  }

  var isAnswered: Bool { node.isTrue("answered") }

  func end() throws(HARError) -> TransferEnd {
    let text = try node.text("end")
    guard let reason = TransferEnd.Reason(rawValue: text) else {
      throw node.error("ended as `\(text)`, which no transfer does")
    }
    var timings = TransferTimings(
      connect: try node.optionalTime("connect_us"),
      firstByte: try node.optionalTime("first_byte_us"),
      total: try node.time("total_us")
    )
    if let began = try node.optionalText("began") {
      guard let time = DateTime(began) else {
        throw node.error("began at \"\(began)\", which is not a time (RFC 3339)")
      }
      timings.began = time.millisecondsSinceEpoch
    }
    timings.isShared = node.isTrue("shared")
    timings.shared = try node.optionalTime("shared_us")
    var end = TransferEnd(
      reason,
      timings: timings,
      detail: try node.optionalText("detail") ?? "",
      wasSentTwice: node.isTrue("sent_twice")
    )
    end.hadNewToken = node.isTrue("new_token")
    if let text = try node.optionalText("asked_again") {
      guard let why = TransferEnd.AskedAgain(rawValue: text) else {
        throw node.error("was asked again for `\(text)`; there are throttled, newToken and late")
      }
      end.askedAgain = why
    }
    if node.member("earlier") != nil { end.earlier = try node.integer("earlier") }
    end.wasChallenged = node.isTrue("challenged")
    if let unfollowed = try node.optionalObject("unfollowed") {
      let text = try unfollowed.text("why")
      guard let why = UnfollowedRedirect.Why(rawValue: text) else {
        throw unfollowed.error("was not followed for `\(text)`; there are tooMany and elsewhere")
      }
      end.unfollowed = UnfollowedRedirect(why, followed: try unfollowed.integer("followed"))
    }
    return end
  }

  func parameters() throws(HARError) -> RequestParameters {
    guard let parameters = try node.optionalObject("parameters") else { return RequestParameters() }
    return RequestParameters(
      path: try Self.texts(parameters, "path"),
      query: try Self.texts(parameters, "query"),
      multipart: try Self.texts(parameters, "multipart")
    )
  }

  private func stream(_ exchange: Exchange) throws(HARError) -> StreamObservation {
    var stream = StreamObservation(
      request: exchange.request,
      parameters: exchange.parameters,
      head: exchange.response?.head,
      end: exchange.end,
      allowance: try Self.allowance(node)
    )
    stream.hidden = exchange.hidden
    if let format = try node.optionalText("format") {
      guard let known = StreamFormat(rawValue: format) else {
        throw node.error("names no format of a stream, `\(format)`")
      }
      stream.format = known
    }
    for event in try node.objects("events") {
      var sent = ServerSentEvent(
        name: try event.optionalText("name"),
        data: try event.text("data"),
        lastEventID: try event.optionalText("id") ?? ""
      )
      sent.isBinary = sent.isNamed && stream.format.isBinary(name: sent.name)
      var observed = ObservedEvent(index: stream.events.count + 1, time: try event.time("time_us"), event: sent)
      observed.pause = try event.optionalTime("pause_us")
      stream.events.append(observed)
    }
    if let last = try node.optionalTime("last_heard_us") {
      stream.signsOfLife = SignsOfLife(last: last, longestPause: try node.time("longest_pause_us"))
    }
    for message in try node.objects("sent") {
      stream.sent.append(SentMessage(time: try message.time("time_us"), data: try message.text("data")))
    }
    for notice in try node.objects("notices") { stream.notices.append(try Self.notice(notice)) }
    for resumption in try node.objects("resumptions") { stream.resumptions.append(try Self.resumption(resumption)) }
    if node.isTrue("is_other_body") { stream.otherBody = exchange.response?.body ?? [] }
    if node.member("dropped_events") != nil { stream.droppedEvents = try node.integer("dropped_events") }
    return stream
  }

  private static func resumption(_ node: HARNode) throws(HARError) -> StreamResumption {
    var resumption = StreamResumption(
      after: try node.integer("after"),
      time: try node.time("time_us"),
      lastEventID: try node.text("last_event_id"),
      status: node.member("status") == nil ? nil : try node.integer("status"),
      contentType: try node.optionalText("content_type")
    )
    // A recording of an earlier version has none.
    guard node.member("headers") != nil else { return resumption }
    var headers: [HTTPHeader] = []
    for field in try node.objects("headers") {
      headers.append(HTTPHeader(try field.text("name"), try field.text("value")))
    }
    resumption.headers = headers
    return resumption
  }

  private static func notice(_ node: HARNode) throws(HARError) -> StreamNotice {
    if let lines = try node.optionalText("partial_event") { return .partialEvent(lines) }
    if let clause = try node.optionalText("bad_frame") { return .badFrame(clause) }
    if let reason = try node.optionalText("closed") {
      return .closed(
        WebSocketClosing(code: node.member("code") == nil ? nil : try node.integer("code"), reason: reason)
      )
    }
    if node.member("invalid_utf8_offset") != nil {
      return .invalidUTF8(offset: try node.integer("invalid_utf8_offset"))
    }
    return .eventTooLarge(limit: try node.integer("event_larger_than"))
  }

  private static func allowance(_ node: HARNode) throws(HARError) -> TimeAllowance {
    TimeAllowance(total: try node.time("allowed_us"), cap: try node.optionalText("cap"))
  }

  private static func texts(_ node: HARNode, _ key: String) throws(HARError) -> [String: String] {
    guard let object = try node.optionalObject(key) else { return [:] }
    var texts: [String: String] = [:]
    for member in object.value.members {
      guard let text = member.value.string else { throw object.error("has a `\(member.key)` that is not a string") }
      texts[member.key] = text
    }
    return texts
  }
}
