/// The objects of a JSON example in lines of a guide, read leniently: with comments, alternatives and without some commas.
struct ExampleOutline {
  /// An object of the example.
  struct Object {
    /// The names that lead to it; `*` is any item.
    var path: [String]
    /// The names of its members.
    var names: Set<String> = []
    /// The line of its first member, and where it begins in it.
    var first: (line: Int, offset: String.Index)?
  }

  private enum Frame {
    case object(Int, key: String)
    case array([String])
  }

  private(set) var objects: [Object] = []
  private var frames: [Frame] = []

  /// Reads the lines of `range`; where they begin inside of an object, its path is empty.
  init(_ lines: [String], in range: Range<Int>) {
    for line in range where lines.indices.contains(line) { read(lines[line], line) }
  }

  /// The object at `path`, in which `*` is any item or any name, that has one of the members `names`; the lines may begin
  /// inside of what holds it.
  func object(at path: [String], with names: Set<String>) -> Object? {
    let found = objects.filter { object in
      object.path.count <= path.count
        && zip(object.path.reversed(), path.reversed()).allSatisfy { $0 == $1 || $1 == "*" }
        && !object.names.isDisjoint(with: names)
    }
    return found.max { $0.path.count < $1.path.count }
  }

  private mutating func read(_ text: String, _ line: Int) {
    var index = text.startIndex
    while index < text.endIndex {
      switch text[index] {
      case "\"":
        guard let end = Self.end(ofStringAt: index, in: text) else { return }
        let rest = text[end...].drop { $0 == " " }
        if rest.first == ":" {
          let name = text[text.index(after: index)..<text.index(before: end)]
          take(String(name), line, index)
        }
        index = end
        continue
      case "/" where text[index...].hasPrefix("//"): return
      case "{":
        objects.append(Object(path: inside))
        frames.append(.object(objects.count - 1, key: ""))
      case "[": frames.append(.array(inside))
      case "}", "]": _ = frames.popLast()
      default: break
      }
      index = text.index(after: index)
    }
  }

  /// Takes in the name of a member.
  private mutating func take(_ name: String, _ line: Int, _ offset: String.Index) {
    if frames.isEmpty {
      objects.append(Object(path: []))
      frames = [.object(objects.count - 1, key: "")]
    }
    guard case .object(let object, _)? = frames.last else { return }
    frames[frames.count - 1] = .object(object, key: name)
    objects[object].names.insert(name)
    if objects[object].first == nil { objects[object].first = (line, offset) }
  }

  /// The path of a value that begins here.
  private var inside: [String] {
    switch frames.last {
    case .object(let object, let key)?: objects[object].path + [key]
    case .array(let path)?: path + ["*"]
    case nil: []
    }
  }

  /// The place after the string that begins at `start`; `nil` where it does not end.
  private static func end(ofStringAt start: String.Index, in text: String) -> String.Index? {
    var index = text.index(after: start)
    while index < text.endIndex, text[index] != "\"" {
      if text[index] == "\\", text.index(after: index) < text.endIndex { index = text.index(after: index) }
      index = text.index(after: index)
    }
    return index < text.endIndex ? text.index(after: index) : nil
  }
}
