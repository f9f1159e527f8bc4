import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

extension ExchangeJudge {
  /// Judges the content type and body of a response by `response`, which covers its status.
  func judgeBody(of exchange: Exchange, _ response: ResponsePromise, _ ledger: inout CheckLedger) {
    guard let answer = exchange.response else { return }
    let usual = response
    let response = usual.alternatives.isEmpty ? usual : usual.form(of: exchange)
    if let content = response.content { ledger.keep(content.promise) }
    let isHead = exchange.request.method == "HEAD"
    let type = contentTypeFate(of: answer.head, response, mayLack: isHead)
    // An answer to HEAD has no body (RFC 9110 section 9.3.2); a stream's events are judged one by one as they come.
    let isOther = !usual.alternatives.isEmpty && response.alternatives.isEmpty
    let isStreamed =
      if case .stream = operation.interaction {
        !isProbe && !isOther && StatusPattern.isSuccess(answer.head.status)
      } else { false }
    guard !isHead, !isStreamed else {
      if let type { ledger.write(type) }
      return
    }
    let whole = wholeBodyFates(of: exchange, answer, response, ledger)
    // A body that is something else altogether is one fault, whatever its header says.
    var cause: CheckLedger.Breach?
    for fate in whole {
      let breach = ledger.write(fate)
      if fate.finding.rule != .tooLarge { cause = cause ?? breach }
    }
    if let type { ledger.write(type, because: cause) }
    judgeContent(of: exchange, answer, response, whole.map(\.finding), &ledger)
  }

  /// Returns the findings about a body that is wrong as a whole: not JSON, not XML, empty, or JSON where text is promised. Empty
  /// if the body can be read.
  private func wholeBodyFates(
    of exchange: Exchange,
    _ answer: HTTPResponse,
    _ response: ResponsePromise,
    _ ledger: CheckLedger
  ) -> [BrokenFate] {
    var fates: [BrokenFate] = []
    if case .json? = response.bodyForm, exchange.json == nil {
      let fate = limitFate(of: exchange)
      fates.append(fate ?? BrokenFate(notJSON(exchange, answer, response), breaking: sites(of: response, ledger)))
    }
    if case .lines? = response.bodyForm, case .failure(let error) = lines(of: answer, response) {
      let promise = response.body?.promise ?? response.promise
      fates.append(BrokenFate(notJSON(answer, promise, error), breaking: sites(of: response, ledger)))
    }
    if case .xml? = response.bodyForm, !exchange.isXML {
      fates.append(BrokenFate(notXML(answer, response), breaking: sites(of: response, ledger)))
    }
    guard let text = response.text else { return fates }
    let wanted = response.content?.mediaRange ?? "text"
    if let promise = text.nonEmpty, answer.body.isBlank {
      let finding = empty(promise, wanted: wanted, isJSON: false, answer.body)
      fates.append(BrokenFate(finding, breaking: [PromiseSite(promise)]))
    } else if let promise = text.notJSON, let json = exchange.json, !exchange.isXML {
      let reason = Reason.answer(.jsonForText(wanted: wanted, actual: json.described))
      fates.append(BrokenFate(promise, of: contract, rule: .text, reason: reason, excerpt: Excerpt.head(of: json)))
    }
    return fates
  }

  /// Returns the promises that a body breaks if it is not JSON: those about the root value; if none exists, the
  /// promised content type; without that, the promise that the call is answered.
  private func sites(of response: ResponsePromise, _ ledger: CheckLedger) -> [PromiseSite] {
    let sites = response.body.map { ledger.sites(of: $0.promise, at: ValuePath()) } ?? []
    return sites.isEmpty ? [site(of: response)] : sites
  }

  private func site(of response: ResponsePromise) -> PromiseSite {
    response.content.map { PromiseSite($0.promise) } ?? PromiseSite(answerPromise, .answer)
  }

