import Foundation

/// The cases under `fixtures/`, found from where this file is.
enum Fixtures {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../fixtures").standardized

  /// The names of the cases of one kind, sorted.
  static func cases(_ kind: String) -> [String] {
    let entries = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: kind).path)
    return (entries ?? []).filter { !$0.hasPrefix(".") }.sorted()
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: root.appending(path: path)))
  }

  static func json<Value: Decodable>(_ path: String, as type: Value.Type) throws -> Value {
    try JSONDecoder().decode(type, from: Data(contentsOf: root.appending(path: path)))
  }
}
