package import AssayFindings
import AssayJSON
import AssayText

/// The JSON report, with stable keys that `contracts/report.schema.json` describes.
package struct JSONReport: Reporter {
  /// The version of the keys: 2 since every report has `runs`, and findings `received`.
  private static let version = 2

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("assay", results.first?.assay ?? "")
      writer.member("version", Self.version)
      writer.member("outcome", RunResult.Outcome.over(results).rawValue)
      write(.over(results), to: &writer)
      writer.array("runs", results) { write($0, to: &$1) }
    }
    return writer.text + "\n"
  }

  private func write(_ result: RunResult, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("assay", result.assay)
    writer.member("contract", result.contract)
    writer.member("title", result.title)
    writer.member("file", result.file)
    writer.member("outcome", result.outcome.rawValue)
    if !result.started.isEmpty { writer.member("started", result.started) }
    writer.member("duration_ms", raw: result.duration.milliseconds)
    write(result.summary, to: &writer)
    writer.serversAndDocuments(of: result)
    write(result.origin, to: &writer)
    if let healed = result.healed {
      writer.object("baseline") {
        $0.member("new", result.findings.count { $0.accepted == nil })
        $0.member("known", result.findings.count { $0.accepted != nil })
        $0.member("healed", healed)
      }
    }
    if !result.calls.isEmpty {
      writer.object("calls") { writer in
        for (operation, call) in result.calls.sorted(by: { $0.key < $1.key }) { writer.member(operation, call) }
      }
    }
    writer.array("checks", result.checks) { write($0, to: &$1) }
    writer.array("findings", result.findings) { write($0, to: &$1) }
    writer.array("unjudged", result.unjudged) { write($0, to: &$1) }
    if !result.kept.isEmpty { writer.array("kept", result.kept) { write($0, to: &$1) } }
    if !result.supporting.isEmpty {
      writer.array("supporting", result.supporting) { step, writer in
        writer.beginObject()
        writer.member("check", step.check)
        if let failure = step.failure { writer.member("failure", failure) }
        writer.endObject()
      }
    }
    if let part = result.part {
      writer.object("shard") {
        $0.member("index", part.shard.index)
        $0.member("count", part.shard.count)
        // A value made of texts and numbers alone can always be written.
        $0.member("part", raw: (try? JSONEncoding.text(of: part)) ?? "null")
      }
    }
    writer.endObject()
  }

  private func write(_ origin: RunOrigin, to writer: inout JSONWriter) {
    if !origin.environment.isEmpty { writer.member("environment", origin.environment) }
    if !origin.commit.isEmpty { writer.member("commit", origin.commit) }
    if !origin.job.isEmpty { writer.member("job", origin.job) }
  }

  private func write(_ summary: RunResult.Summary, to writer: inout JSONWriter) {
    writer.key("summary")
    writer.beginObject()
    writer.member("checks", summary.checks)
    writer.member("passed", summary.passed)
    writer.member("failed", summary.failed)
    writer.member("warned", summary.warned)
    if summary.unjudged > 0 { writer.member("unjudged", summary.unjudged) }
    writer.member("skipped", summary.skipped)
    writer.member("errors", summary.errors)
    writer.member("kept", summary.promises.kept)
    writer.member("broken", summary.promises.broken)
    writer.member("vacuous", summary.promises.vacuous)
    writer.member("blocked", summary.promises.blocked)
    writer.endObject()
  }

  private func write(_ check: CheckResult, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("id", check.id)
    writer.member("operation", check.operation)
    writer.member("scenario", check.scenario)
    writer.member("status", check.status.rawValue)
    writer.member("duration_ms", raw: check.duration.milliseconds)
    if let concurrency = check.concurrency {
      writer.member("start_ms", raw: concurrency.start.milliseconds)
      writer.member("concurrent", concurrency.others)
    }
    if !check.reason.isEmpty { writer.member("reason", check.reason) }
    if let place = check.place { writer.member("place", place) }
    if !check.earlier.isEmpty {
      writer.member("attempts", check.earlier.count + 1)
      writer.member("flaky", check.isFlaky)
      writer.member("earlier", check.earlier)
    }
    if !check.command.isEmpty { writer.member("command", check.command) }
    if !check.needs.isEmpty { writer.member("needs", check.needs) }
    if !check.transcript.isEmpty { writer.member("transcript", check.transcript) }
    writer.endObject()
  }

  private func write(_ promise: UnjudgedPromise, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("promise", promise.promise)
    writer.member("level", promise.level.rawValue)
    writer.member("check", promise.check)
    writer.member("kind", promise.kind.rawValue)
    writer.member("reason", promise.reason)
    if let cause = promise.cause { writer.member("because", cause) }
    writer.member("source", promise.sources.map(\.description).joined(separator: ", "))
    if let place = promise.place { writer.member("place", place) }
    writer.endObject()
  }

  private func write(_ promise: KeptPromise, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("promise", promise.promise)
    writer.member("level", promise.level.rawValue)
    writer.member("check", promise.check)
    writer.member("checks", promise.checks)
    writer.endObject()
  }

  private func write(_ finding: Finding, to writer: inout JSONWriter) {
    writer.beginObject()
    writer.member("level", finding.level.rawValue)
    writer.member("check", finding.check)
    writer.member("operation", finding.operation)
    writer.member("rule", finding.rule.id)
    writer.member("location", finding.location)
    writer.member("message", finding.message)
    writer.member("expected", finding.expected)
    writer.member("received", finding.actual)
    if !finding.details.isEmpty {
      writer.array("details", finding.details) { detail, writer in
        writer.object {
          $0.member("name", detail.name)
          $0.member("text", detail.text)
        }
      }
    }
    writer.member("source", finding.sources.map(\.description).joined(separator: ", "))
    if let promise = finding.promise { writer.member("promise", promise) }
    if !finding.excerpt.isEmpty { writer.member("excerpt", finding.excerpt) }
    if !finding.alternatives.isEmpty { writer.member("alternatives", finding.alternatives) }
    if !finding.alsoIn.isEmpty { writer.member("also_in", finding.alsoIn) }
    if !finding.alsoAt.isEmpty { writer.member("also_at", finding.alsoAt.map(\.description)) }
    if !finding.alsoBreaks.isEmpty { writer.member("also_breaks", finding.alsoBreaks.map(\.pointer)) }
    if !finding.alsoExpected.isEmpty { writer.member("also_expected", finding.alsoExpected) }
    writer.member("occurrences", finding.occurrences)
    if let accepted = finding.accepted {
      writer.object("accepted") {
        $0.member("reason", accepted.reason)
        $0.member("until", accepted.until)
      }
    }
    writer.endObject()
  }
}

extension JSONWriter {
  /// Writes the members `servers` and `documents`, which every report has.
  mutating func serversAndDocuments(of run: RunResult) {
    array("servers", run.servers) { server, writer in
      writer.object {
        $0.member("name", server.name)
        $0.member("url", server.url)
      }
    }
    array("documents", run.documents) { document, writer in
      writer.object {
        $0.member("name", document.name)
        $0.member("title", document.title)
        $0.member("file", document.file)
      }
    }
  }

  /// A member with the fate that prevented judging.
  mutating func member(_ key: String, _ cause: UnjudgedPromise.Cause) {
    object(key) {
      $0.member("check", cause.check)
      if let rule = cause.rule {
        $0.member("rule", rule.id)
        $0.member("location", cause.place.description)
      }
      if let promise = cause.promise { $0.member("promise", promise) }
    }
  }

  /// Writes a member that is a place in a contract: file, line, column, JSON Pointer.
  mutating func member(_ key: String, _ place: ContractPlace) {
    object(key) {
      $0.member("file", place.file)
      $0.member("line", place.line)
      $0.member("column", place.column)
      $0.member("pointer", place.pointer)
    }
  }
}
