import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayJudging
import AssayMock
import AssayObservation
import AssayText

extension FaultDerivation {
  /// Derives faults of whole responses: the status, the header fields, the kind of body, the time and the framing.
  mutating func deriveWholeAnswers(_ sample: Exchange, _ promise: ResponsePromise?) {
    guard let response = sample.response else { return }
    deriveStatus(response.head.status)
    deriveContentType(promise)
    if let promise, promise.bodyForm == .json {
      add(
        "not-json",
        "Sends an HTML page in place of JSON.",
        rule: .notJSON,
        effects: [.answer(AnswerChange(body: Array("<!DOCTYPE html><html><body>Bad gateway</body></html>".utf8)))]
      )
      add(FaultCandidate("empty", "Sends no body.", rule: .empty, effects: [.answer(AnswerChange(body: []))]))
    }
    deriveText(response.body, promise)
    deriveHeaders(promise)
    if let limit = operation.within {
      add(
        "late",
        "Answers after the time promised.",
        rule: .time,
        breaks: limit.promise,
        .answer(AnswerChange(delay: limit.missed))
      )
    }
    deriveFraming(response.body)
    deriveRedirects(sample)
    deriveRefusals()
  }

  mutating func deriveStatus(_ usual: Int) {
    let problem = Array(Problem(status: 500, title: "Internal Server Error", detail: "It broke.").json.text.utf8)
    let headers = [HTTPHeader("Content-Type", Problem.mediaType)]
    for (name, status, about) in [
      ("status-500", 500, "Answers a call that is in order with 500."),
      ("status-404", 404, "Answers a call that is in order with 404."),
    ] {
      add(
        name,
        about,
        rule: .status,
        effects: [.answer(AnswerChange(status: status, headers: headers, body: problem))]
      )
    }
    let other = usual == 202 ? 200 : 202
    add(
      "status-\(other)",
      "Answers with \(other), which the documents do not name.",
      rule: .status,
      effects: [.answer(AnswerChange(status: other))]
    )
  }

  mutating func deriveContentType(_ promise: ResponsePromise?) {
    guard let content = promise?.content else { return }
    let others = ["text/plain", "application/octet-stream", "application/json"].filter {
      MediaType($0)?.matches(content.mediaRange) == false
    }
    add(
      "content-type",
      "Names a different media type.",
      rule: .contentType,
      promise: content.promise.pointer,
      effects: others.map { .answer(AnswerChange(headers: [HTTPHeader("Content-Type", $0)])) }
    )
  }

  private mutating func deriveHeaders(_ promise: ResponsePromise?) {
    // What frames the message is the server's own.
    let framing = ["Content-Length", "Transfer-Encoding"]
    for header in promise?.headers ?? [] where !framing.contains(where: HTTPHeader(header.name, "").isNamed) {
      if header.isRequired {
        add(
          "header.\(header.name).missing",
          "Leaves out the field \(header.name).",
          rule: .header,
          effects: [.answer(AnswerChange(removed: [header.name]))]
        )
      }
      // A coding that is named and not there breaks more than the field.
      if HTTPHeader(header.name, "").isNamed("Content-Encoding") { continue }
      add(
        "header.\(header.name).malformed",
        "Sends the field \(header.name) with a different value.",
        rule: .header,
        effects: ["other", "-1", ""].map { .answer(AnswerChange(headers: [HTTPHeader(header.name, $0)])) }
      )
    }
  }

  /// Derives faults of a text body: it is empty, JSON, or without the promised content.
  private mutating func deriveText(_ body: [UInt8], _ promise: ResponsePromise?) {
    guard let text = promise?.text else { return }
    let replacing = { (bytes: [UInt8]) in FaultEffect.answer(AnswerChange(body: bytes)) }
    if let nonEmpty = text.nonEmpty {
      for rule in [Rule.empty, .text] {
        add(
          "text.empty",
          "Sends nothing but white space.",
          rule: rule,
          promise: nonEmpty.pointer,
          effects: [replacing([]), replacing([0x20, 0x0A])]
        )
      }
    }
    if let notJSON = text.notJSON {
      let json = Array(JSONValue.object([("html", .string(String(decoding: body, as: UTF8.self)))]).text.utf8)
      add(
        "text.json",
        "Sends the text as JSON.",
        rule: .text,
        promise: notJSON.pointer,
        effects: [replacing(Array(JSONValue.string(String(decoding: body, as: UTF8.self)).text.utf8)), replacing(json)]
      )
    }
    for (index, pattern) in text.patterns.enumerated() {
      add(
        "text.pattern-\(index + 1)",
        "Leaves out what the text was promised to hold.",
        rule: .text,
        promise: pattern.promise.pointer,
        effects: TextCuts.of(body).map(replacing)
      )
    }
  }

  /// Derives faults of responses that end before they are complete.
  private mutating func deriveFraming(_ body: [UInt8]) {
    guard body.count > 1 else { return }
    let flaws: [(String, String, Rule, WireFlaw)] = [
      ("truncated", "Closes the connection before the body is whole.", .truncated, .truncated),
      ("reset", "Resets the connection in the middle of the body.", .reset, .reset),
      ("stalled", "Sends half of the body and then nothing more.", .timedOut, .stallsBefore(0)),
    ]
    for (name, about, rule, flaw) in flaws { add(name, about, rule: rule, .answer(AnswerChange(flaw: flaw))) }
  }

  /// Derives faults of calls that should be refused: they get a wrong response, or valid calls are refused instead.
  mutating func deriveRefusals() {
    deriveSecurity()
    deriveCoding()
    add(
      "refusal.status-500",
      "Answers a call that is wrong with 500.",
      rule: .status,
      effects: [.refusal(AnswerChange(status: 500))]
    )
    add(
      "refusal.accepted",
      "Answers a call that is wrong as if it were right.",
      rule: .status,
      effects: [.refusal(AnswerChange(status: 200))]
    )
    for rule in [Rule.empty, .text] {
      add(
        "refusal.empty",
        "Does not say why a call is refused.",
        rule: rule,
        effects: [.refusal(AnswerChange(body: []))]
      )
    }
  }
}

/// Variants of a text with a part removed, one of which may break a promise about the text.
enum TextCuts {
  /// Returns variants of the text: without each line, without all lines that contain a word, and without the lines
  /// before or after each line.
  static func of(_ bytes: [UInt8]) -> [[UInt8]] {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count > 1, lines.count < 200 else {
      return [Array(bytes.prefix(bytes.count / 2)), Array("other".utf8)]
    }
    let join = { (lines: [Substring]) in Array(lines.joined(separator: "\n").utf8) }
    var cuts = lines.indices.map { index in join(Array(lines[..<index] + lines[(index + 1)...])) }
    for word in words(in: lines) { cuts.append(join(lines.filter { !$0.lowercased().contains(word) })) }
    for index in lines.indices.dropFirst() { cuts += [join(Array(lines[index...])), join(Array(lines[..<index]))] }
    return cuts
  }

  /// Returns the words that appear in several lines, in order of first appearance.
  private static func words(in lines: [Substring]) -> [String] {
    var seen: [String: Int] = [:]
    var order: [String] = []
    for line in lines {
      for word in Set(line.lowercased().split { !$0.isLetter }.map { String($0.prefix(6)) }).sorted()
      where word.count > 3 {
        if seen[word] == nil { order.append(word) }
        seen[word, default: 0] += 1
      }
    }
    return order.filter { seen[$0, default: 0] > 1 }
  }
}
