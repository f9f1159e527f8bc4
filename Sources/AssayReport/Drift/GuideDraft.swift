import AssayFindings
import AssayJSON
import AssayText

/// A guide that is changed line by line to match the received values.
struct GuideDraft {
  let original: [String]
  /// The line end of each line of the guide: a line feed, a carriage return, or both.
  private let ends: [String]
  /// The lines that replace each original line, by its index; a line may be replaced by several.
  private(set) var lines: [[String]]
  /// The reasons why lines were changed, by line index from 0.
  private(set) var reasons: [Int: [String]] = [:]

  init(_ lines: [String], ends: [String] = []) {
    original = lines
    self.ends = ends
    self.lines = lines.map { [$0] }
  }

  /// Returns the lines of a unified diff for `line`: it follows `mark` and has the line end at `index`. If the last
  /// line has no end, a note about that follows.
  func marked(_ mark: String, _ line: String, at index: Int, isLast: Bool = true) -> [String] {
    let end = index < ends.count ? ends[index] : "\n"
    // A line before a last line without an end has the end of the lines before.
    let own = isLast || !end.isEmpty ? end : index > 0 && index <= ends.count ? ends[index - 1] : "\n"
    if own.isEmpty { return [mark + line, "\\ No newline at end of file"] }
    return [mark + line + (own == "\r\n" ? "\r" : "")]
  }

  /// Returns the numbers, from 1, of unchanged lines in `ranges` that are rows of a Markdown table and contain the name
  /// of the member that `row` is about.
  func unchangedRows(of row: DriftRow, in ranges: [ClosedRange<Int>]) -> [Int] {
    guard let name = JSONPointer(row.place)?.tokens.last(where: { $0 != "*" }) else { return [] }
    let numbers = ranges.filter { $0.lowerBound <= lines.count }.flatMap {
      $0.lowerBound...min($0.upperBound, lines.count)
    }
    return Set(numbers).sorted().filter { number in
      guard reasons[number - 1] == nil, original[number - 1].hasPrefix("|") else { return false }
      return original[number - 1].split { !($0.isLetter || $0.isNumber || "_-$".contains($0)) }.contains { $0 == name }
    }
  }

  /// Changes lines of `ranges`, from 1, to match the values received in `row`; returns true if a line could be changed.
  mutating func take(_ row: DriftRow, in ranges: [ClosedRange<Int>]) -> Bool {
    guard let name = JSONPointer(row.place)?.tokens.last(where: { $0 != "*" }), VisibleText.line(name) == name else {
      return false
    }
    let ranges = ranges.filter { $0.lowerBound <= lines.count }.map {
      $0.lowerBound - 1..<min($0.upperBound, lines.count)
    }
    let indices = ranges.flatMap { Array($0) }
    var isChanged = false
    switch (row.kind, row.rule) {
    case (.contradiction, .schema("required")):
      isChanged = change(indices, row) { GuideLine($0).withOptional(name) }
    case (.undocumentedField, _) where !row.correction.formerName.isEmpty:
      isChanged = change(indices, row) { GuideLine($0).renamingMember(row.correction.formerName, to: name) }
      isChanged =
        change(indices, row) { GuideLine($0).renamingProperty(row.correction.formerName, to: name) } || isChanged
    // Values that differ from answer to answer, such as ids, are as good as the example's.
    case (.unlikeExample, _) where row.seen.examples.count > 1: break
    case (.undocumentedField, _):
      // Each place where the guide shows the neighbours: the example, and the model.
      for range in ranges { isChanged = insert(name, row, in: range) || isChanged }
    // A value that may be absent.
    case (.widerType, _) where row.seen.types == ["null"]:
      isChanged = change(indices, row) { GuideLine($0).withOptional(name) }
    // Where several types were received, no line says it.
    case (.widerType, _) where row.correction.type == nil: break
    case (.widerType, _): isChanged = retype(name, row, in: indices)
    case (.outsideEnumeration, _):
      for value in row.seen.values.map({ JSONValue.string($0).text }) {
        isChanged = change(indices, row) { GuideLine($0).adding(value, to: name) } || isChanged
      }
    case (.contradiction, .schema("const")), (.unlikeExample, _):
      if let value = row.shownValue { isChanged = change(indices, row) { GuideLine($0).with(value, for: name) } }
    default: break
    }
    return isChanged
  }

