import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssayRegex
import AssaySchema

extension ExchangeJudge {
  /// The findings of a body that is promised to be something other than JSON.
  func textFindings(
    for exchange: Exchange,
    _ answer: HTTPResponse,
    _ text: TextPromise,
    _ response: ResponsePromise,
    locationPrefix: String
  ) -> [Finding] {
    let location = FindingLocation.whole(prefix: locationPrefix)
    if let promise = text.nonEmpty, answer.body.allSatisfy({ $0 == 0x20 || (0x09...0x0D).contains($0) }) {
      return [
        Finding(
          breaking: promise,
          of: contract,
          rule: "response.empty",
          location: location,
          message: "the answer has no body; \(wanted(response)) was promised",
          expected: "a body",
          actual: answer.body.isEmpty ? "no body" : "\(answer.body.count) bytes of white space"
        )
      ]
    }
    if let promise = text.notJSON, let json = exchange.json {
      return [
        Finding(
          breaking: promise,
          of: contract,
          rule: "response.text",
          location: location,
          message: "the body is JSON; \(wanted(response)) was promised",
          expected: wanted(response),
          actual: json.described,
          excerpt: Excerpt.head(of: json)
        )
      ]
    }
    var findings = contentTypeFinding(of: answer.head, response, locationPrefix: locationPrefix).map { [$0] } ?? []
    findings += patternFindings(in: exchange, answer.body, text, location)
    return findings
  }

  /// One finding a level for the patterns that match nowhere, and one for all where none does: that is another page.
  private func patternFindings(
    in exchange: Exchange,
    _ body: [UInt8],
    _ text: TextPromise,
    _ location: String
  ) -> [Finding] {
    guard !text.patterns.isEmpty else { return [] }
    // What a JSON string says, not how it is escaped.
    let content = exchange.json?.canonicalText ?? String(decoding: body, as: UTF8.self)
    let missing = text.patterns.filter { !$0.matches(content) }.sorted {
      $0.promise.level > $1.promise.level
    }
    if !missing.isEmpty, missing.count == text.patterns.count { return [finding(missing, of: text, body, location)] }
    return Level.allCases.sorted(by: >).compactMap { level in
      let broken = missing.filter { $0.promise.level == level }
      return broken.isEmpty ? nil : finding(broken, of: text, body, location)
    }
  }

  private func finding(
    _ missing: [TextPromise.PatternPromise],
    of text: TextPromise,
    _ body: [UInt8],
    _ location: String
  ) -> Finding {
    let patterns = missing.prefix(5).map { "`\($0.pattern)`" } + (missing.count > 5 ? ["…"] : [])
    let shown = patterns.joined(separator: ", ")
    let said = missing.map(\.message).filter { !$0.isEmpty }.prefix(5).joined(separator: "; ")
    let promised = said.isEmpty ? "" : "\(said); but "
    var finding = Finding(
      breaking: missing.first?.promise ?? operation.promise,
      of: contract,
      rule: "response.text",
      location: location,
      message: missing.count == 1
        ? "\(promised)nothing in the body matches \(shown)"
        : "\(promised)\(missing.count) of the \(text.patterns.count) things promised are not in the body: \(shown)",
      expected: missing.count == 1 ? "text that matches \(shown)" : "text that matches each of \(shown)",
      actual: "\(body.count) bytes without \(missing.count == 1 ? "it" : "them")",
      excerpt: Excerpt.head(ofText: body)
    )
    for source in missing.flatMap(\.promise.sources) where !finding.sources.contains(source) {
      finding.sources.append(source)
    }
    return finding
  }

  private func wanted(_ response: ResponsePromise) -> String { response.content?.mediaRange ?? "text" }
}
