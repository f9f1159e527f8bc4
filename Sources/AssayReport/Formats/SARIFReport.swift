package import AssayFindings
import AssayHTTP
import AssayJSON

/// SARIF 2.1.0 (OASIS), a run a contract: results point at the promise, related locations at the cited lines.
package struct SARIFReport: Reporter {
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
    var rules: [Rule] = []
    for finding in result.findings where !rules.contains(finding.rule) { rules.append(finding.rule) }
    writer.object { writer in
      writer.object("tool") { writer in
        writer.object("driver") { writer in
          writer.member("name", "assay")
          if !result.assay.isEmpty { writer.member("version", result.assay) }
          writer.array("rules", rules) { rule, writer in
            writer.object { writer in
              writer.member("id", rule.id)
              writer.object("shortDescription") { $0.member("text", SARIFText.plain(rule.shownTitle)) }
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

/// One finding as a SARIF `result` object (SARIF 2.1.0 section 3.27).
struct SARIFResult {
  let finding: Finding
  let result: RunResult
  let options: ReportOptions

  func write(ruleIndex: Int?, to writer: inout JSONWriter) {
    let documents = DocumentIndex(result)
    let text = FindingText(finding: finding, documents: documents, options: options)
    writer.object { writer in
      writer.member("ruleId", finding.rule.id)
      if let ruleIndex { writer.member("ruleIndex", ruleIndex) }
      writer.member("level", options.fails(finding) ? "error" : finding.level == .should ? "warning" : "note")
      let message = [VisibleText.line(finding.message, limit: 2000)] + text.words.dropFirst()
      writer.object("message") { $0.member("text", SARIFText.plain(message.joined(separator: "\n"))) }
      writer.array("locations", [finding]) { _, writer in location(to: &writer) }
      let sources = finding.sources.filter { documents.document(of: $0)?.file.isEmpty == false }
      if !sources.isEmpty {
        writer.array("relatedLocations", Array(sources.enumerated())) { item, writer in
          related(item.element, id: item.offset + 1, documents: documents, to: &writer)
        }
      }
      writer.object("partialFingerprints") { writer in
        // What stays the same from run to run: not the message, which may hold what came.
        writer.member(
          "assayFinding/v1",
          [result.contract, finding.operation, finding.rule.id, place].joined(separator: "|")
        )
      }
      writer.object("properties") { writer in
        writer.member("level", finding.level.rawValue)
        writer.member("operation", finding.operation)
        writer.member("expected", finding.expected)
        writer.member("actual", finding.actual)
        writer.member("occurrences", finding.occurrences)
        // Not in the message, where every brace of what came would have to be doubled, and most readers show it so.
        if !finding.excerpt.isEmpty { writer.member("excerpt", finding.excerpt) }
      }
    }
  }

  /// The place without the numbers of events, polls and items, which vary.
  private var place: String {
    let moment =
      switch finding.place.moment {
      case .event: ["event"]
      case .poll: ["poll"]
      case .answer: ["answer"]
      case .afterEvent: ["after", "event"]
      case nil: [String]()
      }
    var general = Place(nil, finding.place.part)
    if case .value(let path) = general.part {
      general.part = .value(ValuePath(path.steps.filter { if case .item = $0 { false } else { true } }))
    }
    let part = general.description.split { $0 == " " || $0 == "/" }.map(String.init)
    return (moment + part).joined(separator: "/")
  }

  private func location(to writer: inout JSONWriter) {
    writer.object { writer in
      let file = finding.promise?.file ?? result.file
      if !file.isEmpty {
        writer.object("physicalLocation") { writer in
          artifact(file, to: &writer)
          writer.object("region") { writer in
            writer.member("startLine", max(1, finding.promise?.line ?? 1))
            writer.member("startColumn", max(1, finding.promise?.column ?? 1))
          }
        }
      }
      writer.array("logicalLocations", [finding.check]) { check, writer in
        writer.object { writer in
          writer.member("name", finding.operation.isEmpty ? result.contract : finding.operation)
          writer.member("fullyQualifiedName", result.contract + (check.isEmpty ? "" : "/" + check))
          writer.member("kind", "function")
        }
      }
    }
  }

  private func related(_ source: Citation, id: Int, documents: DocumentIndex, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member("id", id)
      writer.object("physicalLocation") { writer in
        artifact(documents.document(of: source)?.file ?? "", to: &writer)
        writer.object("region") { writer in
          writer.member("startLine", max(1, source.lines.lowerBound))
          writer.member("endLine", max(1, source.lines.upperBound))
          let quote = documents.quote(source, from: options.documents)
          guard quote.count == source.lines.count else { return }
          writer.object("snippet") { $0.member("text", quote.map(\.text).joined(separator: "\n")) }
        }
      }
      writer.object("message") { $0.member("text", SARIFText.plain("promised in " + documents.describe(source))) }
    }
  }

  /// An `artifactLocation` with the path as a URI reference (RFC 3986 section 4.1).
  private func artifact(_ file: String, to writer: inout JSONWriter) {
    let path = file.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
      .joined(separator: "/")
    writer.object("artifactLocation") { $0.member("uri", file.hasPrefix("/") ? "file://\(path)" : path) }
  }
}

/// Text as a SARIF plain text message that shows it as it is (SARIF 2.1.0 section 3.11).
enum SARIFText {
  /// Braces doubled, so that none makes a placeholder; brackets escaped where they could make an embedded link.
  ///
  /// Section 3.11.6 lets brackets stand as they are anywhere else, and readers that know no escapes show them so.
  static func plain(_ text: String) -> String {
    let mayLink = text.contains("](")
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "{", "}": result.unicodeScalars.append(scalar)
      case "[" where mayLink, "]" where mayLink, "\\" where mayLink: result += "\\"
      default: break
      }
      result.unicodeScalars.append(scalar)
    }
  }
}
