/// The nesting of a table's rows, by the marks before their names: `└─ city`, `» id`, `.street`, two blanks.
struct RowTree {
  /// The fields that contain the last row, and the row itself, with their indentation.
  private var branch: [(depth: Int, name: String, isList: Bool, isLeaf: Bool)] = []
  private var depth = 0

  /// The dotted path of the last row's field: `customer.address[].city`.
  var path: String {
    var path = ""
    for (index, part) in branch.enumerated() {
      path += (index == 0 ? "" : ".") + part.name
      if index + 1 < branch.count, part.isList, !part.name.hasSuffix("[]") { path += "[]" }
    }
    return path
  }

  /// Returns the text of a row's cell without the leading marks, and sets the row's depth from them.
  mutating func path(of cell: String) -> String {
    let deeper = "└├↳→»>·•.+\u{a0}\u{2002}\u{2003}\u{3000}"
    let marks = cell.prefix { deeper.contains($0) || "│─–| -".contains($0) }
    depth = marks.isEmpty ? 0 : min(Shape.deepest, max(1, marks.count { deeper.contains($0) }))
    return String(cell.dropFirst(marks.count))
  }

  /// Makes the row `name` the last row, below its parent according to its depth. A row of a simple type has none below it.
  mutating func enter(_ name: String, isList: Bool, isLeaf: Bool) {
    while let last = branch.last, last.depth >= depth || last.isLeaf || name.contains(".") { branch.removeLast() }
    branch.append((depth, name, isList, isLeaf))
  }
}
