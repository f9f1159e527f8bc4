package import AssayFindings
import AssayHTTP
import AssayJSON
import AssayText

/// SARIF 2.1.0 (OASIS), one run over all contracts: results point at the promise, related locations at the cited lines.
///
/// The report follows the additional requirements and limits of GitHub's code scanning.
package struct SARIFReport: Reporter {
  /// The most results that GitHub accepts for a run, and the most places it shows for a result.
  static let (mostResults, mostPlaces) = (5_000, 100)

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let all = results.flatMap { result in
      let documents = DocumentIndex(result)
      return result.findings.map {
        SARIFResult(finding: $0, result: result, documents: documents, options: options)
      }
    }
    let shown = Array(
      Level.allCases.sorted(by: >).flatMap { level in all.filter { $0.finding.level == level } }
        .prefix(Self.mostResults)
    )
    let entries = all.count > Self.mostResults ? shown : all
    var places = OrderedDictionary<Rule, Int>()
    for entry in entries where places[entry.finding.rule] == nil { places.set(places.count, for: entry.finding.rule) }
    let rules = places.elements.map(\.key)
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member(
        "$schema",
        "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
      )
      writer.member("version", "2.1.0")
      writer.array("runs", [results]) { results, writer in
        writer.object { writer in
          tool(results.first?.assay ?? "", rules, to: &writer)
          let names = results.map(\.contract).joined(separator: "+")
          writer.object("automationDetails") { $0.member("id", "assay/\(names)/") }
          writer.member("columnKind", "unicodeCodePoints")
          writer.array("invocations", [results]) { invocation($0, omitted: all.count - entries.count, to: &$1) }
          var taken: [String: Int] = [:]
          writer.array("results", entries) { entry, writer in
            let fingerprint = entry.fingerprint.text
            taken[fingerprint, default: 0] += 1
            entry.write(ruleIndex: places[entry.finding.rule], number: taken[fingerprint] ?? 1, to: &writer)
          }
        }
      }
    }
    return writer.text + "\n"
  }

  private func tool(_ version: String, _ rules: [Rule], to writer: inout JSONWriter) {
    writer.object("tool") { writer in
      writer.object("driver") { writer in
        writer.member("name", "assay")
        if !version.isEmpty { writer.member("version", version) }
        writer.member("informationUri", RepositoryPage.front)
        writer.array("rules", rules) { rule($0, to: &$1) }
      }
    }
  }

  private func rule(_ rule: Rule, to writer: inout JSONWriter) {
    let title = SARIFText.plain(rule.shownTitle)
    let help = RuleExplanation(rule)
    writer.object { writer in
      writer.member("id", rule.id)
      writer.member("name", rule.pascalCased)
      writer.object("shortDescription") { $0.member("text", title) }
      writer.object("fullDescription") { $0.member("text", SARIFText.plain(help?.about ?? rule.shownTitle)) }
      if help != nil {
        writer.member("helpUri", RepositoryPage.file("Sources/AssayReport/Resources/rules.md", heading: rule.id))
      }
      writer.object("help") { writer in
        let parts = help.map { [$0.about, $0.why, "Fix: \($0.fix)"] } ?? [rule.shownTitle]
        writer.member("text", SARIFText.plain(parts.joined(separator: "\n")))
        writer.member("markdown", parts.map(MarkdownEscape.prose).joined(separator: "\n\n"))
      }
      writer.object("properties") { $0.member("tags", ["contract", rule.family.rawValue]) }
    }
  }

  private func invocation(_ results: [RunResult], omitted: Int, to writer: inout JSONWriter) {
    writer.object { writer in
      writer.member(
        "executionSuccessful",
        results.allSatisfy { result in
          (result.outcome == .passed || result.outcome == .failed) && result.promises.blocked == 0
            && !result.checks.contains { $0.status == .error }
        }
      )
      if let started = results.first?.started, !started.isEmpty { writer.member("startTimeUtc", started) }
      var notices = results.flatMap { result in
        result.checks.filter { $0.status == .error }.map { check in
          "\(VisibleText.line(check.id)) could not be judged: \(VisibleText.line(check.reason, limit: 1000))"
        }
      }
      for result in results where result.promises.blocked > 0 {
        let count = result.promises.blocked.groupedCount("promise")
        notices.append("\(VisibleText.line(result.contract)): \(count) could not be judged")
      }
      if results.contains(where: { $0.outcome == .interrupted }) { notices.append("the run was interrupted") }
      if omitted > 0 { notices.append("\(omitted.counted("finding")) past the first \(Self.mostResults) are left out") }
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

extension Rule {
  /// The text as names of rules are written: `PollUnknownState` for `poll.unknownState`.
  fileprivate var pascalCased: String {
    let words = VisibleText.line(id, limit: 80).split { !($0.isLetter || $0.isNumber) }
    return words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// One finding as a SARIF `result` object (SARIF 2.1.0 section 3.27).
struct SARIFResult {
  let finding: Finding
  let result: RunResult
  let documents: DocumentIndex
  let options: ReportOptions

  /// The identity of the fault, the same in every run.
  var fingerprint: FaultFingerprint { FaultFingerprint(finding, of: result.contract) }

  /// Writes the result; `number` distinguishes results with the same fingerprint, from 1.
  func write(ruleIndex: Int?, number: Int, to writer: inout JSONWriter) {
    let text = FindingText(finding: finding, documents: documents, options: options)
    writer.object { writer in
      writer.member("ruleId", finding.rule.id)
      if let ruleIndex { writer.member("ruleIndex", ruleIndex) }
      writer.member("level", options.fails(finding) ? "error" : finding.level == .should ? "warning" : "note")
      let message = [VisibleText.line(finding.placedMessage, limit: 2000)] + text.words.dropFirst().map(\.text)
      writer.object("message") { $0.member("text", SARIFText.plain(message.joined(separator: "\n"))) }
      writer.array("locations", [finding]) { _, writer in location(to: &writer) }
      let sources = finding.sources.filter { documents.document(of: $0)?.file.isEmpty == false }
      if !sources.isEmpty {
        writer.array("relatedLocations", Array(sources.prefix(SARIFReport.mostPlaces).enumerated())) { item, writer in
          related(item.element, id: item.offset + 1, to: &writer)
        }
      }
      writer.object("partialFingerprints") { writer in
        let fingerprint = fingerprint
        writer.member("assayFinding/v1", fingerprint.text)
        // GitHub tells alerts apart by it; uploaders keep it.
        writer.member("primaryLocationLineHash", "\(fingerprint.digest):\(number)")
      }
      if let accepted = finding.accepted {
        writer.array("suppressions", [accepted]) { accepted, writer in
          writer.object {
            $0.member("kind", "external")
            $0.member("justification", SARIFText.plain(accepted.words))
          }
        }
      }
      writer.object("properties") { writer in
        writer.member("level", finding.level.rawValue)
        writer.member("operation", finding.operation)
        writer.member("expected", finding.expected)
        writer.member("received", finding.actual)
        writer.member("occurrences", finding.occurrences)
        // Not in the message, where every brace of a received value would have to be doubled, which most readers show.
        if !finding.excerpt.isEmpty { writer.member("excerpt", finding.excerpt) }
      }
    }
  }

  private func location(to writer: inout JSONWriter) {
    writer.object { writer in
      let file = finding.promise?.file ?? result.file
      if !file.isEmpty {
        writer.object("physicalLocation") { writer in
          artifact(file, to: &writer)
          writer.object("region") { writer in
            let (line, column) = (max(1, finding.promise?.line ?? 1), max(1, finding.promise?.column ?? 1))
            writer.member("startLine", line)
            writer.member("startColumn", column)
            writer.member("endLine", line)
            writer.member("endColumn", column + 1)
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

  private func related(_ source: Citation, id: Int, to writer: inout JSONWriter) {
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
      writer.object("message") { $0.member("text", SARIFText.plain("documented in " + documents.describe(source))) }
    }
  }

  /// An `artifactLocation` with the path as a URI reference (RFC 3986 section 4.1).
  private func artifact(_ file: String, to writer: inout JSONWriter) {
    let file = options.path(of: file)
    let path = file.split(separator: "/", omittingEmptySubsequences: false).map { PercentEncoding.encode(String($0)) }
      .joined(separator: "/")
    writer.object("artifactLocation") { $0.member("uri", file.hasPrefix("/") ? "file://\(path)" : path) }
  }
}

/// Text as a SARIF plain text message that displays it unchanged (SARIF 2.1.0 section 3.11).
enum SARIFText {
  /// Returns the text with braces doubled, so that none makes a placeholder, and brackets escaped where they could make
  /// an embedded link.
  ///
  /// Elsewhere section 3.11.6 allows unescaped brackets, and readers without support for escapes would display them.
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
