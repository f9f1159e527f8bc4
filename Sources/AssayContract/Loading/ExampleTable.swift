import AssayJSON
import AssayText

/// Rows read from a file of comma-separated values (RFC 4180) or of JSON.
struct ExampleTable {
  /// An error in the file.
  struct Mistake: Error {
    /// The position of the error, from 1.
    var line: Int
    /// The position of the error, from 1.
    var column: Int
    var reason: String
  }

  /// The maximum size of the file in bytes.
  static let largest = 4 << 20

  /// The rows, each an object.
  let rows: [JSONValue]

  /// Reads `bytes` in the format that the name of the file indicates.
  init(_ bytes: [UInt8], file: String) throws(Mistake) {
    guard bytes.count <= Self.largest else {
      throw Mistake(line: 1, column: 1, reason: "the file is larger than \(Self.largest) bytes")
    }
    let isJSON = file.lowercased().hasSuffix(".json")
    rows = try isJSON ? Self.json(bytes) : Self.separated(bytes)
    guard rows.count <= ExampleRow.most else {
      throw Mistake(line: 1, column: 1, reason: "the file has \(rows.count) rows, and \(ExampleRow.most) are the most")
    }
    guard !rows.isEmpty else { throw Mistake(line: 1, column: 1, reason: "the file has no row") }
  }

  private static func json(_ bytes: [UInt8]) throws(Mistake) -> [JSONValue] {
    let root: JSONValue
    do throws(JSONError) { root = try JSONDocument(parsing: bytes).root } catch {
      let place = JSONLocation(ofByte: error.offset, in: bytes)
      throw Mistake(line: place.line, column: place.column, reason: "it is not JSON: \(error.description)")
    }
    for value in root.kind == .array ? Array(root.items) : [root] where root.kind != .array || value.kind != .object {
      let place = value.location
      throw Mistake(line: place.line, column: place.column, reason: "expected an array of objects")
    }
    if let duplicate = root.document.duplicateKeys().first {
      let place = JSONLocation(ofByte: duplicate.offset, in: bytes)
      let reason = "the key `\(duplicate.key)` appears twice in one object"
      throw Mistake(line: place.line, column: place.column, reason: reason)
    }
    return Array(root.items)
  }

  private static func separated(_ bytes: [UInt8]) throws(Mistake) -> [JSONValue] {
    var reader = SeparatedValues(bytes)
    guard let header = try reader.next() else { throw Mistake(line: 1, column: 1, reason: "the file is empty") }
    let names = header.cells.map(\.text)
    for (index, name) in names.enumerated() {
      let column = "column \(index + 1) of the first line"
      if name.isEmpty { throw Mistake(line: 1, column: 1, reason: "\(column) has no name") }
      if names[..<index].contains(name) {
        throw Mistake(line: 1, column: 1, reason: "\(column) has the name `\(name)`, as one before it")
      }
    }
    var rows: [JSONValue] = []
    while let record = try reader.next() {
      guard record.cells.count == names.count else {
        throw Mistake(
          line: record.line,
          column: 1,
          reason: "the line has \(record.cells.count.counted("value")), and the first line names \(names.count)"
        )
      }
      rows.append(.object(zip(names, record.cells).map { ($0, $1.value) }))
    }
    return rows
  }
}

/// The records of a text of comma-separated values; quoted cells may contain commas, doubled quotes and line ends.
private struct SeparatedValues {
  struct Cell {
    var text: String
    var isQuoted: Bool

    /// The value of the cell. A quoted cell is text; any other is the number, truth value or null it spells, null if
    /// empty, otherwise text.
    var value: JSONValue {
      if isQuoted { return .string(text) }
      if text.isEmpty { return .null }
      guard let value = (try? JSONDocument(parsing: text))?.root else { return .string(text) }
      switch value.kind {
      case .number, .true, .false, .null: return value
      case .string, .array, .object: return .string(text)
      }
    }
  }

  private let bytes: [UInt8]
  private var position: Int
  private var line = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// Reads the next record that is not an empty line, and the line on which it begins.
  mutating func next() throws(ExampleTable.Mistake) -> (line: Int, cells: [Cell])? {
    while position < bytes.count {
      let start = line
      var cells: [Cell] = []
      repeat { cells.append(try cell()) } while take(0x2C)
      if !take(0x0D, 0x0A), !take(0x0A), !take(0x0D), position < bytes.count {
        throw ExampleTable.Mistake(
          line: line,
          column: 1,
          reason: "a comma or the end of the line is missing after a closing quote"
        )
      }
      line += 1
      if cells.count > 1 || cells[0].isQuoted || !cells[0].text.isEmpty { return (start, cells) }
    }
    return nil
  }

  private mutating func take(_ wanted: UInt8...) -> Bool {
    guard bytes[position...].starts(with: wanted) else { return false }
    position += wanted.count
    return true
  }

  private mutating func cell() throws(ExampleTable.Mistake) -> Cell {
    guard take(0x22) else {
      let start = position
      while position < bytes.count, ![0x2C, 0x0A, 0x0D].contains(bytes[position]) { position += 1 }
      return Cell(text: try text(bytes[start..<position]), isQuoted: false)
    }
    let start = line
    var content: [UInt8] = []
    while position < bytes.count {
      if take(0x22, 0x22) {
        content.append(0x22)
      } else if take(0x22) {
        return Cell(text: try text(content[...]), isQuoted: true)
      } else {
        if bytes[position] == 0x0A { line += 1 }
        content.append(bytes[position])
        position += 1
      }
    }
    throw ExampleTable.Mistake(line: start, column: 1, reason: "the quoted value that begins here is not closed")
  }

  private func text(_ bytes: ArraySlice<UInt8>) throws(ExampleTable.Mistake) -> String {
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw ExampleTable.Mistake(line: line, column: 1, reason: "the file is not UTF-8")
    }
    return text
  }
}
