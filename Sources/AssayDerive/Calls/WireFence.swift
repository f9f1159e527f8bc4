import AssayDocuments
import AssayText

/// A fence that shows a message as sent, or a sketch of it: a request line, fields, labels, bodies.
struct WireFence {
  private(set) var calls: [CallSighting] = []
  /// The fields, form parts and body of a fence that has no request line: `Content-Type`, `- image: [binary]`.
  private(set) var loose: CallSighting?

  private let document: String
  private let first: Int
  private var role = Role.request
  private var block: [String] = []
  private var blockStart = 0
  private var depth = 0
  private var status: Int?

  /// True if a line is one of a message.
  private var looks = false

  /// True for the steps of a flow with arrows between them, which show no message.
  private let isFlow: Bool

  private enum Role { case request, response, headers }

  /// Parses a fence; `nil` if nothing in it looks like a message.
  init?(_ code: CodeBlock, document: String) {
    self.document = document
    first = code.firstLine
    isFlow = code.code.contains { ["↓", "▼", "⬇"].contains($0.trimmed) }
    for (index, line) in code.code.enumerated() where depth > 0 || !takeHead(line.trimmed, index) {
      if block.isEmpty { blockStart = index }
      block.append(line)
      let opened = line.count { $0 == "{" || $0 == "[" }
      depth = max(depth + opened - line.count { $0 == "}" || $0 == "]" }, 0)
    }
    flush()
    guard looks else { return nil }
    for index in calls.indices {
      calls[index].source = Source(document, calls[index].source.lines.lowerBound...lastLine(index, code))
    }
  }

  /// Takes a line that is not part of a body: a request line, a status, a label, a header field, a part of a form.
  private mutating func takeHead(_ text: String, _ index: Int) -> Bool {
    let line = first + index
    if let call = TextCall(requestLine: text) ?? Self.labelledCall(text) {
      flush()
      let source = Source(document, line)
      calls.append(CallSighting(kind: .announced, method: call.method, target: call.target, source: source))
      (role, status) = (.request, nil)
    } else if let code = Self.status(text) {
      flush()
      (role, status) = (.response, code)
      change { $0.answers.append(.init(status: code, lines: line...line)) }
    } else if let label = Self.label(text) {
      flush()
      role = label
      if text.hasSuffix("{") {
        looks = true
        return false
      }
    } else if let header = Self.header(text), block.allSatisfy({ $0.trimmed.isEmpty }) {
      add(header, index)
    } else if !isFlow, let part = Self.part(text, line) {
      if role == .request { change { $0.form.append(part) } }
      looks = looks || text.hasPrefix("-") || !calls.isEmpty || part.isFile
      return true
    } else {
      return false
    }
    looks = true
    return true
  }

  private func lastLine(_ index: Int, _ code: CodeBlock) -> Int {
    index + 1 < calls.count
      ? max(calls[index].source.lines.lowerBound, calls[index + 1].source.lines.lowerBound - 1)
      : max(calls[index].source.lines.lowerBound, first + code.code.count - 1)
  }

  private static func status(_ text: String) -> Int? {
    guard
      text.begins("HTTP/", "→", "<-", "←", "=>", "->", "<", "#", "//") || text.first?.isNumber == true
    else {
      return nil
    }
    return StatusText.code(inStatusLine: text.hasPrefix("//") ? String(text.dropFirst(2)) : text)
  }

  /// Returns the call at the end of a line, after a label: "create a user: POST - http://…/users".
  private static func labelledCall(_ text: String) -> TextCall? {
    guard let colon = text.firstRange(of: ": ") else { return nil }
    let calls = TextCall.all(in: String(text[colon.upperBound...]))
    return calls.count == 1 && text.hasSuffix(calls[0].target.path)
      && Methods.all.contains { text[colon.upperBound...].trimmed.hasPrefix($0) } ? calls[0] : nil
  }

