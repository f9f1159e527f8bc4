package import AssayJSON

/// The objects and scalars of a JSON example in lines of a guide, read leniently: with comments, alternatives and without
/// some commas.
package struct ExampleOutline {
  /// An object of the example.
  struct Object {
    /// The member names on the way from the root of the example to the object; `*` is any item of an array.
    var path: [String]
    /// The names of the object's members.
    var names: Set<String> = []
    /// The line of the first member, and the member's start in that line.
    var first: (line: Int, offset: String.Index)?
  }

  private enum Frame {
    case object(Int, key: String)
    case array([String])
  }

  private(set) var objects: [Object] = []
  private var scalars: [(path: [String], value: JSONValue)] = []
  private var frames: [Frame] = []
  /// True after a colon, and between the brackets of an array: what is next is a value.
  private var expectsValue = false
  /// True if the lines begin inside an object.
  private var beginsInside = false

  /// Parses the lines of `range`; if they begin inside an object, the path of that object is empty.
  package init(_ lines: [String], in range: Range<Int>) {
    for line in range where lines.indices.contains(line) { read(lines[line], line) }
  }

  /// The object at `path`, in which `*` is any item or any name, that has most of the members `names` and fewest others; the
  /// lines may begin inside of what holds it.
  func object(at path: [String], with names: Set<String>) -> Object? {
    func rank(_ object: Object) -> (Int, Int) {
      (object.names.intersection(names).count - object.names.subtracting(names).count, object.path.count)
    }
    let found = objects.filter { object in
      object.path.count <= path.count
        && zip(object.path.reversed(), path.reversed()).allSatisfy { $0 == $1 || $1 == "*" }
        && !object.names.isDisjoint(with: names)
    }
    return found.max { rank($0) < rank($1) }
  }

  /// The scalars at `path`, in which `*` is any item or any name; the lines may begin inside of what holds it.
  package func scalars(at path: [String]) -> [JSONValue] {
    scalars.filter { scalar in
      (beginsInside ? !scalar.path.isEmpty && scalar.path.count <= path.count : scalar.path.count == path.count)
        && zip(scalar.path.reversed(), path.reversed()).allSatisfy { $0 == $1 || $1 == "*" }
    }.map(\.value)
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
        } else {
          take(text[index..<end])
        }
        index = end
        continue
      case "/" where text[index...].hasPrefix("//"): return
      case "{":
        objects.append(Object(path: inside))
        frames.append(.object(objects.count - 1, key: ""))
        expectsValue = false
      case "[":
        frames.append(.array(inside))
        expectsValue = true
      case "}", "]":
        _ = frames.popLast()
        expectsValue = false
      case ":", "|": expectsValue = isInMember
      case ",": expectsValue = isInArray
      case _ where expectsValue && !text[index].isWhitespace:
        let end = text[index...].firstIndex { $0.isWhitespace || ",]}|".contains($0) } ?? text.endIndex
        take(text[index..<end])
        index = end
        continue
      default: break
      }
      index = text.index(after: index)
    }
  }

  /// Adds a member `name`, which starts at `offset` of `line`, to the current object.
  private mutating func take(_ name: String, _ line: Int, _ offset: String.Index) {
    if frames.isEmpty {
      beginsInside = true
      objects.append(Object(path: []))
      frames = [.object(objects.count - 1, key: "")]
    }
    guard case .object(let object, _)? = frames.last else { return }
    frames[frames.count - 1] = .object(object, key: name)
    objects[object].names.insert(name)
    if objects[object].first == nil { objects[object].first = (line, offset) }
  }

  /// Takes in a scalar where a value is next; other texts are left out.
  private mutating func take(_ text: Substring) {
    guard expectsValue else { return }
    expectsValue = false
    if let value = (try? JSONDocument(parsing: Array(text.utf8)))?.root { scalars.append((inside, value)) }
  }

  private var isInMember: Bool {
    if case .object(_, let key)? = frames.last { !key.isEmpty } else { false }
  }

  private var isInArray: Bool { if case .array? = frames.last { true } else { false } }

  /// The path of a value that would begin at the current reading position.
  private var inside: [String] {
    switch frames.last {
    case .object(let object, let key)?: objects[object].path + [key]
    case .array(let path)?: path + ["*"]
    case nil: []
    }
  }

  /// Returns the position after the string that begins at `start`; `nil` if it does not end.
  private static func end(ofStringAt start: String.Index, in text: String) -> String.Index? {
    var index = text.index(after: start)
    while index < text.endIndex, text[index] != "\"" {
      if text[index] == "\\", text.index(after: index) < text.endIndex { index = text.index(after: index) }
      index = text.index(after: index)
    }
    return index < text.endIndex ? text.index(after: index) : nil
  }
}
