package import AssayFindings
import AssayJSON
import AssayText

/// The Common Test Report Format. Its objects allow only their own members; any others are under `extra`.
package struct CTRFReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let suites = ReportCase.suites(of: results, options: options)
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("reportFormat", "CTRF")
      writer.member("specVersion", "0.1.0")
      if let started = results.first?.started, !started.isEmpty { writer.member("timestamp", started) }
      writer.member("generatedBy", "assay")
      writer.object("results") { writer in
        writer.object("tool") { writer in
          writer.member("name", "assay")
          if let version = results.first?.assay, !version.isEmpty { writer.member("version", version) }
        }
        summary(of: results, suites.flatMap(\.cases), to: &writer)
        writer.array("tests", suites.flatMap { suite in suite.cases.map { (suite.result, $0) } }) {
          test($0.0, $0.1, options, to: &$1)
        }
        writer.object("extra") { writer in
          writer.member("outcome", RunResult.Outcome.over(results).rawValue)
          writer.array("contracts", results) { result, writer in
            writer.object { writer in
              writer.member("contract", result.contract)
              writer.member("file", result.file)
              writer.member("outcome", result.outcome.rawValue)
            }
          }
        }
      }
    }
    return writer.text + "\n"
  }

  private func summary(of results: [RunResult], _ cases: [ReportCase], to writer: inout JSONWriter) {
    let duration = results.reduce(Duration.zero) { $0 + $1.duration }
    let milliseconds = Int(duration.rounded(perSecond: 1000))
    let start = results.compactMap { DateTime($0.started)?.millisecondsSinceEpoch }.min() ?? 0
    writer.object("summary") { writer in
      writer.member("tests", cases.count)
      writer.member("passed", cases.count { $0.result == .passed })
      writer.member("failed", cases.count { $0.result == .failure || $0.result == .error })
      writer.member("skipped", cases.count { $0.result == .skipped })
      writer.member("pending", 0)
      writer.member("other", 0)
      writer.member("suites", Set(cases.map(\.classname)).count)
      writer.member("start", start)
      writer.member("stop", start + milliseconds)
      writer.member("duration", milliseconds)
      writer.object("extra") { $0.member("errors", cases.count { $0.result == .error }) }
    }
  }

  private func test(_ result: RunResult, _ item: ReportCase, _ options: ReportOptions, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("name", item.title)
      writer.member("status", status(of: item))
      writer.member("duration", Int(item.duration.rounded(perSecond: 1000)))
      let scenario = item.check?.scenario ?? ""
      writer.member("suite", [item.contract] + (scenario.isEmpty ? [] : [scenario]))
      if !item.message.isEmpty { writer.member("message", VisibleText.line(item.message, limit: 2000)) }
      let trace = item.body.isEmpty ? item.output : item.body
      if !trace.isEmpty { writer.member("trace", trace) }
      if let check = item.check, !check.earlier.isEmpty {
        writer.member("retries", check.earlier.count)
        writer.member("flaky", check.isFlaky)
      }
      writer.member("rawStatus", item.check?.status.rawValue ?? result.outcome.rawValue)
      writer.member("type", "contract")
      if let place = item.place {
        writer.member("filePath", options.path(of: place.file))
        writer.member("line", place.line)
      }
      if let check = item.check { writer.object("extra") { $0.member("operation", check.operation) } }
    }
  }

  /// Returns the status of a case. CTRF has no error status; a check that could not be judged must not look harmless,
  /// so it is reported as failed, and `rawStatus` distinguishes the two.
  private func status(of item: ReportCase) -> String {
    switch item.result {
    case .passed: "passed"
    case .failure, .error: "failed"
    case .skipped: "skipped"
    }
  }
}
