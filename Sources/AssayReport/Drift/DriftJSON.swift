import AssayFindings
package import AssayJSON

/// The JSON of a drift report, which a later run can take as its baseline: `contracts/drift.schema.json` describes it.
package enum DriftJSON {
  /// The version of the keys: 2 since every report has `runs`.
  private static let version = "2"

  static func render(_ reports: [DriftReport]) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("assay", reports.first?.run.assay ?? "")
      writer.member("drift", version)
      writer.array("runs", reports) { write($0, to: &$1) }
    }
    return writer.text + "\n"
  }

  private static func write(_ report: DriftReport, to writer: inout JSONWriter) {
    let run = report.run
    writer.beginObject()
    writer.member("contract", run.contract)
    writer.member("title", run.title)
    writer.member("file", run.file)
    writer.member("outcome", report.outcome.rawValue)
    writer.member("whole", report.isWhole)
    if !run.started.isEmpty { writer.member("started", run.started) }
    if let backends = report.backends {
      writer.object("backends") {
        $0.member("this", backends.this)
        $0.member("other", backends.other)
      }
    }
    writer.object("summary") { writer in
      writer.member("drift", report.drift.count)
      writer.member("new", report.newDrift.count)
      writer.member("known", report.drift.count - report.newDrift.count)
      writer.member("healed", report.healed.count)
      writer.member("notes", report.notes.count)
    }
    writer.serversAndDocuments(of: run)
    writer.array("operations", report.operations) { operation, writer in
      writer.object {
        $0.member("name", operation)
        $0.member("observed", report.observed.contains(operation))
      }
    }
    writer.array("coverage", report.coverage) { coverage, writer in
      writer.object {
        $0.member("what", coverage.what)
        $0.member("seen", coverage.seen)
        $0.member("of", coverage.total)
        if !coverage.missing.isEmpty { $0.member("missing", coverage.missing) }
      }
    }
    if !report.trends.isEmpty {
      writer.array("trends", report.trends) { trend, writer in
        writer.object {
          $0.member("operation", trend.operation)
          $0.member("usual_ms", raw: milliseconds(trend.usual))
          $0.member("now_ms", raw: milliseconds(trend.now))
          $0.member("runs", trend.runs)
          $0.member("changed", trend.hasChanged)
        }
      }
    }
    writeUnjudged(of: report, to: &writer)
    writer.array("rows", report.rows) { write($0, to: &$1) }
    writer.array("healed", report.healed) { write($0, to: &$1) }
    writer.array("seen", report.seen) { write($0, to: &$1) }
    writer.endObject()
  }

  /// Writes a documented part of an answer that was received, with the number of times.
  package static func write(_ part: SeenPart, to writer: inout JSONWriter) {
    writer.object {
      $0.member("operation", part.operation)
      $0.member("subject", part.subject.description)
      $0.member("place", part.place)
      $0.member("times", part.times)
    }
  }

  private static func writeUnjudged(of report: DriftReport, to writer: inout JSONWriter) {
    writer.array("unjudged", report.run.unjudged.filter { $0.kind == .blocked }) { promise, writer in
      writer.object {
        $0.member("promise", promise.promise)
        $0.member("level", promise.level.rawValue)
        $0.member("check", promise.check)
        $0.member("reason", promise.reason)
        if let cause = promise.cause { $0.member("because", cause) }
        $0.member("source", promise.sources.map(\.description).joined(separator: ", "))
      }
    }
  }

  private static func milliseconds(_ duration: Duration) -> String {
    String((duration / .milliseconds(1) * 10).rounded() / 10)
  }

  /// Writes a row; `isBrief` leaves out what a baseline does not need.
  package static func write(_ row: DriftRow, isBrief: Bool = false, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("key", row.key)
    if !row.standing.faults.isEmpty {
      writer.array("faults", row.standing.faults) { fault, writer in
        writer.object {
          $0.member("check", fault.check)
          $0.member("key", fault.key)
        }
      }
    }
    writer.member("kind", row.kind.rawValue)
    if !isBrief {
      writer.member("drift", row.isDrift)
      writer.member("known", row.standing.isKnown)
    }
    if !row.standing.acceptance.reason.isEmpty { writer.member("reason", row.standing.acceptance.reason) }
    if !row.standing.acceptance.until.isEmpty { writer.member("until", row.standing.acceptance.until) }
    writer.member("operation", row.operation)
    writer.member("subject", row.subject.description)
    writer.member("place", row.place)
    writer.member("documented", row.documented)
    writer.member("observed", row.observed)
    writer.member("verdict", row.verdict.rawValue)
    writer.member("message", row.message)
    if let level = row.level { writer.member("level", level.rawValue) }
    if let rule = row.rule { writer.member("rule", rule.id) }
    // A row of findings is known by its faults, any other by its places.
    if !row.seen.alsoAt.isEmpty, !isBrief || row.standing.faults.isEmpty {
      writer.member("also_at", row.seen.alsoAt)
    }
    if !isBrief {
      if !row.concerns.isEmpty { writer.member("concerns", row.concerns) }
      if !row.seen.examples.isEmpty { writer.member("examples", row.seen.examples) }
    }
    if !row.seen.values.isEmpty { writer.member("values", row.seen.values) }
    if !row.seen.types.isEmpty { writer.member("types", row.seen.types) }
    if !isBrief { writeRun(of: row, to: &writer) }
    writer.endObject()
  }

  /// Writes the results of one run for a row.
  private static func writeRun(of row: DriftRow, to writer: inout JSONWriter) {
    if !row.calls.variants.isEmpty {
      writer.array("variants", row.calls.variants) { variant, writer in
        writer.object {
          $0.member("about", variant.about)
          $0.member("command", variant.command)
        }
      }
    }
    writer.member("occurrences", row.seen.occurrences)
    if !row.standing.since.isEmpty { writer.member("since", row.standing.since) }
    writer.member("source", row.sources.map(\.description).joined(separator: ", "))
    if !row.calls.command.isEmpty { writer.member("command", row.calls.command) }
    if let promise = row.promise { writer.member("promise", promise) }
  }
}
