import AssayFindings

/// The drift report as one self-contained page in the style of the other reports; it runs no script at all.
enum DriftHTML {
  static func render(_ report: DriftReport) -> String {
    let page = HTMLPage(
      title: "drift: \(VisibleText.line(report.run.contract, limit: 100))",
      styles: [.reportStyle, .driftStyle]
    )
    return page.render { writer in
      verdict(report, &writer)
      writer.element("main", ["id": "main"]) { writer in
        if !report.drift.isEmpty { legend(&writer) }
        for (operation, rows) in DriftSentence.groups(report.drift, of: report) {
          writer.element("section") { writer in
            writer.element("h2", text: name(of: operation, report))
            table(rows, of: report, &writer)
          }
        }
        healed(report, &writer)
        times(report, &writer)
        untried(report, &writer)
        notes(report, &writer)
      }
      writer.element("footer") { writer in
        writer.text("Written by assay \(report.run.assay). This page holds everything it shows.")
      }
    }
  }

  /// What belongs to no operation belongs to the contract.
  private static func name(of operation: String, _ report: DriftReport) -> String {
    VisibleText.line(operation.isEmpty ? report.run.contract : operation, limit: 100)
  }

  private static func verdict(_ report: DriftReport, _ writer: inout HTMLWriter) {
    let isGood = report.outcome == .none || report.outcome == .known
    let name = isGood ? "passed" : report.outcome == .interrupted ? "interrupted" : "failed"
    writer.element("header", ["class": "verdict \(name)"]) { writer in
      writer.element("h1") { writer in
        writer.element("span", ["class": "sign", "aria-hidden": "true"], text: isGood ? "✓" : "✗")
        writer.text(DriftSentence.verdict(report))
      }
      writer.element("p", text: DriftSentence.sentence(report))
      let coverage = DriftSentence.coverage(report)
      if !coverage.isEmpty { writer.element("p", text: coverage) }
      for trend in DriftSentence.trends(report) { writer.element("p") { $0.prose(trend, limit: 300) } }
      writer.element("p", ["class": "when"]) { writer in
        let servers = report.run.servers.map { "\($0.name) at \($0.url)" }.joined(separator: ", ")
        let parts = [report.run.started, servers].filter { !$0.isEmpty }
        writer.text(VisibleText.line(parts.joined(separator: " · "), limit: 600))
      }
    }
  }

  private static func legend(_ writer: inout HTMLWriter) {
    writer.element("dl", ["class": "legend"]) { writer in
      for (verdict, meaning) in DriftSentence.legend {
        writer.element("dt", text: verdict)
        writer.element("dd", text: meaning)
      }
    }
  }

  private static func table(_ rows: [DriftRow], of report: DriftReport, _ writer: inout HTMLWriter) {
    writer.element("table", ["class": "drift"]) { writer in
      writer.element("colgroup") { writer in
        for name in ["place", "said", "seen", "who"] { writer.void("col", ["class": name]) }
      }
      writer.element("thead") { writer in
        writer.element("tr") { writer in
          for title in ["place", "documented", "observed", "who it breaks"] {
            writer.element("th", ["scope": "col"], text: title)
          }
        }
      }
      writer.element("tbody") { writer in
        let documents = DocumentIndex(report.run)
        for row in rows {
          self.row(row, DriftSentence.since(row, of: report), &writer)
          evidence(of: row, documents, report, &writer)
        }
      }
    }
  }

  private static func row(_ row: DriftRow, _ since: String, _ writer: inout HTMLWriter) {
    let weight = !row.isDrift || row.verdict == .ignores ? "may" : row.verdict <= .isStuck ? "must" : "should"
    writer.element("tr", ["class": row.isKnown ? "\(weight) known" : weight]) { writer in
      writer.element("td", ["data-label": "place"]) { writer in
        writer.element("code", text: VisibleText.line(row.location, limit: 200))
        writer.element("small", text: row.kind.rawValue + (row.isKnown ? ", known" : ""))
        if !since.isEmpty { writer.element("small", text: since) }
        let concerns = DriftSentence.concerns(row, most: 100)
        if !concerns.isEmpty { writer.element("small", text: "concerns \(concerns)") }
        for place in row.alsoAt.prefix(5) {
          writer.element("small", text: "also " + VisibleText.line(place, limit: 200))
        }
      }
      writer.element("td", ["data-label": "documented"]) { writer in
        writer.element("code", text: VisibleText.line(row.documented, limit: 300))
        let place = row.promise.map(\.position) ?? ""
        writer.element(
          "small",
          text: [DriftSentence.sources(row), place].filter { !$0.isEmpty }.joined(separator: ", ")
        )
      }
      writer.element("td", ["data-label": "observed"]) { writer in
        writer.element("code", text: DriftSentence.observed(row))
        writer.element("small") { $0.prose(row.message, limit: 600) }
      }
      writer.element("td", ["data-label": "who it breaks"]) { writer in
        if row.isDrift {
          writer.element("span", ["class": "badge"], text: row.verdict.rawValue)
        } else {
          writer.element("small", text: "nobody")
        }
      }
    }
  }

