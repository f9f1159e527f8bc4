package import AssayFindings
import AssayHTTP
import AssayJSON

/// SARIF 2.1.0 (OASIS), a run a contract: results point at the promise, related locations at the cited lines.
package struct SARIFReport: Reporter {
  package static let name = "sarif"

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
      )
      writer.member("version", "2.1.0")
      writer.array("runs", results) { run($0, options: options, to: &$1) }
    }
    return writer.text + "\n"
  }

  private func run(_ result: RunResult, options: ReportOptions, to writer: inout JSONWriter) {
    var rules: [String] = []
    for finding in result.findings where !rules.contains(finding.rule) { rules.append(finding.rule) }
    writer.object { writer in
      writer.object("tool") { writer in
        writer.object("driver") { writer in
          writer.member("name", "assay")
          if !result.assay.isEmpty { writer.member("version", result.assay) }
          writer.array("rules", rules) { rule, writer in
            writer.object { writer in
              writer.member("id", rule)
              writer.object("shortDescription") { $0.member("text", SARIFText.plain(RuleTitle.of(rule))) }
            }
          }
        }
      }
      writer.object("automationDetails") { $0.member("id", "assay/\(result.contract)/") }
      writer.member("columnKind", "unicodeCodePoints")
      writer.array("invocations", [result]) { invocation($0, to: &$1) }
      writer.array("results", result.findings) { finding, writer in
        let entry = SARIFResult(finding: finding, result: result, options: options)
        entry.write(ruleIndex: rules.firstIndex(of: finding.rule), to: &writer)
      }
    }
  }

  private func invocation(_ result: RunResult, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("executionSuccessful", result.outcome == .passed || result.outcome == .failed)
      if !result.started.isEmpty { writer.member("startTimeUtc", result.started) }
      var notices = result.checks.filter { $0.status == .error }.map { check in
        "\(VisibleText.line(check.id)) could not be judged: \(VisibleText.line(check.reason, limit: 1000))"
      }
      if result.outcome == .interrupted { notices.append("the run was interrupted") }
      guard !notices.isEmpty else { return }
      writer.array("toolExecutionNotifications", notices) { notice, writer in
        writer.object { writer in
          writer.member("level", "error")
          writer.object("message") { $0.member("text", SARIFText.plain(notice)) }
        }
      }
    }
  }
}