  /// Judges the content of a body by its schema and text patterns; `whole` are the findings about the body as a whole.
  private func judgeContent(
    of exchange: Exchange,
    _ answer: HTTPResponse,
    _ response: ResponsePromise,
    _ whole: [Finding],
    _ ledger: inout CheckLedger
  ) {
    switch response.bodyForm {
    case .json?:
      if let json = exchange.json {
        if let schema = response.body { judgeData(json, schema, contract: contract, writing: &ledger) }
        let fate = duplicateKeyFate(
          in: json,
          under: response.body,
          or: (response.promise, site(of: response)),
          contract,
          in: ledger
        )
        if let fate { ledger.write(fate) }
      } else {
        ledger.stop(because: whole.first.map { BlockReason($0) } ?? "the body is not JSON")
      }
    case .lines?:
      if let schema = response.body, case .success(let array) = lines(of: answer, response) {
        judgeData(array, schema, contract: contract, writing: &ledger)
      } else {
        ledger.stop(because: whole.first.map { BlockReason($0) } ?? "a line is not JSON")
      }
    case .xml?:
      if let schema = response.body, let value = exchange.json, exchange.isXML {
        judgeData(value, schema, contract: contract, writing: &ledger)
      } else {
        ledger.stop(because: whole.first.map { BlockReason($0) } ?? "the body is not XML")
      }
    case .text?:
      if let schema = response.body, !stopsForCharset(of: answer, &ledger) {
        judgeData(JSONValue.string(answer.text), schema, contract: contract, writing: &ledger)
      }
    case nil: break
    }
    guard let text = response.text else { return }
    if let promise = text.nonEmpty { ledger.keep(promise) }
    if let promise = text.notJSON { ledger.keep(promise) }
    if !text.patterns.isEmpty, stopsForCharset(of: answer, &ledger) { return }
    judgePatterns(in: exchange, answer.text, text, whole, &ledger)
  }

  /// Returns true, and blocks what is left to judge, if the text of the body has a charset that Assay cannot read.
  private func stopsForCharset(of answer: HTTPResponse, _ ledger: inout CheckLedger) -> Bool {
    guard let charset = answer.unreadCharset else { return false }
    ledger.stop(because: BlockReason("the text is in \(charset), a charset that Assay does not read"))
    return true
  }

  /// The JSON texts of a body as an array.
  private func lines(of answer: HTTPResponse, _ response: ResponsePromise) -> Result<JSONValue, JSONError> {
    let isSequence = response.content.flatMap { MediaType($0.mediaRange) }?.isJSONSequence ?? false
    do throws(JSONError) {
      return .success(try JSONLines.array(parsing: answer.body, isSequence: isSequence, limits: .answer))
    } catch {
      return .failure(error)
    }
  }

  /// Returns the finding about a content type that is malformed or not the promised one; `nil` if the content type is
  /// correct, or none is promised.
  func contentTypeFate(
    of head: HTTPResponseHead,
    _ response: ResponsePromise,
    mayLack: Bool
  ) -> BrokenFate? {
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
    return BrokenFate(
      content.promise,
      of: contract,
      level: level,
      rule: .contentType,
      place: Place(nil, .header("Content-Type")),
      reason: .answer(reason)
    )
  }

  /// Returns the finding about a body that is empty or not JSON although JSON is promised, regardless of its content
  /// type.
  private func notJSON(_ exchange: Exchange, _ answer: HTTPResponse, _ response: ResponsePromise) -> Finding {
    let promise = response.body?.promise ?? response.content?.promise ?? response.promise
    let body = answer.body
    if body.isBlank { return empty(promise, wanted: "JSON", isJSON: true, body) }
    if let type = answer.head.mediaType, !type.isJSON {
      return Finding(
        breaking: promise,
        of: contract,
        rule: .notJSON,
        reason: .answer(.otherThanJSON(kind: Self.kind(of: body, type), length: body.count)),
        excerpt: Excerpt.head(ofText: body)
      )
    }
    return notJSON(answer, promise, exchange.jsonError)
  }

  /// The finding of a body that is not the JSON it says it is.
  private func notJSON(_ answer: HTTPResponse, _ promise: Promise, _ error: JSONError?) -> Finding {
    Finding(
      breaking: promise,
      of: contract,
      rule: .notJSON,
      reason: .answer(.notJSON(length: answer.body.count, place: error?.place(in: answer.body) ?? "")),
      excerpt: error.map { Excerpt.of(answer.body, offset: $0.offset) } ?? ""
    )
  }