  /// Past so many bytes no lines are quoted: a page of megabytes opens nowhere.
  private static let quotesUpTo = 800_000

  /// The lines a row rests on, and the request to repeat, across the table; folded where the row is no news.
  private static func evidence(
    of row: DriftRow,
    _ documents: DocumentIndex,
    _ report: DriftReport,
    _ writer: inout HTMLWriter
  ) {
    let isRoom = writer.html.utf8.count <= quotesUpTo
    let sources = isRoom ? row.sources.filter { documents.lineCount(of: $0, in: report.documents) > 0 } : []
    let names =
      (sources.isEmpty ? [] : ["the lines it rests on"]) + (row.command.isEmpty ? [] : ["the request to repeat"])
    guard !names.isEmpty else { return }
    writer.element("tr", ["class": row.isKnown ? "evidence known" : "evidence"]) { writer in
      writer.element("td", ["colspan": "4"]) { writer in
        writer.element("details", ["open": row.isDrift && !row.isKnown ? "" : nil]) { writer in
          writer.element("summary", text: names.joined(separator: " and "))
          for source in sources {
            HTMLSource(source: source, name: row.name, documents: documents, texts: report.documents).write(to: &writer)
          }
          if !row.command.isEmpty {
            writer.element("pre", ["class": "command"]) { writer in
              writer.element("code", text: VisibleText.line(row.command, limit: 4_000))
            }
          }
        }
      }
    }
  }

  private static func healed(_ report: DriftReport, _ writer: inout HTMLWriter) {
    guard !report.healed.isEmpty else { return }
    writer.element("section") { writer in
      writer.element("h2", text: "Healed since the baseline")
      writer.element("ul") { writer in
        for row in report.healed {
          writer.element("li") { writer in
            writer.element("code", text: VisibleText.line("\(row.operation) \(row.location)", limit: 300))
            writer.text(" \(row.kind.rawValue)")
          }
        }
      }
    }
  }

  private static func untried(_ report: DriftReport, _ writer: inout HTMLWriter) {
    let (title, choices) = DriftSentence.untried(report)
    guard !choices.isEmpty else { return }
    writer.element("section") { writer in
      writer.element("h2", text: "Not tried")
      writer.element("details") { writer in
        writer.element("summary", text: title)
        writer.element("ul") { writer in
          for choice in choices { writer.element("li") { $0.prose(choice, limit: 300) } }
        }
      }
    }
  }

  private static func times(_ report: DriftReport, _ writer: inout HTMLWriter) {
    guard !report.trends.isEmpty else { return }
    let (head, rows) = DriftSentence.times(report)
    writer.element("section") { writer in
      writer.element("h2", text: "Times")
      writer.element("details") { writer in
        writer.element("summary", text: DriftSentence.timesTitle(report))
        writer.element("table") { writer in
          writer.element("thead") { writer in
            writer.element("tr") { writer in
              for title in head { writer.element("th", ["scope": "col"], text: title) }
            }
          }
          writer.element("tbody") { writer in
            for row in rows { writer.element("tr") { writer in for cell in row { writer.element("td", text: cell) } } }
          }
        }
      }
    }
  }

  private static func notes(_ report: DriftReport, _ writer: inout HTMLWriter) {
    guard !report.notes.isEmpty else { return }
    writer.element("section") { writer in
      writer.element("h2", text: "Notes")
      writer.element("details") { writer in
        writer.element("summary", text: DriftSentence.notes(report))
        for (operation, rows) in DriftSentence.groups(report.notes, of: report) {
          writer.element("h3", text: name(of: operation, report))
          table(rows, of: report, &writer)
        }
      }
    }
  }
}

extension DriftRow {
  /// The member, or else the event, that it is about.
  fileprivate var name: String? {
    if place.hasPrefix("/"), let last = place.split(separator: "/").last(where: { $0 != "*" }) { return String(last) }
    return subject.hasPrefix("event ") ? String(subject.dropFirst(6)) : nil
  }
}
