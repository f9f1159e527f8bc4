import AssayJSON
import AssayObservation
import Foundation
import TestKit
import Testing

/// What is no HAR is told so, with the place; nothing makes the reader trap or hang.
struct HARReaderTests {
  @Test(arguments: try Fixtures.files("har/hostile", suffix: ".har"))
  func saysWhatIsWrong(name: String) throws {
    let bytes = try Fixtures.bytes("har/hostile/\(name).har")
    let error = #expect(throws: HARError.self) { try HARReader.read(bytes) }
    let golden = Repository.url("fixtures/har/hostile/\(name).error")
    let text = (error?.description ?? "") + "\n"
    try Golden.expect(text, golden)
  }

  @Test(arguments: try Fixtures.files("har/own", suffix: ".har"))
  func survivesACutAnywhere(name: String) throws {
    let bytes = try Fixtures.bytes("har/own/\(name).har")
    for end in stride(from: 0, to: bytes.count - 2, by: 13) {
      #expect(throws: HARError.self) { try HARReader.read(Array(bytes[..<end])) }
    }
  }

  /// Each value of a recording taken for another kind of value in turn.
  @Test(arguments: try Fixtures.files("har/own", suffix: ".har"))
  func survivesAnyValueInAnyPlace(name: String) throws {
    let document = try JSONDocument(parsing: Fixtures.bytes("har/own/\(name).har"))
    for index in document.tape.indices.dropFirst() where index % 3 == 0 {
      let range = JSONValue(document: document, index: index).byteRange
      for other in ["null", "[{}]", "{}", "-1.5e300", "\"\""] {
        let bytes = document.bytes[..<range.lowerBound] + other.utf8 + document.bytes[range.upperBound...]
        _ = try? HARReader.read(Array(bytes))
      }
    }
  }

  @Test func refusesWhatIsTooLarge() {
    #expect(throws: HARError.self) {
      try HARReader.read(Array("{\"log\":{\"entries\":[]}}".utf8), limits: JSONLimits(size: 10))
    }
  }

  @Test(.enabled("haralyzer or jsonschema is missing") { IndependentReader.isThere })
  func isReadByOthers() throws {
    let files = try Fixtures.files("har/own", suffix: ".har").map { "own/\($0).har" }
    #expect(try IndependentReader.complaints(about: files) == "")
  }
}

/// The readers of `fixtures/har/read_har.py`, in the Python that `make test` sets up.
private enum IndependentReader {
  static var isThere: Bool { Program.hasPython(module: "haralyzer, jsonschema") }

  static func complaints(about files: [String]) throws -> String {
    let paths = (["read_har.py"] + files).map { Repository.path("fixtures/har/\($0)") }
    let outcome = try Program.python.run(paths)
    return (outcome.output + (outcome.status > 1 ? outcome.errors : "")).trimmingCharacters(in: .newlines)
  }
}
