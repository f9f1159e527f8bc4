import AssayFindings

/// The positions of the states and steps of a walk in a drawing: states in a row, steps forward above it, steps back
/// below.
struct WalkLayout {
  /// The box of a state in the drawing.
  struct Node {
    var state: String
    var label: String
    var x: Int
    var width: Int
    /// True if the contract defines the state.
    var isKnown: Bool

    var middle: Int { x + width / 2 }
  }

  /// An arrow for a step from one state's box to another.
  struct Arrow {
    var path: String
    /// The horizontal position of the arrow's label.
    var x: Int
    var y: Int
    /// The numbers of the steps taken here; empty if the step is only allowed.
    var steps: [Int]
    /// True if the step was taken and is not allowed.
    var isBad: Bool
  }

  private(set) var nodes: [Node] = []
  private(set) var arrows: [Arrow] = []
  private(set) var width = 0
  private(set) var height = 0
  /// The vertical position of the top of all boxes.
  private(set) var top = 0

  static let boxHeight = 34
  private static let gap = 54
  private static let margin = 12
  /// The most states that are drawn.
  private static let limit = 16
  /// The most steps that are drawn.
  private static let stepLimit = 500

  init(_ walk: Illustration.Walk) {
    var states = walk.states
    for visit in walk.visits.prefix(Self.stepLimit) where !states.contains(visit.state) && states.count < Self.limit {
      states.append(visit.state)
    }
    var x = Self.margin
    for (index, state) in states.prefix(Self.limit).enumerated() {
      let label = VisibleText.line(state, limit: 20)
      let width = ColumnWidth.of(label) * 8 + 26
      nodes.append(Node(state: state, label: label, x: x, width: width, isKnown: index < walk.states.count))
      x += width + Self.gap
    }
    width = x - Self.gap + Self.margin
    draw(Self.steps(of: walk))
  }

  /// A step to draw, by the names of its start and end.
  private struct Step {
    var edge: Illustration.Walk.Edge
    var numbers: [Int] = []
    var isBad = false
  }

  private static func steps(of walk: Illustration.Walk) -> [Step] {
    let allowed = Set(walk.edges)
    var steps = walk.edges.filter { $0.from != $0.to }.map { Step(edge: $0) }
    for (number, pair) in zip(walk.visits, walk.visits.dropFirst()).prefix(stepLimit).enumerated() {
      guard pair.0.state != pair.1.state else { continue }
      let edge = Illustration.Walk.Edge(from: pair.0.state, to: pair.1.state)
      let index = steps.firstIndex { $0.edge == edge } ?? steps.endIndex
      if index == steps.endIndex { steps.append(Step(edge: edge)) }
      steps[index].numbers.append(number + 1)
      if !allowed.contains(edge) { steps[index].isBad = true }
    }
    return steps
  }

  private mutating func draw(_ steps: [Step]) {
    let places = Dictionary(nodes.indices.map { (nodes[$0].state, $0) }, uniquingKeysWith: { first, _ in first })
    let drawn = steps.compactMap { step -> (from: Int, to: Int, step: Step)? in
      guard let from = places[step.edge.from], let to = places[step.edge.to] else { return nil }
      return (from, to, step)
    }
    let above = drawn.map { $0.to - $0.from }.filter { $0 > 1 }.max() ?? 0
    let below = drawn.map { $0.from - $0.to }.filter { $0 > 0 }.max() ?? 0
    top = (above > 0 ? Self.rise(above) : 0) + 20
    height = top + Self.boxHeight + (below > 0 ? Self.rise(below) : 0) + 20
    arrows = drawn.map { arrow(from: nodes[$0.from], to: nodes[$0.to], distance: $0.to - $0.from, $0.step) }
  }

  private static func rise(_ distance: Int) -> Int { 26 + distance * 14 }

  private func arrow(from: Node, to: Node, distance: Int, _ step: Step) -> Arrow {
    if distance == 1 {
      let y = top + Self.boxHeight / 2
      let start = from.x + from.width
      let path = "M\(start) \(y)L\(to.x - 2) \(y)"
      return Arrow(path: path, x: (start + to.x) / 2, y: y - 7, steps: step.numbers, isBad: step.isBad)
    }
    let isForward = distance > 0
    let rise = Self.rise(abs(distance))
    let y = isForward ? top : top + Self.boxHeight
    let peak = isForward ? y - rise : y + rise
    let start = from.middle + (isForward ? 10 : -10)
    let end = to.middle + (isForward ? -10 : 10)
    let path = "M\(start) \(y)C\(start) \(peak) \(end) \(peak) \(end) \(isForward ? y - 2 : y + 2)"
    // Half way along, the curve is three quarters of the way to its control points.
    let middle = y + (peak - y) * 3 / 4
    return Arrow(
      path: path,
      x: (start + end) / 2,
      y: isForward ? middle - 6 : middle + 15,
      steps: step.numbers,
      isBad: step.isBad
    )
  }
}
