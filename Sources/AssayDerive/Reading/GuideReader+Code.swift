import AssayDocuments
import AssayText

/// Reading of fenced code blocks.
extension GuideReader {
  mutating func readCode(_ code: CodeBlock, _ passage: Passage) {
    let here = operations(at: walk.passage, from: .made)
    if walk.operations.isEmpty { readStateTypes(code) }
    switch fence {
    case .commands:
      if let own = walk.operations.first, walk.operations.count == 1, let other = here.first, here.count == 1,
        own != other
      {
        loose.otherCalls.append((own, other, Source(document, passage.lines)))
      }
      settle(here)
      if let transcript = EventTranscript(ofCommand: code) { _ = readTranscript(transcript) }
    case .wire: readWire(code, here)
    case .transcript(let transcript): _ = readTranscript(transcript)
    case .values where isOfOtherCall: break
    case .values:
      let title = code.info.dropFirst(code.language.count).lowercased()
      let samples = SampleReader.samples(in: code.code, firstLine: code.firstLine)
      // "{ // Same parameters as /a }"
      if samples.count == 1, samples[0].members.isEmpty, samples[0].items.isEmpty,
        readLikeness(code.code.joined(separator: " ").lowercased(), Source(document, code.firstLine))
      {
        return
      }
      if let sample = samples.first, readSchema(sample, title: title) { return }
      _ = readValues(samples, title: title)
    case .code:
      settle(here)
      if let client = first.clients[walk.outline][walk.passage] { read(client, here) }
    case .other where here.isEmpty: _ = readDiagram(code)
    case .other: readWire(code, here)
    }
  }

  /// Reads the states that a model outside calls lists as the type of one: `status: enum('queued', 'done')`.
  private mutating func readStateTypes(_ code: CodeBlock) {
    for (offset, line) in code.code.enumerated() {
      let sides = line.halves(":")
      guard sides.count == 2, Refinement.stateNames.contains(sides[0].trimming("\"'?").lowercased()) else { continue }
      let values = Remark.quotedWords(sides[1])
      if values.count > 1 { addLoose(states: values, Source(document, code.firstLine + offset), isNew: true) }
    }
  }

  /// True if the paragraph before an example ends with a colon and names only calls that the draft has not: "Unlike
  /// `GET /x`:".
  private var isOfOtherCall: Bool {
    let text = passages[safe: walk.passage - 1]?.text.plain ?? ""
    return text.trimmed.ends(":", "：") && operations(at: walk.passage - 1, from: .mentioned).isEmpty
      && !TextCall.all(in: text).isEmpty
  }

  /// Makes the call of a command the subject of the text after it, if the section announces no call itself.
  private mutating func settle(_ here: [Int]) {
    guard walk.operations.isEmpty || walk.isMade, here.count == 1, walk.operations != here else { return }
    if walk.isMade { (walk.role, walk.isLabelled, walk.status) = (.unknown, false, nil) }
    walk.isMade = true
    startSubject(here)
  }

  private mutating func readWire(_ code: CodeBlock, _ here: [Int]) {
    if !here.isEmpty {
      if walk.operations.isEmpty {
        startSubject(here)
      } else if here.count == 1 {
        walk.operations = here
      }
      // Of a URL alone, what is sent may follow.
      let isMessage = WireFence(code, document: document)?.calls.isEmpty == false
      (walk.role, walk.isLabelled) = (isUnderRequest ? .request : isMessage ? .response : .unknown, false)
      walk.status = nil
      if let transcript = EventTranscript(code) { _ = readTranscript(transcript) }
      return
    }
    if readDiagram(code) { return }
    if let transcript = EventTranscript(code) {
      _ = readTranscript(transcript)
      return
    }
    guard let loose = WireFence(code, document: document)?.loose else { return }
    guard !walk.operations.isEmpty else { return takeGeneral(loose.headers) }
    let document = self.document
    let isRequest = walk.role != .response && walk.role != .failure
    change { operation in
      if isRequest {
        operation.addForm(of: loose)
        operation.addHeaders(of: loose)
      }
      if let body = loose.body {
        let shape = Shape(body, in: document)
        if isRequest, operation.method != "GET" {
          operation.addBody(shape)
        } else {
          operation.addAnswer(nil, shape, source: Source(document, body.lines))
        }
      }
      for answer in loose.answers where answer.sample != nil || answer.contentType != nil {
        operation.add(answer, in: document)
      }
    }
  }

  mutating func readTranscript(_ transcript: EventTranscript) -> Bool {
    // Events belong to the call they are shown under.
    let here = walk.operations.filter { table.operations[$0].stream.isStated }
    let targets = here.isEmpty && walk.operations.count == 1 ? walk.operations : streams
    for index in targets {
      let asker = shownSwitch(of: index)
      table.change(index) { ($0.stream.isStated, $0.stream.asker) = (true, $0.stream.asker ?? asker) }
    }
    let document = self.document
    guard !targets.isEmpty else {
      guard walk.operations.isEmpty else { return false }
      for entry in transcript.entries {
        guard let name = entry.name ?? entry.sample.flatMap({ Discriminator.member(of: $0)?.text }),
          !Placeholder.isBracketed(name)
        else { continue }
        take(event: name, entry.sample.map { Shape($0, in: document) }, Source(document, entry.lines))
      }
      return true
    }
    let lines = passages[walk.passage].lines
    for entry in transcript.entries {
      let source = Source(document, entry.lines.clamped(to: lines))
      if let mark = entry.mark {
        table.change(targets) { $0.addMark(mark, named: entry.name, source) }
        continue
      }
      let member = entry.sample.flatMap { Discriminator.member(of: $0) }
      // `event: message` is the name of an event without one.
      let own = entry.name == "message" && member != nil ? nil : entry.name
      let named = own ?? member?.text ?? walk.event
      guard let name = named ?? (entry.sample == nil ? nil : "message") else { continue }
      guard !Placeholder.isBracketed(name) else {
        table.change(targets) {
          $0.stream.envelope = $0.stream.envelope ?? entry.sample.map { Shape($0, in: document) }
        }
        continue
      }
      let discriminator = own == nil ? member?.name : nil
      table.change(targets) {
        $0.addEvent(
          name,
          entry.sample.map { Shape($0, in: document) },
          source,
          isUnnamed: named == nil,
          discriminator: discriminator
        )
        if own != nil { $0.nameEvent(name) }
      }
    }
    return true
  }

  /// The parameter with which the last call shown before an answer asks for it: `GET /logs?follow=true`.
  private func shownSwitch(of operation: Int) -> StreamSwitch? {
    let shown = first.sightingsOf[walk.outline][...walk.passage].reversed().lazy.joined()
    let query = shown.first { table.operationOf[$0] == operation }.map { first.sightings[$0].target.query } ?? []
    let switches = query.filter { ["true", "1"].contains($0.value) }
    return switches.count == 1 ? StreamSwitch(member: switches[0].name) : nil
  }

  private mutating func read(_ code: ClientCode, _ here: [Int]) {
    for comment in code.comments { readFact(comment.text, Source(document, comment.line), nil) }
    var client = CallSighting.Client()
    code.readListeners(code.tokens, &client)
    loose.client.comparedStates += client.comparedStates
    loose.client.listeners += client.listeners
    if here.isEmpty { table.change(streams) { $0.client.listeners += client.listeners } }
  }
}
