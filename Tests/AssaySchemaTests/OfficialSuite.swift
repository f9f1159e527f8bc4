import AssayJSON
import AssaySchema
import Foundation
import TestKit

/// The official JSON Schema test suite, where it is at hand.
enum OfficialSuite {
  /// The folder: `$ASSAY_SUITES/json-schema`, or `shared/suites/json-schema` beside or above the package.
  static let folder = Repository.suite("json-schema")

  /// One schema with one value.
  struct Case {
    /// `file: group: test`, unique in a draft.
    var name: String
    var schema: JSONDocument
    var value: JSONValue
    var isValid: Bool
  }

  /// The cases of one file, `path` being relative to the tests of a draft.
  static func cases(_ draft: String, _ path: String) throws -> [Case] {
    guard let folder else { return [] }
    let file = folder.appendingPathComponent("tests/\(draft)/\(path).json")
    return try cases(in: JSONDocument(parsing: Array(try Data(contentsOf: file))), path: path)
  }

  /// The cases of a document in the suite's format.
  static func cases(in document: JSONDocument, path: String) throws -> [Case] {
    var cases: [Case] = []
    for group in document.root.items {
      guard let schema = group["schema"], let tests = group["tests"] else { continue }
      let schemaDocument = try JSONDocument(parsing: schema.text)
      for test in tests.items {
        guard let data = test["data"], let isValid = test["valid"]?.bool else { continue }
        let name = "\(path): \(group["description"]?.string ?? ""): \(test["description"]?.string ?? "")"
        let value = try JSONDocument(parsing: data.text).root
        cases.append(Case(name: name, schema: schemaDocument, value: value, isValid: isValid))
      }
    }
    return cases
  }

  /// The files of a draft below `subfolder`, without their extension.
  static func files(_ draft: String, in subfolder: String = "") -> [String] {
    guard let folder else { return [] }
    let path = folder.appendingPathComponent("tests/\(draft)/\(subfolder)").path
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted().map {
      (subfolder.isEmpty ? "" : subfolder + "/") + $0.dropLast(5)
    }
  }

  /// The files of the annotation suite.
  static func annotationFiles() -> [String] {
    guard let folder else { return [] }
    let path = folder.appendingPathComponent("annotations/tests").path
    return ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }

  /// Serves `remotes/` as the suite says: under `http://localhost:1234/`.
  struct Remotes: SchemaResolver {
    func document(for uri: String) -> JSONDocument? {
      let prefix = "http://localhost:1234/"
      guard uri.hasPrefix(prefix), let folder = OfficialSuite.folder else { return nil }
      let file = folder.appendingPathComponent("remotes/\(uri.dropFirst(prefix.count))")
      guard let data = try? Data(contentsOf: file) else { return nil }
      return try? JSONDocument(parsing: Array(data))
    }
  }
}
