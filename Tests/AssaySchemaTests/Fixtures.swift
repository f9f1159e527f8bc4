import AssayJSON
import TestKit

extension Fixtures {
  /// The JSON document at `path` in `fixtures`.
  static func document(_ path: String) throws -> JSONDocument { try JSONDocument(parsing: bytes(path)) }
}
