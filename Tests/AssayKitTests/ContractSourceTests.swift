import AssayKit
import Foundation
import TestKit
import Testing

/// Documents in place of contracts.
struct ContractSourceTests {
  @Test(arguments: [
    "fixtures/openapi/jobs-3.1/openapi.json", "fixtures/openapi/photos-3.0/openapi.yaml",
    "fixtures/recordings/shop/recording.har",
  ])
  func aDocumentIsAContract(_ path: String) async throws {
    let path = Repository.path(path)
    let suite = try await ConformanceSuite.load(path)
    #expect(suite.derivation?.text == (try ConformanceSuite.derive(fromDocuments: [path]).text))
    #expect(!suite.checks().isEmpty)
    #expect(try ConformanceSuite(contentsOf: path).checks() == suite.checks())
  }

  @Test func aContractIsNotDrafted() async throws {
    #expect(try await ConformanceSuite.load(Repository.path("contracts/landmark.json")).derivation == nil)
  }

  @Test(arguments: [
    ["a.html", "<!DOCTYPE html><html></html>", "an HTML page"], ["a.xml", "<testsuites/>", "a JUnit report"],
    ["a.json", #"{ "info": { "_postman_id": "1" } }"#, "a Postman collection"],
    ["a.json", #"{ "runs": [], "version": "2.1.0" }"#, "a SARIF report"], ["a.pdf", "%PDF-1.7", "a PDF"],
    ["a.png", "\u{89}PNG\r\n\u{1A}\n\0\0\0\rIHDR", "not text"], ["a", "\0\u{1}", "not text"],
    ["a.json", #"{ "readings": [] }"#, "neither a contract nor a document"],
    ["a.json", "[1]", "neither a contract nor a document"],
  ])
  func anotherFileSaysWhatItIs(_ file: [String]) async throws {
    let folder = try TemporaryFolder()
    try Data(file[1].utf8).write(to: URL(filePath: folder.path(file[0])))
    let error = await #expect(throws: ConformanceError.self) { try await ConformanceSuite.load(folder.path(file[0])) }
    #expect(error?.description.contains(file[2]) == true)
    let derived = #expect(throws: ConformanceError.self) {
      try ConformanceSuite.derive(fromDocuments: [folder.path(file[0])])
    }
    #expect(derived?.description == error?.description)
  }

  @Test func aTextSaysThatGuidesAreMarkdown() async throws {
    let folder = try TemporaryFolder()
    try Data("Some notes.\n".utf8).write(to: URL(filePath: folder.path("a.txt")))
    let error = await #expect(throws: ConformanceError.self) { try await ConformanceSuite.load(folder.path("a.txt")) }
    #expect(error?.description.contains("it is plain text") == true)
  }

  @Test func linesOfADraftAreNotThoseOfTheDocument() async throws {
    let suite = try await ConformanceSuite.load(Repository.path("fixtures/openapi/jobs-3.1/openapi.json"))
    #expect(suite.lint().isEmpty)
    #expect(suite.file.hasPrefix("draft of "))
  }

  @Test func aMistakeOfAContractIsToldAsOne() async throws {
    let folder = try TemporaryFolder()
    try Data(#"{ "contract": "1" }"#.utf8).write(to: URL(filePath: folder.path("a.json")))
    let error = await #expect(throws: ConformanceError.self) { try await ConformanceSuite.load(folder.path("a.json")) }
    guard case .contract = error else {
      Issue.record("\(String(describing: error))")
      return
    }
  }

  @Test func anUnknownRevisionIsAnError() async throws {
    await #expect(throws: ConformanceError.self) { try await ConformanceSuite.load("no-such-revision:contract.json") }
  }
}
