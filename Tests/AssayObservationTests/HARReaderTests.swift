import AssayJSON
import AssayObservation
import Foundation
import Testing

/// What is no HAR is told so, with the place; nothing makes the reader trap or hang.
struct HARReaderTests {
  @Test(arguments: HARFixtures.names(in: "hostile", suffix: ".har"))
  func saysWhatIsWrong(name: String) throws {
    let bytes = try HARFixtures.bytes("hostile/\(name).har")
    let error = #expect(throws: HARError.self) { try HARReader.read(bytes) }
    let golden = HARFixtures.folder.appending(path: "hostile/\(name).error")
    let text = (error?.description ?? "") + "\n"
    if HARFixtures.isRecording {
      try Data(text.utf8).write(to: golden)
      Issue.record("recorded \(golden.path); look at it, then run again without ASSAY_RECORD")
    }
    #expect(try String(contentsOf: golden, encoding: .utf8) == text)
  }

  @Test(arguments: HARFixtures.names(in: "own", suffix: ".har"))
  func survivesACutAnywhere(name: String) throws {
    let bytes = try HARFixtures.bytes("own/\(name).har")
    for end in stride(from: 0, to: bytes.count - 2, by: 13) {
      #expect(throws: HARError.self) { try HARReader.read(Array(bytes[..<end])) }
    }
  }

  /// Each value of a recording taken for another kind of value in turn.
  @Test(arguments: HARFixtures.names(in: "own", suffix: ".har"))
  func survivesAnyValueInAnyPlace(name: String) throws {
    let document = try JSONDocument(parsing: HARFixtures.bytes("own/\(name).har"))
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
    let files = HARFixtures.names(in: "own", suffix: ".har").map { "own/\($0).har" }
    #expect(try IndependentReader.complaints(about: files) == "")
  }
}

/// The readers of `fixtures/har/read_har.py`, in the Python that `make test` sets up.
private enum IndependentReader {
  static var isThere: Bool { (try? run(["-c", "import haralyzer, jsonschema"]))?.status == 0 }

  static func complaints(about files: [String]) throws -> String {
    let paths = (["read_har.py"] + files).map { HARFixtures.folder.appending(path: $0).path }
    return try run(paths).output.trimmingCharacters(in: .newlines)
  }

  private static func run(_ arguments: [String]) throws -> (status: Int32, output: String) {
    let python = ProcessInfo.processInfo.environment["ASSAY_PYTHON"] ?? "python3"
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [python] + arguments
    let pipe = Pipe()
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (
      process.terminationStatus, String(decoding: data, as: UTF8.self) + (process.terminationStatus > 1 ? "?" : "")
    )
  }
}
