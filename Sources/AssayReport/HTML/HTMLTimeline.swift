import AssayFindings
import AssayText

/// A stream drawn twice: as a strip to scale, and as a list that describes each event.
struct HTMLTimeline {
  let timeline: Illustration.Timeline

  /// The most events that are drawn.
  private static let limit = 200

  func write(to writer: inout HTMLWriter) {
    writer.element("figure", ["class": "timeline"]) { writer in
      writer.element("figcaption", text: "The stream, event by event as it came")
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
          writer.element("span", ["class": "number"]) { _ in }
          writer.element("span", ["class": "at"], text: timeline.end.elapsed)
          writer.element("b", text: VisibleText.line(timeline.ending.isEmpty ? "end" : timeline.ending, limit: 100))
          mark(timeline.endMark, &writer)
        }
      }
    }
  }

  /// The least distance between two words above the strip, as a share of its length.
  private static let room = 0.09

  private func strip(_ writer: inout HTMLWriter) {
    let longest = timeline.events.map(\.time).max() ?? .zero
    let whole = max(timeline.end, longest, .milliseconds(1))
    writer.element("svg", ["class": "strip", "width": "100%", "height": "44", "aria-hidden": "true"]) { writer in
      writer.element("line", ["x1": "1%", "x2": "99%", "y1": "28", "y2": "28"]) { _ in }
      let end = place(timeline.end, of: whole)
      let ends = timeline.endMark.isEmpty ? "end" : "end bad"
      let x = SVGNumber.percent(end)
      writer.element("line", ["class": ends, "x1": x, "x2": x, "y1": "18", "y2": "38"]) { _ in }
      let shown = timeline.events.prefix(Self.limit)
      for event in shown where event.mark.isEmpty {
        let x = SVGNumber.percent(place(event.time, of: whole))
        writer.element("circle", ["cx": x, "cy": "28", "r": "5"]) { _ in }
      }
      // What is broken lies on top, and says its number where there is room for it.
      var last = -1.0
      for event in shown where !event.mark.isEmpty {
        let share = place(event.time, of: whole)
        broken(share, word: share - last >= Self.room ? "event \(event.index)" : nil, &writer)
        if share - last >= Self.room { last = share }
      }
    }
    writer.element("p", ["class": "axis", "aria-hidden": "true"]) { writer in
      writer.element("span", text: "0")
      writer.element("span", text: whole.elapsed)
    }
  }

  private func place(_ time: Duration, of whole: Duration) -> Double { 0.01 + 0.98 * (time / whole) }

  /// Draws a disc with a cross, so that the broken place is visible even without colour.
  private func broken(_ share: Double, word: String?, _ writer: inout HTMLWriter) {
    let x = SVGNumber.percent(share)
    writer.element("circle", ["class": "bad", "cx": x, "cy": "28", "r": "9"]) { _ in }
    writer.element("svg", ["class": "cross", "x": x, "y": "28"]) { writer in
      writer.element("path", ["d": "M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5"]) { _ in }
    }
    guard let word else { return }
    let anchor = share < 0.08 ? "start" : share > 0.92 ? "end" : "middle"
    writer.element("text", ["x": x, "y": "12", "text-anchor": anchor], text: word)
  }

  private func gap(from last: Int, to next: Int, _ writer: inout HTMLWriter) {
    let (missing, overflow) = next.subtractingReportingOverflow(last)
    guard !overflow, missing > 1 else { return }
    writer.element("li", ["class": "gap"], text: "… \((missing - 1).counted("event"))")
  }

  private func row(_ event: Illustration.Timeline.Event, _ writer: inout HTMLWriter) {
    writer.element("li", ["class": event.mark.isEmpty ? nil : "bad"]) { writer in
      writer.element("span", ["class": "number"], text: String(event.index))
      writer.text(" ")
      writer.element("span", ["class": "at"], text: event.time.elapsed)
      writer.text(" ")
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
    writer.element("em") { writer in
      writer.text("✗ ")
      writer.prose(text, limit: 200)
    }
  }
}
