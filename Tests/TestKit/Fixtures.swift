import Foundation

/// The cases under `fixtures/`: a folder or a file each.
package enum Fixtures {
  /// A kind of fixtures that has no case: a test over none would pass and show nothing.
  package struct NoCases: Error, CustomStringConvertible {
    var folder: String
    package var description: String { "\(folder) holds no case; a test over none shows nothing" }
  }

  /// The names of the folders in `fixtures/kind`, in order. Names that start with `.` or `_` are no cases.
  ///
  /// - Throws: `NoCases` where there is none.
  package static func folders(_ kind: String) throws -> [String] {
    try named(kind) { name in
      var isFolder: ObjCBool = false
      let path = Repository.path("fixtures/\(kind)/\(name)")
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
  }

  /// The names of the files in `fixtures/kind` that end in `suffix`, without it, in order.
  ///
  /// - Throws: `NoCases` where there is none.
  package static func files(_ kind: String, suffix: String) throws -> [String] {
    try named(kind) { $0.hasSuffix(suffix) }.map { String($0.dropLast(suffix.count)) }
  }

  /// The text of the file at `path` in `fixtures`.
  package static func text(_ path: String) throws -> String { try Repository.text("fixtures/\(path)") }

  /// The bytes of the file at `path` in `fixtures`.
  package static func bytes(_ path: String) throws -> [UInt8] { try Repository.bytes("fixtures/\(path)") }

  /// The file at `path` in `fixtures`, decoded.
  package static func json<Value: Decodable>(_ path: String, as type: Value.Type = Value.self) throws -> Value {
    try JSONDecoder().decode(type, from: Data(bytes(path)))
  }

  private static func named(_ kind: String, _ isCase: (String) -> Bool) throws -> [String] {
    let folder = Repository.path("fixtures/\(kind)")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let cases = names.filter { !$0.hasPrefix(".") && !$0.hasPrefix("_") && isCase($0) }.sorted()
    guard !cases.isEmpty else { throw NoCases(folder: folder) }
    return cases
  }
}
