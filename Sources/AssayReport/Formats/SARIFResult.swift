import AssayFindings
import AssayHTTP
import AssayJSON

/// One finding as a SARIF `result` object (SARIF 2.1.0 section 3.27).
struct SARIFResult {
  let finding: Finding
  let result: RunResult
  let options: ReportOptions

  func write(ruleIndex: Int?, to writer: inout JSONWriter) {
    let documents = DocumentIndex(result)
    let text = FindingText(finding: finding, documents: documents, options: options)
    writer.object { writer in
      writer.member("ruleId", finding.rule)
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
          [result.contract, finding.operation, finding.rule, place].joined(separator: "|")
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

  /// The location without the numbers of events, polls and items, which vary.
  private var place: String {
    finding.location.split(whereSeparator: { $0 == " " || $0 == "/" }).filter { !$0.allSatisfy(\.isNumber) }
      .joined(separator: "/")
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