  /// Gives the value of the example and the property of the model the type that was received.
  private mutating func retype(_ name: String, _ row: DriftRow, in indices: [Int]) -> Bool {
    var isChanged = false
    if let value = row.shownValue { isChanged = change(indices, row) { GuideLine($0).with(value, for: name) } }
    guard let model = row.swiftModel(of: name),
      let index = indices.first(where: { lines[$0].last.map { GuideLine($0).declares([name]) } ?? false })
    else { return isChanged }
    let isNull = row.correction.types.contains("null")
    isChanged = change([index], row) { GuideLine($0).declaring(name, as: model.type, isOptional: isNull) } || isChanged
    add(model, before: index, row)
    return isChanged
  }

  /// Writes the models of `model` before the model that the line at `index` is in.
  private mutating func add(_ model: SampleModel, before index: Int, _ row: DriftRow) {
    guard !model.declarations.isEmpty,
      let start = lines[...index].lastIndex(where: { $0.last.map { $0.contains("struct ") } ?? false })
    else { return }
    lines[start].insert(contentsOf: model.declarations, at: 0)
    note(row, at: start)
  }

  /// Applies `edit` to the first of the lines at `indices` that it changes, and notes `row` as the reason; returns
  /// false if it changes none.
  private mutating func change(_ indices: [Int], _ row: DriftRow, _ edit: (String) -> String?) -> Bool {
    for index in indices {
      for part in lines[index].indices {
        guard let changed = edit(lines[index][part]), changed != lines[index][part] else { continue }
        lines[index][part] = changed
        note(row, at: index)
        return true
      }
    }
    return false
  }

  /// Adds the undocumented field `name` to the documentation of its object: to a JSON example that shows another
  /// member, otherwise to a Swift model that declares one. Returns false if there is neither.
  private mutating func insert(_ name: String, _ row: DriftRow, in range: Range<Int>) -> Bool {
    let path = JSONPointer(row.place)?.tokens.dropLast() ?? []
    let outline = ExampleOutline(lines.map { $0.last ?? "" }, in: range)
    if let value = row.shownValue,
      let object = outline.object(at: Array(path), with: Set(row.correction.documentedMembers)),
      let first = object.first, let line = lines[first.line].last
    {
      let member = "\(JSONValue.string(name).text): \(value),"
      if line[..<first.offset].allSatisfy(\.isWhitespace) {
        lines[first.line].insert("\(line[..<first.offset])\(member)", at: 0)
      } else {
        let last = lines[first.line].count - 1
        lines[first.line][last] = "\(line[..<first.offset])\(member) \(line[first.offset...])"
      }
      note(row, at: first.line)
      return true
    }
    guard let model = row.swiftModel(of: name),
      let index = range.first(where: {
        lines[$0].last.map { GuideLine($0).declares(row.correction.documentedMembers) } ?? false
      })
    else { return false }
    lines[index].insert("\(GuideLine(lines[index].last ?? "").indent)let \(name): \(model.type)?", at: 0)
    note(row, at: index)
    add(model, before: index, row)
    return true
  }

  private mutating func note(_ row: DriftRow, at index: Int) {
    let reason = "\(row.operation) \(row.location): \(row.kind.rawValue)"
    if reasons[index]?.contains(reason) != true { reasons[index, default: []].append(VisibleText.line(reason)) }
  }
}

extension DriftRow {
  /// A received value, as JSON on one line; `nil` if none is known in full.
  fileprivate var shownValue: String? {
    let first = seen.examples.first ?? correction.sample
    let text = first.isEmpty ? observed.split(separator: " (").first.map(String.init) ?? "" : first
    guard VisibleText.line(text) == text, (try? JSONDocument(parsing: Array(text.utf8)))?.root != nil else {
      return nil
    }
    return text
  }

  /// The model in Swift of the values that were received; `nil` without a sample or with several types.
  fileprivate func swiftModel(of name: String) -> SampleModel? {
    switch correction.type {
    case "object", "array":
      (try? JSONDocument(parsing: Array(correction.sample.utf8))).flatMap { SampleModel(of: $0.root, named: name) }
    case let type?: SampleModel.scalar(type)
    case nil: nil
    }
  }
}

extension DriftRow.Correction {
  /// The one type of all values that are not null; `nil` where there are several.
  fileprivate var type: String? {
    let others = types.filter { $0 != "null" }
    return others.count == 1 ? others[0] : nil
  }
}

