import AssayHTTP
import AssayJSON
import AssayText

/// The writer of recorded runs as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
///
/// Each exchange, stream and answer of a poll is an entry, in the order in which they began. Data without a HAR field
/// is in members named `_assay`, as the format requires for custom fields, so that other readers ignore it.
package struct HARWriter {
  /// The source of an entry, by the indices of its run, observation and answer, and the time at which its request
  /// began.
  private struct Entry {
    var run: Int
    var observation: Int
    /// The index of the response in its poll, from 0; 0 for other observations.
    var answer = 0
    var started: DateTime
    var start: Duration
  }

  private let version: String
  private let runs: [RecordedRun]
  private let load: (_ run: Int, _ observation: Int) -> Observation
  private var entries: [Entry] = []
  /// The observation loaded last. It is kept because a poll is needed once for each of its answers.
  private var loaded: (run: Int, place: Int, observation: Observation)?

  /// Returns the text of a HAR file with `runs`, written by `version` of Assay.
  package static func write(_ runs: [RecordedRun], version: String) -> String {
    var text = ""
    write(runs, version: version) { (piece: String) throws(Never) in text += piece }
    return text
  }

  /// Passes on the text of a HAR file with `runs` in pieces, so that only one entry at a time is in memory.
  ///
  /// `load` returns an observation with all its bodies, by the number of its run and its position there. The order and
  /// the times are those of `runs`.
  package static func write<Failure: Error>(
    _ runs: [RecordedRun],
    version: String,
    load: ((_ run: Int, _ observation: Int) -> Observation)? = nil,
    to take: (String) throws(Failure) -> Void
  ) throws(Failure) {
    var writer = HARWriter(version: version, runs: runs, load: load ?? { runs[$0].observations[$1] })
    for run in runs.indices { writer.collect(run) }
    let entries = writer.inOrder
    let parts = writer.log(entries.count).split(separator: mark, omittingEmptySubsequences: false)
    for (part, entry) in zip(parts, entries) {
      try take(String(part))
      try take(writer.text(of: entry))
    }
    try take((parts.last.map(String.init) ?? "") + "\n")
  }

  /// The placeholder for an entry in the text of a file written without its entries. JSON never contains this
  /// character.
  private static let mark = "\u{0}"

  private init(
    version: String,
    runs: [RecordedRun],
    load: @escaping (_ run: Int, _ observation: Int) -> Observation
  ) {
    (self.version, self.runs, self.load) = (version, runs, load)
  }

  private mutating func collect(_ number: Int) {
    let run = runs[number]
    for (place, observation) in run.observations.enumerated() {
      func entry(_ answer: Int, at start: Duration) -> Entry {
        Entry(run: number, observation: place, answer: answer, started: run.started.adding(start), start: start)
      }
      switch observation.content {
      case .exchange, .stream: entries.append(entry(0, at: observation.start))
      case .poll(let poll):
        // Each answer was asked for after the one before it, whatever their times say: readers take them in that order.
        var begin = observation.start
        for (index, answer) in poll.answers.enumerated() {
          begin = max(begin, observation.start + answer.time - answer.exchange.end.timings.total)
          entries.append(entry(index, at: begin))
        }
      case .absent: break
      }
    }
  }

  private mutating func text(of entry: Entry) -> String {
    if loaded?.run != entry.run || loaded?.place != entry.observation {
      // Not two observations at a time: each may hold a large body.
      loaded = nil
      loaded = (entry.run, entry.observation, load(entry.run, entry.observation))
    }
    guard let observation = loaded?.observation else { return "" }
    let label = AssayLabel(service: runs[entry.run].service, observation: observation)
    var writer = JSONWriter()
    switch observation.content {
    case .exchange(let exchange):
      HAREntryWriter(exchange: exchange).write(
        started: entry.started,
        assay: { label.write(exchange, to: &$0) },
        to: &writer
      )
    case .stream(let stream):
      HAREntryWriter(stream: stream).write(started: entry.started, assay: { label.write(stream, to: &$0) }, to: &writer)
    case .poll(let poll) where poll.answers.indices.contains(entry.answer):
      let (answer, isLast) = (poll.answers[entry.answer], entry.answer == poll.answers.count - 1)
      HAREntryWriter(exchange: answer.exchange).write(
        started: entry.started,
        assay: { label.write(answer, endOf: isLast ? poll : nil, to: &$0) },
        to: &writer
      )
    case .poll, .absent: break
    }
    return writer.text
  }

  /// Returns the text around the given number of entries, with a placeholder for each.
  private func log(_ entries: Int) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object {
      $0.object("log") { writer in
        writer.member("version", "1.2")
        writer.object("creator") {
          $0.member("name", "Assay")
          $0.member("version", version)
        }
        writer.array("entries", Array(0..<entries)) { $1.raw(Self.mark) }
        writer.object("_assay") { writer in
          writer.member("format", 1)
          writer.array("runs", runs) { Self.write($0, to: &$1) }
        }
      }
    }
    return writer.text
  }

  /// The entries of the file in the order in which their requests began, as HAR readers prefer. Entries that began at
  /// the same time keep the order of observation.
  private var inOrder: [Entry] {
    entries.enumerated().sorted { left, right in
      let (first, second) = (left.element, right.element)
      if first.started != second.started {
        return first.started.millisecondsSinceEpoch < second.started.millisecondsSinceEpoch
      }
      return first.start != second.start ? first.start < second.start : left.offset < right.offset
    }.map(\.element)
  }

  private static func write(_ run: RecordedRun, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("contract", run.service)
      writer.member("started", run.started.description)
      writer.member("duration_us", run.duration)
      writer.member("calls", run.calls)
      if run.isInterrupted { writer.member("interrupted", true) }
      writer.array("servers", run.servers) { server, writer in
        writer.object {
          $0.member("name", server.name)
          $0.member("url", server.url)
        }
      }
      if !run.variables.isEmpty {
        writer.object("variables") { writer in
          for variable in run.variables { writer.member(variable.name, raw: variable.value.text) }
        }
      }
      writer.array("without_entry", run.observations) { observation, writer in
        AssayLabel(service: run.service, observation: observation).writeWithoutEntry(to: &writer)
      }
    }
  }
}
