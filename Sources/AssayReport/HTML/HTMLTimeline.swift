import AssayFindings

/// A stream drawn twice: as a strip to scale, and as a list that says what each event was.
struct HTMLTimeline {
  let timeline: Illustration.Timeline

  /// More events than this say no more.
  private static let limit = 200

  func write(to writer: inout HTMLWriter) {
    writer.element("figure", ["class": "timeline"]) { writer in
      writer.element("figcaption", text: "The stream, as it came")
      strip(&writer)
      writer.element("ol") { writer in
        var last = 0
        for event in timeline.events.prefix(Self.limit) {
          gap(from: last, to: event.index, &writer)
          row(event, &writer)
          last = event.index
        }
        if timeline.events.count > Self.limit {
          writer.element("li", ["class": "gap"], text: "… \(timeline.events.count - Self.limit) more events")
        }
        writer.element("li", ["class": timeline.endMark.isEmpty ? "end" : "end bad"]) { writer in
          writer.element("span", ["class": "at"], text: ElapsedTime.text(timeline.end))
          writer.element("b", text: VisibleText.line(timeline.ending.isEmpty ? "end" : timeline.ending, limit: 100))
          mark(timeline.endMark, &writer)
        }
      }
    }
  }

  private func strip(_ writer: inout HTMLWriter) {
    let longest = timeline.events.map(\.time).max() ?? .zero
    let whole = max(timeline.end, longest, .milliseconds(1))
    writer.element("svg", ["class": "strip", "width": "100%", "height": "30", "aria-hidden": "true"]) { writer in
      writer.element("line", ["x1": "1%", "x2": "99%", "y1": "15", "y2": "15"]) { _ in }
      for event in timeline.events.prefix(Self.limit) {
        let x = SVGNumber.percent(0.01 + 0.98 * (event.time / whole))
        if event.mark.isEmpty {
          writer.element("circle", ["cx": x, "cy": "15", "r": "5"]) { _ in }
        } else {
          writer.element("line", ["class": "bad", "x1": x, "x2": x, "y1": "2", "y2": "28"]) { _ in }
          writer.element("circle", ["class": "bad", "cx": x, "cy": "15", "r": "7"]) { _ in }
        }
      }
      let end = SVGNumber.percent(0.01 + 0.98 * (timeline.end / whole))
      let kind = timeline.endMark.isEmpty ? "end" : "end bad"
      writer.element("line", ["class": kind, "x1": end, "x2": end, "y1": "5", "y2": "25"]) { _ in }
    }
    writer.element("p", ["class": "axis", "aria-hidden": "true"]) { writer in
      writer.element("span", text: "0")
      writer.element("span", text: ElapsedTime.text(whole))
    }
  }

  private func gap(from last: Int, to next: Int, _ writer: inout HTMLWriter) {
    let (missing, overflow) = next.subtractingReportingOverflow(last)
    guard !overflow, missing > 1 else { return }
    writer.element("li", ["class": "gap"], text: "… \(SummaryText.count(missing - 1, "event"))")
  }

  private func row(_ event: Illustration.Timeline.Event, _ writer: inout HTMLWriter) {
    writer.element("li", ["class": event.mark.isEmpty ? nil : "bad"]) { writer in
      writer.element("span", ["class": "at"], text: ElapsedTime.text(event.time))
      writer.element("b", text: VisibleText.line(event.name, limit: 80))
      if !event.detail.isEmpty {
        writer.text(" ")
        writer.element("code", text: VisibleText.line(event.detail, limit: 200))
      }
      mark(event.mark, &writer)
    }
  }

  private func mark(_ text: String, _ writer: inout HTMLWriter) {
    guard !text.isEmpty else { return }
    writer.element("em", text: "✗ " + VisibleText.line(text, limit: 200))
  }
}