/// A line of a guide: a member of a JSON example, or a property of a model in Swift.
struct GuideLine {
  private let text: String
  /// The white space at the beginning of the line.
  let indent: Substring

  init(_ text: String) {
    self.text = text
    indent = text.prefix { $0 == " " || $0 == "\t" }
  }

  private var content: Substring { text.dropFirst(indent.count) }

  /// Returns true if the line declares a property for one of the members `names`.
  func declares(_ names: [String]) -> Bool { names.contains { type(of: $0) != nil } }
  /// True if the line declares a property.
  private var isDeclaration: Bool { ["let ", "var "].contains { content.hasPrefix($0) } && content.contains(": ") }

  /// Returns the line with a new value for the member `name`, if its value is a scalar on this line.
  func with(_ value: String, for name: String) -> String? {
    guard let key = text.firstRange(of: "\"\(name)\":") else { return nil }
    let start = text[key.upperBound...].firstIndex { $0 != " " } ?? text.endIndex
    guard start < text.endIndex, text[start] != "{", text[start] != "[" else { return nil }
    var end = text.index(after: start)
    if text[start] == "\"" {
      while end < text.endIndex, text[end] != "\"" {
        if text[end] == "\\", text.index(after: end) < text.endIndex { end = text.index(after: end) }
        end = text.index(after: end)
      }
      guard end < text.endIndex else { return nil }
      end = text.index(after: end)
    } else {
      end = text[start...].firstIndex { ",}] ".contains($0) } ?? text.endIndex
    }
    return "\(text[..<start])\(value)\(text[end...])"
  }

  /// Returns the line with a new name for the member `former` of an example.
  func renamingMember(_ former: String, to name: String) -> String? {
    guard let key = text.firstRange(of: "\"\(former)\":") else { return nil }
    return "\(text[..<key.lowerBound])\(JSONValue.string(name).text):\(text[key.upperBound...])"
  }

  /// Returns the line with a new name for the property `former`.
  func renamingProperty(_ former: String, to name: String) -> String? {
    guard isDeclaration, let declared = text.firstRange(of: " \(former): ") else { return nil }
    return "\(text[..<declared.lowerBound]) \(name): \(text[declared.upperBound...])"
  }

  /// The line with another type for the property `name`, or what Swift calls it; one that may be absent stays so.
  func declaring(_ name: String, as type: String, isOptional: Bool = false) -> String? {
    self.type(of: name).map { range in
      let mark = isOptional || text[range].hasSuffix("?") ? "?" : ""
      return "\(text[..<range.lowerBound])\(type)\(mark)\(text[range.upperBound...])"
    }
  }

  /// The line with one more of the values that the member `name` of an example may have, as `"open" | "closed"`.
  func adding(_ value: String, to name: String) -> String? {
    guard let key = text.firstRange(of: "\"\(name)\":") else { return nil }
    guard let end = Self.endOfAlternatives(text[key.upperBound...]) else { return nil }
    return "\(text[..<end]) | \(value)\(text[end...])"
  }

  /// Returns the end of two or more quoted values with `|` between them at the beginning of `text`.
  private static func endOfAlternatives(_ text: Substring) -> String.Index? {
    var (end, count, rest) = (text.startIndex, 0, text.drop(while: \.isWhitespace))
    while rest.first == "\"", let quote = rest.dropFirst().firstIndex(of: "\"") {
      (end, count) = (text.index(after: quote), count + 1)
      rest = text[end...].drop(while: \.isWhitespace)
      guard rest.first == "|" else { break }
      rest = rest.dropFirst().drop(while: \.isWhitespace)
    }
    return count > 1 ? end : nil
  }

  /// Returns the line with the property `name` as an optional.
  func withOptional(_ name: String) -> String? {
    guard let range = type(of: name), !text[range].hasSuffix("?") else { return nil }
    return "\(text[..<range.upperBound])?\(text[range.upperBound...])"
  }

  private func type(of name: String) -> Range<String.Index>? {
    guard isDeclaration, let colon = text.firstRange(of: ": ") else { return nil }
    let declared = text[..<colon.lowerBound].split(separator: " ").last.map(String.init) ?? ""
    guard declared == name || declared == Self.camelCase(name) else { return nil }
    let end = text[colon.upperBound...].firstIndex { " =/{".contains($0) } ?? text.endIndex
    return colon.upperBound < end ? colon.upperBound..<end : nil
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return (words.first.map(String.init) ?? "")
      + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}
