import AssayHTTP
import AssayJSON
import AssayText

/// Writes recorded runs as HAR 1.2 (http://www.softwareishard.com/blog/har-12-spec/).
///
/// An exchange, a stream and each answer of a poll are an entry, in the order they began. What HAR has no field for is
/// in members named `_assay`, as the format asks of custom fields, so that other readers pass over it.
package struct HARWriter {
  private struct Entry {
    var started: DateTime
    var start: Duration
    var json: String
  }

  private let version: String
  private var entries: [Entry] = []

  /// The text of a HAR file with `runs`, written by this version of Assay.
  package static func write(_ runs: [RecordedRun], version: String) -> String {
    var writer = HARWriter(version: version)
    for run in runs { writer.collect(run) }
    return writer.log(runs)
  }

  private init(version: String) { self.version = version }

  private mutating func collect(_ run: RecordedRun) {
    for observation in run.observations {
      let label = AssayLabel(service: run.service, observation: observation)
      switch observation.content {
      case .exchange(let exchange):
        add(HAREntryWriter(exchange: exchange), at: observation.start, in: run) { label.write(exchange, to: &$0) }
      case .stream(let stream):
        add(HAREntryWriter(stream: stream), at: observation.start, in: run) { label.write(stream, to: &$0) }
      case .poll(let poll):
        // Each answer was asked for after the one before it, whatever their times say: readers take them in that order.
        var begin = observation.start
        for (index, answer) in poll.answers.enumerated() {
          begin = max(begin, observation.start + answer.time - answer.exchange.end.timings.total)
          let isLast = index == poll.answers.count - 1
          add(HAREntryWriter(exchange: answer.exchange), at: begin, in: run) { writer in
            label.write(answer, endOf: isLast ? poll : nil, to: &writer)
          }
        }
      case .absent: break
      }
    }
  }

  private mutating func add(
    _ entry: HAREntryWriter,
    at start: Duration,
    in run: RecordedRun,
    _ assay: (inout JSONWriter) -> Void
  ) {
    let started = run.started.adding(start)
    var writer = JSONWriter()
    entry.write(started: started, assay: assay, to: &writer)
    entries.append(Entry(started: started, start: start, json: writer.text))
  }

  private func log(_ runs: [RecordedRun]) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object {
      $0.object("log") { writer in
        writer.member("version", "1.2")
        writer.object("creator") {
          $0.member("name", "Assay")
          $0.member("version", version)
        }
        writer.array("entries", inOrder) { $1.raw($0.json) }
        writer.object("_assay") { writer in
          writer.member("format", 1)
          writer.array("runs", runs) { Self.write($0, to: &$1) }
        }
      }
    }
    return writer.text + "\n"
  }

  /// Readers prefer entries in the order they began; those that began together stay as they were observed.
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
