import AssayHTTP
import AssayJSON
import AssayObservation
import Foundation
import AssayText
import TestKit
import Testing

/// What is written can be read back, all of it.
struct HARRoundTripTests {
  @Test(arguments: SampleRuns.all.map(\.name))
  func readsWhatItWrote(name: String) throws {
    let run = try #require(SampleRuns.all.first { $0.name == name }).run
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0.1.0").utf8))
    #expect(log.creator == "Assay" && log.creatorVersion == "0.1.0" && log.entries.isEmpty)
    let read = try #require(log.runs.first)
    #expect(log.runs.count == 1)
    expectSame(read, run)
  }

  @Test(arguments: SampleRuns.all.map(\.name))
  func writesAsRecorded(name: String) throws {
    let run = try #require(SampleRuns.all.first { $0.name == name }).run
    let text = HARWriter.write([run], version: "0.1.0")
    let golden = Repository.url("fixtures/har/own/\(name).har")
    try Golden.expect(text, golden)
  }

  @Test(arguments: try Fixtures.files("har/own", suffix: ".har"))
  func writesWhatItRead(name: String) throws {
    let bytes = try Fixtures.bytes("har/own/\(name).har")
    let log = try HARReader.read(bytes)
    #expect(HARWriter.write(log.runs, version: log.creatorVersion).utf8.elementsEqual(bytes))
  }

