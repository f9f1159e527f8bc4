import AssayFindings

/// The drawings: marks carry a word and a shape as well as a colour, and every one of them reads as text too.
enum HTMLIllustration {
  static func write(_ illustration: Illustration, to writer: inout HTMLWriter) {
    switch illustration {
    case .timeline(let timeline): HTMLTimeline(timeline: timeline).write(to: &writer)
    case .walk(let walk): HTMLWalk(walk: walk).write(to: &writer)
    case .bars(let bars): HTMLBars(bars: bars).write(to: &writer)
    }
  }
}

/// Values as bars in the order they came.
struct HTMLBars {
  let bars: Illustration.Bars

  /// More bars than this say no more.
  private static let limit = 100

  func write(to writer: inout HTMLWriter) {
    let shown = Array(bars.bars.prefix(Self.limit))
    let largest = shown.map { abs($0.value) }.filter(\.isFinite).max() ?? 0
    writer.element("figure", ["class": "bars"]) { writer in
      writer.element("figcaption") { writer in
        writer.element("code", text: VisibleText.line(bars.measure, limit: 80))
        writer.text(" of each item, in the order they came")
      }
      writer.element("ol") { writer in
        for (index, bar) in shown.enumerated() {
          let isBefore = index + 1 < shown.count && !shown[index + 1].mark.isEmpty
          row(bar, kind: bar.mark.isEmpty ? (isBefore ? "pair" : nil) : "bad", largest: largest, &writer)
        }
        if bars.bars.count > shown.count {
          writer.element("li", ["class": "gap"], text: "… \(bars.bars.count - shown.count) more")
        }
      }
    }
  }

  private func row(_ bar: Illustration.Bars.Bar, kind: String?, largest: Double, _ writer: inout HTMLWriter) {
    let share = bar.value.isFinite && largest > 0 ? abs(bar.value) / largest : 0
    writer.element("li", ["class": kind]) { writer in
      let label = VisibleText.line(bar.label, limit: 60)
      writer.element("span", ["class": "label", "title": label], text: label)
      writer.element("svg", ["width": "100%", "height": "14", "aria-hidden": "true"]) { writer in
        writer.element("rect", ["class": "track", "width": "100%", "height": "14", "rx": "3"]) { _ in }
        writer.element("rect", ["width": SVGNumber.percent(share), "height": "14", "rx": "3"]) { _ in }
      }
      writer.element("span", ["class": "value"], text: bar.value.isFinite ? String(bar.value) : "no number")
      if !bar.mark.isEmpty {
        writer.element("em") { writer in
          writer.text("✗ ")
          writer.prose(bar.mark, limit: 200)
        }
      }
    }
  }
}

/// Numbers as SVG attributes take them, with as many digits as an eye can tell apart.
enum SVGNumber {
  /// `37.5%`.
  static func percent(_ part: Int, of total: Int) -> String { percent(Double(part) / Double(max(1, total))) }

  /// A fraction as a percentage, kept within 0 and 100.
  static func percent(_ fraction: Double) -> String {
    let clean = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let tenths = Int((clean * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
