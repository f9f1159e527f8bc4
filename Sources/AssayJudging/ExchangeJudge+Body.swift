import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

extension ExchangeJudge {
  /// The findings of an answer's content type and body, whose status is one `response` covers.
  func bodyFindings(for exchange: Exchange, _ response: ResponsePromise, noting judged: inout Judged) -> [Finding] {
    guard let answer = exchange.response else { return [] }
    let response =
      response.alternatives.isEmpty ? response : response.form(as: answer.head.headers["Content-Type"])
    if let content = response.content { judged.note(content.promise) }
    let isHead = exchange.request.method == "HEAD"
    let type = contentTypeFinding(of: answer.head, response, mayLack: isHead)
    var findings: [Finding] = []
    // An answer to HEAD has no body (RFC 9110 section 9.3.2); a stream's events are judged one by one as they come.
    let isStreamed = if case .stream = operation.interaction { !isProbe } else { false }
    if !isHead, !isStreamed {
      switch response.bodyForm {
      case .json?: findings += jsonFindings(for: exchange, answer, response, noting: &judged)
      case .text?:
        if let schema = response.body {
          let text = JSONValue.string(answer.text)
          let found = dataFindings(of: text, schema: schema, contract: contract)
          judged.note(text, against: schema, found: found)
          findings += found
        }
      case nil: break
      }
      if let text = response.text { findings += textFindings(for: exchange, answer, text, response, noting: &judged) }
    }
    guard let type else { return findings }
    // A body that is something else altogether is one fault, whatever its header says.
    if let other = findings.firstIndex(where: { $0.isOfWholeBody && $0.level >= type.level }) {
      if let promise = type.promise { findings[other].alsoBreaks.append(promise) }
      return findings
    }
    return [type] + findings
  }

  /// The finding of a content type that is not the one promised, or not well-formed; `nil` where none is promised.
  private func contentTypeFinding(
    of head: HTTPResponseHead,
    _ response: ResponsePromise,
    mayLack: Bool
  ) -> Finding? {
    guard let content = response.content else { return nil }
    let actual = head.headers["Content-Type"]
    // Most answers say the very words; taking a media type apart costs more than all else here.
    if actual == content.mediaRange || (actual == nil && mayLack) { return nil }
    var level = content.promise.level
    let promised = response.mediaTypes.map(\.name)
    var reason = AnswerReason.contentType(promised: promised.either, actual: actual)
    if let actual, let type = MediaType(actual), type.matches(content.mediaRange) {
      guard let why = MediaType.fault(in: actual) else { return nil }
      // What clients make of it is mostly right all the same.
      level = min(level, .should)
      reason = .contentTypeSyntax(actual: actual, why: why)
    }
    return Finding(
      breaking: content.promise,
      of: contract,
      level: level,
      rule: .contentType,
      place: Place(nil, .header("Content-Type")),
      reason: .answer(reason)
    )
  }

  private func jsonFindings(
    for exchange: Exchange,
    _ answer: HTTPResponse,
    _ response: ResponsePromise,
    noting judged: inout Judged
  ) -> [Finding] {
    guard let json = exchange.json else {
      let finding = limitFinding(for: exchange) ?? notJSON(exchange, answer, response)
      judged.stop(finding.message)
      return [finding]
    }
    let twice = duplicateKeyFindings(in: json, of: response.body?.promise ?? response.promise, contract)
    guard let schema = response.body else { return twice }
    let findings = dataFindings(of: json, schema: schema, contract: contract)
    judged.note(json, against: schema, found: findings)
    return findings + twice
  }

  /// The one finding of a body that is not the JSON promised, whatever its header says.
  private func notJSON(_ exchange: Exchange, _ answer: HTTPResponse, _ response: ResponsePromise) -> Finding {
    let promise = response.body?.promise ?? response.content?.promise ?? response.promise
    let body = answer.body
    if body.isBlank { return empty(promise, wanted: "JSON", isJSON: true, body) }
    let type = answer.head.mediaType
    let error = exchange.jsonError
    if let type, !type.isJSON {
      return Finding(
        breaking: promise,
        of: contract,
        rule: .notJSON,
        reason: .answer(.otherThanJSON(kind: Self.kind(of: body, type), length: body.count)),
        excerpt: Excerpt.head(ofText: body)
      )
    }
    return Finding(
      breaking: promise,
      of: contract,
      rule: .notJSON,
      reason: .answer(.notJSON(length: body.count, place: error?.place(in: body) ?? "")),
      excerpt: error.map { Excerpt.of(body, offset: $0.offset) } ?? ""
    )
  }

  private func empty(_ promise: Promise, wanted: String, isJSON: Bool, _ body: [UInt8]) -> Finding {
    Finding(
      breaking: promise,
      of: contract,
      rule: .empty,
      reason: .answer(.empty(wanted: wanted, isJSON: isJSON, whiteSpace: body.count))
    )
  }

