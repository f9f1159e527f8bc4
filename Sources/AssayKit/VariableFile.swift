import AssayJSON
import AssayText

/// A file of values: a JSON object with a member for each, or a `.env` file with lines `NAME=VALUE`.
///
/// Values of a `.env` file that are not for variables of contracts replace environment variables that are not set.
public struct VariableFile: Sendable {
  /// The values, in the order of the file.
  public let settings: [VariableSetting]
  /// True if the file is a `.env` file, which may contain more than the variables of contracts.
  public let isEnvironment: Bool

  /// The values of a `.env` file, by name.
  var texts: [String: String] {
    isEnvironment ? Dictionary(settings.map { ($0.name, $0.value) }) { $1 } : [:]
  }

  /// Reads the file at `path`: as JSON if its name ends in `.json`, otherwise as `.env`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if it cannot be read or has an error; the reason then has line and
  /// column.
  public init(contentsOf path: String) throws(ConformanceError) {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw ConformanceError(error)
    }
    isEnvironment = !path.lowercased().hasSuffix(".json")
    settings = try isEnvironment ? Self.lines(bytes, path) : Self.members(bytes, path)
  }

  private static func members(_ bytes: [UInt8], _ path: String) throws(ConformanceError) -> [VariableSetting] {
    let document: JSONDocument
    do throws(JSONError) { document = try JSONDocument(parsing: bytes) } catch {
      let place = JSONLocation(ofByte: error.offset, in: bytes)
      throw .file(path: path, reason: "\(place.line):\(place.column): it is not JSON: \(error.description)")
    }
    guard document.root.kind == .object else {
      throw .file(path: path, reason: "1:1: the file must be an object, a member for each variable")
    }
    if let duplicate = document.duplicateKeys().first {
      let place = JSONLocation(ofByte: duplicate.offset, in: bytes)
      throw .file(path: path, reason: "\(place.line):\(place.column): `\(duplicate.key)` appears twice in one object")
    }
    return document.root.members.map { member in
      VariableSetting(member.key, member.value.text, isText: false, origin: "`\(member.key)` of \(path)")
    }
  }

  /// Parses the lines of a `.env` file: `NAME=VALUE`, `export NAME=VALUE`, comments after `#`. Text in single quotes is
  /// literal; in double quotes, the escapes `\n`, `\"` and `\\` are read.
  private static func lines(_ bytes: [UInt8], _ path: String) throws(ConformanceError) -> [VariableSetting] {
    var settings: [VariableSetting] = []
    let text = String(
      decoding: bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...],
      as: UTF8.self
    )
    for (index, whole) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var line = whole.drop { $0.isWhitespace }
      if line.isEmpty || line.hasPrefix("#") { continue }
      if line.hasPrefix("export ") { line = line.dropFirst(7).drop { $0.isWhitespace } }
      guard let equals = line.firstIndex(of: "="), equals > line.startIndex else {
        throw .file(path: path, reason: "\(index + 1):1: a line is `NAME=VALUE`, or a comment that begins with #")
      }
      let name = String(line[..<equals]).trimmed
      guard let value = value(line[line.index(after: equals)...]) else {
        throw .file(path: path, reason: "\(index + 1):1: the value of \(name) has a quote that is not closed")
      }
      settings.append(VariableSetting(name, value, isText: true, origin: "\(name) of \(path)"))
    }
    return settings
  }

  private static func value(_ text: Substring) -> String? {
    let text = text.drop { $0.isWhitespace }
    guard let quote = text.first, quote == "\"" || quote == "'" else {
      let end = text.firstRange(of: " #")?.lowerBound ?? text.endIndex
      return String(text[..<end]).trimmed
    }
    var value = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
      if character == quote { return value }
      guard character == "\\", quote == "\"", let escaped = rest.popFirst() else {
        value.append(character)
        continue
      }
      switch escaped {
      case "n": value.append("\n")
      case "t": value.append("\t")
      case "\"", "\\", "$": value.append(escaped)
      default: value += ["\\", escaped]
      }
    }
    return nil
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String {
    let start = drop { $0.isWhitespace }
    return String(
      start.prefix(start.lastIndex { !$0.isWhitespace }.map { start.distance(from: start.startIndex, to: $0) + 1 } ?? 0)
    )
  }
}

extension ConformanceSuite {
  /// Returns the suite with the values of the `.env` files in `files` as defaults for environment variables that are
  /// not set. If several files have a value, the last one counts.
  public func reading(_ files: [VariableFile]) -> ConformanceSuite {
    var suite = self
    for file in files { suite.environmentFile.merge(file.texts) { $1 } }
    return suite
  }
}