  /// Returns the finding about a body that is empty or not XML although XML with a schema is promised.
  private func notXML(_ answer: HTTPResponse, _ response: ResponsePromise) -> Finding {
    let promise = response.body?.promise ?? response.promise
    if answer.body.isBlank { return empty(promise, wanted: "XML", isJSON: false, answer.body) }
    var place = "its media type is not XML"
    var offset = 0
    do throws(XMLError) { _ = try XMLReader.value(parsing: answer.body) } catch {
      offset = error.offset
      let position = JSONLocation(ofByte: error.offset, in: answer.body)
      place = "line \(position.line), column \(position.column): \(error.reason)"
    }
    return Finding(
      breaking: promise,
      of: contract,
      rule: .notXML,
      reason: .answer(.notXML(length: answer.body.count, place: place)),
      excerpt: Excerpt.of(answer.body, offset: offset)
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

/// The judging of bodies that are promised to be something other than JSON.
extension ExchangeJudge {
  /// Judges a text by the promised patterns, with one finding per level for those that do not match. If none matches,
  /// there is one finding for all, since the text is then a different page.
  ///
  /// A pattern that does not match is blocked if a finding about the whole body, in `whole`, is at least as severe.
  private func judgePatterns(
    in exchange: Exchange,
    _ body: String,
    _ text: TextPromise,
    _ whole: [Finding],
    _ ledger: inout CheckLedger
  ) {
    guard !text.patterns.isEmpty else { return }
    // What a JSON string says, not how it is escaped.
    let content = exchange.isXML ? body : exchange.json?.canonicalText ?? body
    var missing: [TextPromise.PatternPromise] = []
    for pattern in text.patterns {
      let isMatched = pattern.matches(content)
      if !isMatched, let cause = whole.first(where: { $0.level >= pattern.promise.level }) {
        ledger.block(pattern.promise, because: BlockReason(cause))
        continue
      }
      ledger.keep(pattern.promise)
      if !isMatched { missing.append(pattern) }
    }
    missing.sort { $0.promise.level > $1.promise.level }
    if !missing.isEmpty, missing.count == text.patterns.count {
      ledger.write(fate(of: missing, of: text, body))
      return
    }
    for level in Level.allCases.sorted(by: >) {
      let broken = missing.filter { $0.promise.level == level }
      if !broken.isEmpty { ledger.write(fate(of: broken, of: text, body)) }
    }
  }

  /// Returns one finding that reports all patterns in `missing`, with the promises it breaks.
  private func fate(of missing: [TextPromise.PatternPromise], of text: TextPromise, _ body: String) -> BrokenFate {
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
    var fate = BrokenFate(finding, breaking: [])
    fate.promises = Set(missing.map { BrokenPromise(site: PromiseSite($0.promise), level: $0.promise.level) })
    return fate
  }
}

/// The judging of header fields.
extension ExchangeJudge {
  /// Judges the header fields of a response by those that `response` promises.
  func judgeHeaders(of head: HTTPResponseHead, _ response: ResponsePromise, _ ledger: inout CheckLedger) {
    for header in response.headers {
      let place = Place(nil, .header(header.name))
      ledger.keep(header.schema.promise, .presence)
      if let value = head.headers[header.name] {
        ledger.keepText(against: header.schema)
        let found = textFates(
          of: value,
          header.schema,
          contract,
          rule: .header,
          place: place,
          name: header.name,
          in: ledger
        )
        // Text is wrong in one way at a time: the gravest tells of the others.
        guard let gravest = found.first else { continue }
        let cause = ledger.write(gravest)
        for fate in found.dropFirst() { ledger.write(fate, because: cause) }
      } else if header.isRequired {
        let reason = Reason.answer(.noHeader(header.name))
        ledger.write(
          BrokenFate(header.schema.promise, .presence, of: contract, rule: .header, place: place, reason: reason)
        )
      }
    }
  }
}

extension [UInt8] {
  /// True if the body contains only white space.
  fileprivate var isBlank: Bool { allSatisfy { $0 == 0x20 || (0x09...0x0D).contains($0) } }
}

extension JSONError {
  /// Returns the place of the error and its reason, as part of a sentence: `line 1, column 2: …`.
  func place(in bytes: [UInt8]) -> String {
    let place = JSONLocation(ofByte: offset, in: bytes)
    return "line \(place.line), column \(place.column): \(self)"
  }
}