  private static func kind(of body: [UInt8], _ type: MediaType) -> String {
    let start = String(decoding: body.prefix(200).drop { $0 <= 0x20 }.prefix(15), as: UTF8.self).lowercased()
    let isPage = type.essence == "text/html" || start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
    return isPage ? "an HTML page" : "text sent as \(type.essence)"
  }
}

/// Bodies that are promised to be something other than JSON.
extension ExchangeJudge {
  private func textFindings(
    for exchange: Exchange,
    _ answer: HTTPResponse,
    _ text: TextPromise,
    _ response: ResponsePromise,
    noting judged: inout Judged
  ) -> [Finding] {
    let wanted = response.content?.mediaRange ?? "text"
    var findings: [Finding] = []
    if let promise = text.nonEmpty {
      judged.note(promise)
      if answer.body.isBlank { findings.append(empty(promise, wanted: wanted, isJSON: false, answer.body)) }
    }
    if let promise = text.notJSON {
      judged.note(promise)
      if findings.isEmpty, let json = exchange.json {
        let reason = AnswerReason.jsonForText(wanted: wanted, actual: json.described)
        let excerpt = Excerpt.head(of: json)
        findings.append(
          Finding(breaking: promise, of: contract, rule: .text, reason: .answer(reason), excerpt: excerpt)
        )
      }
    }
    return findings + patternFindings(in: exchange, answer.text, text, besides: findings, noting: &judged)
  }

  /// One finding a level for the patterns that match nowhere, and one for all where none does: that is another page.
  ///
  /// What is wrong with the body as a whole tells of those that weigh no more.
  private func patternFindings(
    in exchange: Exchange,
    _ body: String,
    _ text: TextPromise,
    besides whole: [Finding],
    noting judged: inout Judged
  ) -> [Finding] {
    guard !text.patterns.isEmpty else { return [] }
    // What a JSON string says, not how it is escaped.
    let content = exchange.json?.canonicalText ?? body
    var missing: [TextPromise.PatternPromise] = []
    for pattern in text.patterns {
      let cover = whole.first { $0.level >= pattern.promise.level }
      if pattern.matches(content) || cover == nil {
        judged.note(pattern.promise)
        if !pattern.matches(content) { missing.append(pattern) }
      } else if let cover {
        judged.block(pattern.promise, by: cover.message)
      }
    }
    missing.sort { $0.promise.level > $1.promise.level }
    if !missing.isEmpty, missing.count == text.patterns.count { return [finding(missing, of: text, body)] }
    return Level.allCases.sorted(by: >).compactMap { level in
      let broken = missing.filter { $0.promise.level == level }
      return broken.isEmpty ? nil : finding(broken, of: text, body)
    }
  }

  private func finding(_ missing: [TextPromise.PatternPromise], of text: TextPromise, _ body: String) -> Finding {
    var finding = Finding(
      breaking: missing.first?.promise ?? operation.promise,
      of: contract,
      rule: .text,
      reason: .answer(
        .unmatched(
          patterns: missing.map(\.pattern),
          meanings: missing.map(\.message),
          of: text.patterns.count,
          length: body.utf8.count
        )
      ),
      excerpt: Excerpt.head(ofText: Array(body.utf8))
    )
    for source in missing.flatMap(\.promise.sources) where !finding.sources.contains(source) {
      finding.sources.append(source)
    }
    finding.alsoBreaks = missing.dropFirst().map { contract.place(of: $0.promise) }
    return finding
  }
}

/// Header fields.
extension ExchangeJudge {
  /// The findings of an answer's header fields.
  func headerFindings(of head: HTTPResponseHead, _ response: ResponsePromise, noting judged: inout Judged) -> [Finding]
  {
    var findings: [Finding] = []
    for header in response.headers {
      if let finding = finding(of: head, header, noting: &judged) { findings.append(finding) }
    }
    return findings
  }

  private func finding(of head: HTTPResponseHead, _ header: HeaderPromise, noting judged: inout Judged) -> Finding? {
    let place = Place(nil, .header(header.name))
    judged.note(header.schema.promise, .presence)
    if head.headers[header.name] != nil { judged.noteText(against: header.schema) }
    guard let value = head.headers[header.name] else {
      guard header.isRequired else { return nil }
      return Finding(
        breaking: header.schema.promise,
        of: contract,
        rule: .header,
        place: place,
        reason: .answer(.noHeader(header.name))
      )
    }
    return Finding(of: value, header.schema, of: contract, rule: .header, place: place, name: header.name)
  }
}

extension Finding {
  /// Whether it says that the body is not at all what it should be.
  fileprivate var isOfWholeBody: Bool {
    if case .answer(.jsonForText) = reason.core { true } else { rule == .notJSON || rule == .empty }
  }
}

extension [UInt8] {
  /// Whether there is nothing but white space.
  fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

extension JSONError {
  /// Where and why, as a sentence says it: `line 1, column 2: …`.
  func place(in bytes: [UInt8]) -> String {
    let place = JSONLocation(ofByte: offset, in: bytes)
    return "line \(place.line), column \(place.column): \(self)"
  }
}
