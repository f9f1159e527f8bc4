import AssayContract
import AssayFindings
import AssayJSON
import AssayLint
import Testing

/// No text, however broken, ends otherwise than in a contract or an error with a place.
struct HostileContractTests {
  /// A small generator, so that a failing case can be had again.
  private struct Seeded: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private static func read(_ bytes: [UInt8]) {
    do {
      let contract = try ContractLoader.load(bytes: bytes, file: "x.json")
      _ = ContractLinter.lint(contract, documents: ["guide": ["# Guide"]])
    } catch {
      #expect(!error.diagnostics.isEmpty)
      #expect(error.diagnostics.allSatisfy { $0.place.line > 0 && $0.place.column > 0 && $0.length > 0 })
    }
  }

  @Test func survivesTruncation() {
    let bytes = Array(ContractLoaderTests.text.utf8)
    for length in stride(from: 0, to: bytes.count, by: 29) { Self.read(Array(bytes[..<length])) }
  }

  @Test(arguments: UInt64(1)...8)
  func survivesChangedBytes(_ seed: UInt64) {
    var random = Seeded(state: seed)
    let original = Array(ContractLoaderTests.text.utf8)
    for _ in 0..<20 {
      var bytes = original
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: bytes.indices, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      Self.read(bytes)
    }
  }

  /// Values of a good contract, in turn, are replaced by a value of another kind.
  @Test(arguments: [
    "null", "7", "\"word\"", "[]", "{}", "[{}]", "true", "{ \"$ref\": \"#\" }", "\"$response.body#/x\"",
  ])
  func survivesWrongKinds(_ replacement: String) throws {
    let bytes = Array(ContractLoaderTests.text.utf8)
    let document = try JSONDocument(parsing: bytes)
    // A different third of the places for each replacement keeps the time short and still meets them all.
    for index in stride(from: replacement.utf8.count % 3, to: document.tape.count, by: 3) {
      let range = JSONValue(document: document, index: index).byteRange
      Self.read(Array(bytes[..<range.lowerBound]) + Array(replacement.utf8) + Array(bytes[range.upperBound...]))
    }
  }

  @Test func survivesDepthAndLength() {
    Self.read(Array(String(repeating: "[", count: 100_000).utf8))
    Self.read(Array("{\"contract\":\"\(String(repeating: "x", count: 200_000))\"}".utf8))
    for wrap in ["\"allOf\": [REF]", "\"properties\": { \"next\": REF }", "\"anyOf\": [REF, REF, {}]"] {
      let definitions = (0..<300).map { number in
        let reference = "{ \"$ref\": \"#/$defs/D\((number + 1) % 300)\" }"
        return "\"D\(number)\": { \(wrap.replacing("REF", with: reference)) }"
      }
      let text = ContractLoaderTests.text.replacing(
        "\"mock\": { \"data\"",
        with: "\"$defs\": { \(definitions.joined(separator: ", ")) }, \"mock\": { \"data\""
      )
      Self.read(Array(text.utf8))
    }
  }
}
