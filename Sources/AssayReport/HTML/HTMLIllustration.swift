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
