import AssayFindings

/// The drawings of findings in SVG and HTML. Each mark has a word and a shape in addition to its colour, and each
/// drawing has a text equivalent.
enum HTMLIllustration {
  static func write(_ illustration: Illustration, to writer: inout HTMLWriter) {
    switch illustration {
    case .timeline(let timeline): HTMLTimeline(timeline: timeline).write(to: &writer)
    case .walk(let walk): HTMLWalk(walk: walk).write(to: &writer)
    case .bars(let bars): HTMLBars(bars: bars).write(to: &writer)
    }
  }
}

/// A bar chart with a value of each item of a list, in the order received.
struct HTMLBars {
  let bars: Illustration.Bars

  /// The most bars that are drawn.
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

/// Numbers for SVG attributes, with as many digits as are visible.
enum SVGNumber {
  /// Returns a share as a percentage: `37.5%`.
  static func percent(_ part: Int, of total: Int) -> String { percent(Double(part) / Double(max(1, total))) }

  /// A fraction as a percentage, kept within 0 and 100.
  static func percent(_ fraction: Double) -> String {
    let clean = fraction.isFinite ? min(1, max(0, fraction)) : 0
    let tenths = Int((clean * 1000).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)%" : "\(tenths / 10).\(tenths % 10)%"
  }
}
