import AssayFindings

/// A poll drawn as the way through the states: what is allowed in grey, what was walked in ink, what is forbidden in red.
struct HTMLWalk {
  let walk: Illustration.Walk

  /// The arrow heads all drawings share.
  static let markers =
    "<svg class=\"markers\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
    + ["edge", "walked", "bad"].map { kind in
      "<marker id=\"head-\(kind)\" class=\"\(kind)\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
        + "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>"
    }.joined() + "</defs></svg>"

  /// More visits than this say no more.
  private static let limit = 100

  func write(to writer: inout HTMLWriter) {
    let layout = WalkLayout(walk)
    writer.element("figure", ["class": "walk"]) { writer in
      writer.element("figcaption", text: "The way through the states")
      writer.element("div", ["class": "scroll", "tabindex": "0", "role": "region", "aria-label": "the states"]) {
        writer in
        writer.element(
          "svg",
          ["width": String(layout.width), "height": String(layout.height), "aria-hidden": "true"]
        ) { writer in
          // What was walked lies on top of what is only allowed.
          for arrow in layout.arrows.sorted(by: { Self.weight($0) < Self.weight($1) }) { draw(arrow, &writer) }
          for node in layout.nodes { draw(node, top: layout.top, &writer) }
        }
      }
      visits(&writer)
    }
  }

  private static func weight(_ arrow: WalkLayout.Arrow) -> Int {
    arrow.isBad ? 2 : arrow.steps.isEmpty ? 0 : 1
  }

  private func draw(_ arrow: WalkLayout.Arrow, _ writer: inout HTMLWriter) {
    let kind = arrow.isBad ? "bad" : arrow.steps.isEmpty ? "edge" : "walked"
    writer.element("path", ["class": kind, "d": arrow.path, "marker-end": "url(#head-\(kind))"]) { _ in }
    guard !arrow.steps.isEmpty else { return }
    let numbers = arrow.steps.prefix(4).map { String($0) }.joined(separator: ",") + (arrow.steps.count > 4 ? "…" : "")
    writer.element(
      "text",
      ["class": kind, "x": String(arrow.x), "y": String(arrow.y), "text-anchor": "middle"],
      text: (arrow.isBad ? "✗ " : "") + numbers
    )
  }

  private func draw(_ node: WalkLayout.Node, top: Int, _ writer: inout HTMLWriter) {
    let visits = walk.visits.filter { $0.state == node.state }
    var kind = node.isKnown ? "state" : "state bad"
    if !visits.isEmpty { kind += " visited" }
    if walk.final.contains(node.state) { kind += " final" }
    let height = WalkLayout.boxHeight
    writer.element(
      "rect",
      [
        "class": kind, "x": String(node.x), "y": String(top), "width": String(node.width), "height": String(height),
        "rx": "8",
      ]
    ) { _ in }
    if walk.final.contains(node.state) {
      writer.element(
        "rect",
        [
          "class": "inner", "x": String(node.x + 3), "y": String(top + 3), "width": String(node.width - 6),
          "height": String(height - 6), "rx": "5",
        ]
      ) { _ in }
    }
    writer.element(
      "text",
      ["class": kind, "x": String(node.middle), "y": String(top + height / 2 + 4), "text-anchor": "middle"],
      text: node.label
    )
  }

  private func visits(_ writer: inout HTMLWriter) {
    writer.element("ol") { writer in
      for (index, visit) in walk.visits.prefix(Self.limit).enumerated() {
        writer.element("li", ["class": visit.mark.isEmpty ? nil : "bad"]) { writer in
          if index > 0 { writer.element("span", ["class": "step", "aria-hidden": "true"], text: "\(index) →") }
          writer.element("b", text: VisibleText.line(visit.state, limit: 60))
          writer.element("small", text: "poll \(visit.poll), \(ElapsedTime.text(visit.time))")
          if !visit.mark.isEmpty { writer.element("em", text: "✗ " + VisibleText.line(visit.mark, limit: 200)) }
        }
      }
      if walk.visits.count > Self.limit {
        writer.element("li", text: "… \(walk.visits.count - Self.limit) more")
      }
    }
  }
}