  @Test func keepsTheAnswersOfAPollInOrderWhateverTheirTimesSay() throws {
    let exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://h/"),
      response: HTTPResponse(head: HTTPResponseHead(status: 200)),
      end: TransferEnd(.complete)
    )
    let times: [Duration] = [.seconds(2), .seconds(5), .seconds(3)]
    let answers = times.enumerated().map { PollAnswer(index: $0 + 1, time: $1, exchange: exchange) }
    let poll = Observation(
      check: "a/poll",
      operation: "b",
      server: "h",
      start: .zero,
      content: .poll(PollObservation(answers: answers, end: .final))
    )
    let run = RecordedRun(service: "s", started: DateTime(millisecondsSinceEpoch: 0), observations: [poll])
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0.1.0").utf8))
    guard case .poll(let read)? = log.runs.first?.observations.first?.content else {
      Issue.record("no poll")
      return
    }
    #expect(read.answers.map(\.time) == times)
  }

  @Test func keepsTheRunsOfSeveralContractsApart() throws {
    var runs = SampleRuns.all.map(\.run)
    for index in runs.indices { runs[index].service = "service-\(index)" }
    let log = try HARReader.read(Array(HARWriter.write(runs, version: "0.1.0").utf8))
    #expect(log.runs.map(\.service) == runs.map(\.service))
    for (read, written) in zip(log.runs, runs) { expectSame(read, written) }
  }

  @Test func keepsWhatStandsForWhatIsHidden() throws {
    let hidden = [HiddenText("${session}", "abc-0123"), HiddenText("${session.2}", #"\u006bx"#)]
    let head = HTTPResponseHead(status: 200)
    var exchange = Exchange(
      request: HTTPRequest(method: "GET", url: "http://h/"),
      response: HTTPResponse(head: head),
      end: TransferEnd(.complete)
    )
    exchange.hidden = hidden
    var stream = StreamObservation(request: exchange.request, head: head, end: exchange.end)
    stream.hidden = hidden
    let poll = PollObservation(answers: [PollAnswer(index: 1, time: .zero, exchange: exchange)], end: .final)
    let contents: [Observation.Content] = [.exchange(exchange), .stream(stream), .poll(poll)]
    let observations = contents.enumerated().map {
      Observation(check: "a/\($0)", operation: "b", server: "h", start: .seconds($0), content: $1)
    }
    let run = RecordedRun(service: "s", started: DateTime(millisecondsSinceEpoch: 0), observations: observations)
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0.1.0").utf8))
    let read = try #require(log.runs.first).observations.flatMap { observation -> [[HiddenText]] in
      switch observation.content {
      case .exchange(let exchange): [exchange.hidden]
      case .stream(let stream): [stream.hidden]
      case .poll(let poll): poll.answers.map(\.exchange.hidden)
      case .absent: []
      }
    }
    #expect(read == [hidden, hidden, hidden])
  }

  @Test func takesAHundredThousandEvents() throws {
    let count = 100_000
    let events = (1...count).map {
      ObservedEvent(index: $0, time: .microseconds($0), event: ServerSentEvent(name: "tick", data: "{\"n\":\($0)}"))
    }
    let head = HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "text/event-stream")])
    let stream = StreamObservation(
      request: HTTPRequest(method: "GET", url: "http://h/"),
      head: head,
      events: events,
      end: TransferEnd(.complete)
    )
    let run = RecordedRun(
      service: "s",
      started: DateTime(millisecondsSinceEpoch: 0),
      observations: [Observation(check: "a/b/stream", operation: "b", server: "h", content: .stream(stream))]
    )
    let log = try HARReader.read(Array(HARWriter.write([run], version: "0.1.0").utf8))
    guard case .stream(let read)? = log.runs.first?.observations.first?.content else {
      Issue.record("no stream came back")
      return
    }
    #expect(read.events.count == count)
    #expect(read.events.last?.time == .microseconds(count) && read.events.last?.json?["n"]?.int == count)
  }

  /// An observation without an entry stands before those with one, whatever its place was.
  private func expectSame(_ read: RecordedRun, _ written: RecordedRun) {
    #expect(read.service == written.service && read.started == written.started && read.duration == written.duration)
    #expect(read.servers == written.servers && read.isInterrupted == written.isInterrupted)
    #expect(read.observations.count == written.observations.count)
    let byCheck = Dictionary(grouping: read.observations, by: \.check)
    for observation in written.observations {
      guard let same = byCheck[observation.check]?.first else {
        Issue.record("\(observation.check) is lost")
        continue
      }
      #expect(same.start == observation.start && same.operation == observation.operation, "\(observation.check)")
      #expect(same.server == observation.server && same.elapsed == observation.elapsed, "\(observation.check)")
      expectSame(same.content, observation.content, observation.check)
    }
  }

  private func expectSame(_ read: Observation.Content, _ written: Observation.Content, _ check: String) {
    switch (read, written) {
    case (.exchange(let read), .exchange(let written)): expectSame(read, written, check)
    case (.stream(let read), .stream(let written)):
      #expect(read.request == written.request && same(read.parameters, written.parameters), "\(check)")
      #expect(read.head == written.head && read.end == written.end && read.otherBody == written.otherBody, "\(check)")
      #expect(read.events.map(\.event) == written.events.map(\.event), "\(check)")
      #expect(read.events.map(\.time) == written.events.map(\.time), "\(check)")
      #expect(read.events.map(\.index) == written.events.map(\.index), "\(check)")
      #expect(read.notices == written.notices && read.allowance == written.allowance, "\(check)")
      #expect(read.droppedEvents == written.droppedEvents, "\(check)")
    case (.poll(let read), .poll(let written)):
      #expect(
        read.end == written.end && read.elapsed == written.elapsed && read.allowance == written.allowance,
        "\(check)"
      )
      #expect(read.answers.map(\.time) == written.answers.map(\.time), "\(check)")
      for (one, other) in zip(read.answers, written.answers) { expectSame(one.exchange, other.exchange, check) }
    case (.absent(let read), .absent(let written)): #expect(read == written, "\(check)")
    default: Issue.record("\(check) came back in another shape")
    }
  }

  private func expectSame(_ read: Exchange, _ written: Exchange, _ check: String) {
    #expect(read.request == written.request, "\(check)")
    #expect(read.response == written.response, "\(check)")
    #expect(read.end == written.end, "\(check)")
    #expect(same(read.parameters, written.parameters), "\(check)")
  }

  private func same(_ read: RequestParameters, _ written: RequestParameters) -> Bool {
    read.path == written.path && read.query == written.query && read.multipart == written.multipart
  }
}
