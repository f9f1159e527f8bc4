import AssayFindings
import AssayText

/// A poll drawn as a path through the states: allowed steps are thin, taken steps thick, the forbidden step dashed.
struct HTMLWalk {
  let walk: Illustration.Walk

  /// The SVG definitions of arrow heads, shared by all drawings of a page.
  static let markers =
    "<svg class=\"markers\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>"
    + ["edge", "walked", "bad"].map { kind in
      "<marker id=\"head-\(kind)\" class=\"\(kind)\" viewBox=\"0 0 8 8\" refX=\"7\" refY=\"4\" markerWidth=\"8\" "
        + "markerHeight=\"8\" markerUnits=\"userSpaceOnUse\" orient=\"auto\"><path d=\"M0 0L8 4L0 8Z\"/></marker>"
    }.joined() + "</defs></svg>"

  /// The greatest width of a drawing that is readable when it is shrunk to fit a phone; a wider one is scrolled.
  private static let narrow = 600

  /// The most visits that are drawn.
  private static let limit = 100

  func write(to writer: inout HTMLWriter) {
    let layout = WalkLayout(walk)
    writer.element("figure", ["class": "walk"]) { writer in
      writer.element("figcaption") { writer in
        writer.text("The way through the states: ")
        writer.element("span", ["class": "key edge"], text: "allowed")
        writer.text(", ")
        writer.element("span", ["class": "key walked"], text: "walked, step by step")
        if layout.arrows.contains(where: \.isBad) {
          writer.text(", ")
          writer.element("span", ["class": "key bad"], text: "walked and not allowed")
        }
      }
      let isWide = layout.width > Self.narrow
      writer.element(
        "div",
        [
          "class": "scroll", "tabindex": isWide ? "0" : nil, "role": isWide ? "group" : nil,
          "aria-label": isWide ? "the states" : nil,
        ]
      ) { writer in
        writer.element(
          "svg",
          [
            "class": isWide ? nil : "narrow", "width": String(layout.width), "height": String(layout.height),
            "viewBox": "0 0 \(layout.width) \(layout.height)", "aria-hidden": "true",
          ]
        ) { writer in
          // What was walked lies on top of what is only allowed.
          for arrow in layout.arrows.sorted(by: { Self.weight($0) < Self.weight($1) }) { draw(arrow, &writer) }
          for node in layout.nodes { draw(node, top: layout.top, &writer) }
        }
      }
      visits(&writer)
    }
  }

  private static func weight(_ arrow: WalkLayout.Arrow) -> Int { arrow.isBad ? 2 : arrow.steps.isEmpty ? 0 : 1 }

  private func draw(_ arrow: WalkLayout.Arrow, _ writer: inout HTMLWriter) {
    let kind = arrow.isBad ? "bad" : arrow.steps.isEmpty ? "edge" : "walked"
    writer.element("path", ["class": kind, "d": arrow.path, "marker-end": "url(#head-\(kind))"]) { _ in }
    guard !arrow.steps.isEmpty else { return }
    let numbers = arrow.steps.prefix(4).map { String($0) }.joined(separator: ", ") + (arrow.steps.count > 4 ? "…" : "")
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

  /// Returns the text for a visit of a state in the list below the drawing: that the step to it is forbidden, or the
  /// visit's own mark.
  private func words(for visit: Illustration.Walk.Visit, at index: Int) -> String {
    guard index > 0 else { return visit.mark }
    let step = Illustration.Walk.Edge(from: walk.visits[index - 1].state, to: visit.state)
    let isForbidden = step.from != step.to && walk.states.contains(step.to) && !walk.edges.contains(step)
    return isForbidden ? "may not follow `\(VisibleText.line(step.from, limit: 60))`" : visit.mark
  }

  private func visits(_ writer: inout HTMLWriter) {
    writer.element("ol") { writer in
      for (index, visit) in walk.visits.prefix(Self.limit).enumerated() {
        writer.element("li", ["class": visit.mark.isEmpty ? nil : "bad"]) { writer in
          if index > 0 { writer.element("span", ["class": "step", "aria-hidden": "true"], text: "\(index) →") }
          writer.element("b", text: VisibleText.line(visit.state, limit: 60))
          writer.element("small", text: "poll \(visit.poll), \(visit.time.elapsed)")
          if !visit.mark.isEmpty {
            writer.element("em") { writer in
              writer.text("✗ ")
              writer.prose(words(for: visit, at: index), limit: 200)
            }
          }
        }
      }
      if walk.visits.count > Self.limit { writer.element("li", text: "… \(walk.visits.count - Self.limit) more") }
    }
  }
}