  private static func label(_ text: String) -> Role? {
    guard text.utf8.count < 60, !text.contains("\"") else { return nil }
    let bare = text.drop { "#/-*→←=>< ".contains($0) }
    let lowered = bare.lowercased()
    let word = lowered.trimming(":{")
    if WordList.headers.words.contains(word) { return .headers }
    let isWord = WordList.request.words.contains(word)
    guard isWord || text.ends(":", "：") || bare.count < text.count else { return nil }
    if !isWord, lowered.has(.response) { return .response }
    return lowered.has(WordList.request + WordList.parameters) ? .request : nil
  }

  /// Parses a header field as sent: `X-Api-Key: KEY`.
  static func header(_ text: String) -> (name: String, value: String)? {
    let parts = text.halves(":").map(\.trimmed)
    guard parts.count == 2, let initial = parts[0].first, initial.isUppercase || parts[0].lowercased().hasPrefix("x-"),
      !parts[0].contains(" "),
      parts[0].contains("-")
        || ["Accept", "Authorization", "Host", "Cookie", "Origin", "Connection"].contains(parts[0])
    else { return nil }
    return (parts[0], parts[1])
  }

  /// Parses a part of a form: `imageFile: <binary data>`, `- preset: string (e.g. "etched") - optional`, `a=b&c=d`.
  private static func part(_ text: String, _ line: Int) -> CallSighting.Part? {
    let bare = text.drop { "-*• ".contains($0) }
    guard let colon = bare.firstIndex(where: { $0 == ":" || $0 == "=" }), !text.hasPrefix("{"), !text.hasPrefix("\"")
    else { return nil }
    let name = bare[..<colon].trimmed.trimmingMarks
    let value = bare[bare.index(after: colon)...].trimmed
    guard name.isFieldName, !value.isEmpty, !name.contains("."),
      !["http", "event", "data", "id", "retry"].contains(name.lowercased())
    else { return nil }
    // "Body: file=<a file>"
    if label(name + ":") == .request, let inner = part(value, line) { return inner }
    let lowered = value.lowercased()
    let isFile =
      lowered.contains("binary") || lowered.hasPrefix("@") || lowered.containsAny("file>", "image data")
      || lowered.begins("file", "(file")
      || lowered.contains("<bytes")
    return .init(name: name, isFile: isFile, value: value, line: line)
  }

  private mutating func change(_ act: (inout CallSighting) -> Void) {
    if let last = calls.indices.last {
      act(&calls[last])
    } else {
      var call =
        loose
        ?? CallSighting(kind: .announced, target: CallTarget(base: "", path: "/"), source: Source(document, first))
      act(&call)
      loose = call
    }
  }

  private mutating func add(_ header: (String, String), _ index: Int) {
    if role == .headers { role = .request }
    let (role, line, status) = (role, first + index, status)
    change { call in
      let isType = header.0.lowercased() == "content-type"
      if role == .response {
        guard isType else { return }
        if let last = call.answers.indices.last {
          call.answers[last].contentType = header.1
        } else {
          call.answers.append(.init(status: status, contentType: header.1, lines: line...line))
        }
        return
      }
      if isType { call.contentType = header.1 }
      call.headers.append(.init(name: header.0, value: header.1, line: line))
    }
  }

  /// Adds the collected lines as the body of the request or the response.
  private mutating func flush() {
    defer {
      block = []
      depth = 0
    }
    guard !isFlow, block.contains(where: { !$0.trimmed.isEmpty }) else { return }
    let samples = SampleReader.samples(in: block, firstLine: first + blockStart)
    let (role, status) = (role, status)
    if role == .headers {
      for member in samples.first?.members ?? [] {
        let header = CallSighting.Header(name: member.name, value: member.value.string ?? "", line: member.line)
        change { $0.headers.append(header) }
      }
      return
    }
    for (position, sample) in samples.enumerated() {
      // A second body after a blank line is the answer to the first.
      let isAnswer = role == .response || position > 0
      change { call in
        if isAnswer {
          if let last = call.answers.indices.last, call.answers[last].sample == nil {
            call.answers[last].sample = sample
            call.answers[last].lines = sample.lines
          } else {
            call.answers.append(.init(status: status, sample: sample, lines: sample.lines))
          }
        } else if call.method == "GET" {
          call.answers.append(.init(status: nil, sample: sample, lines: sample.lines))
        } else {
          call.body = sample
        }
      }
    }
  }
}
