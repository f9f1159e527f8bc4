/// The place of a table's rows in one another, by the marks before their names: `└─ city`, `» id`, `.street`, two blanks.
struct RowTree {
  /// The fields the last row is inside of, and itself, with how far each is indented.
  private var branch: [(depth: Int, name: String, isList: Bool)] = []
  private var depth = 0

  /// The path of the last row.
  var path: String {
    var path = ""
    for (index, part) in branch.enumerated() {
      path += (index == 0 ? "" : ".") + part.name
      if index + 1 < branch.count, part.isList, !part.name.hasSuffix("[]") { path += "[]" }
    }
    return path
  }

  /// The name of a row without the marks before it, which say how deep it is.
  mutating func path(of cell: String) -> String {
    let marks = cell.prefix { "└├│─↳→»>·•–|\u{a0} .+-".contains($0) }
    depth = marks.isEmpty ? 0 : min(Shape.deepest, max(1, marks.count { "└├↳→»>·•.+\u{a0}".contains($0) }))
    return String(cell.dropFirst(marks.count))
  }

  /// Enters the row of a name.
  mutating func enter(_ name: String, isList: Bool) {
    while let last = branch.last, last.depth >= depth || name.contains(".") { branch.removeLast() }
    branch.append((depth, name, isList))
  }
}
