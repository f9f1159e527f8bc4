import AssayKit
import Foundation
import TestKit
import Testing

/// Documents named by URLs: what is fetched, with which credentials, and what is refused.
struct DocumentFetcherTests {
  private let backend: RunningServer
  private var options = VerifyOptions()

  init() throws {
    backend = try RunningServer.python(Repository.path("fixtures/backends/documents.py"))
    options.headers = [try #require(HeaderField("Authorization", "Bearer tok-4f1c-xyz-12"))]
  }

  private func url(_ path: String) throws -> String { try #require(backend.servers["api"]) + path }

  private func reason(_ path: String, _ options: VerifyOptions = VerifyOptions()) async throws -> String {
    let url = try url(path)
    let error = await #expect(throws: ConformanceError.self) {
      try await ConformanceSuite.load(url, options: options)
    }
    return error?.description ?? ""
  }

  @Test(arguments: ["/guarded/openapi.json", "/moved"])
  func aDescriptionAndWhatItRefersToAreFetchedWithCredentials(path: String) async throws {
    let suite = try await ConformanceSuite.load(try url(path), options: options)
    #expect(suite.checks() == ["things/things"])
    #expect(suite.derivation?.text.contains(#""kind""#) == true)
    #expect(suite.derivation?.text.contains(try url("")) == true)
    #expect(suite.derivation?.text.contains("tok-4f1c") == false)
    let draft = try await ConformanceSuite.derive(fromSources: [try url(path)], options: options)
    #expect(draft.text == suite.derivation?.text)
  }

  @Test func anotherOriginGetsNoCredentials() async throws {
    let suite = try await ConformanceSuite.load(try url("/away"), options: options)
    #expect(suite.derivation?.text.contains("without a token") == true)
  }

  @Test func aServerThatWasGivenGetsThem() async throws {
    var options = options
    options.servers["api"] = ServerURL(try #require(backend.servers["other"]))
    let suite = try await ConformanceSuite.load(try url("/away"), options: options)
    #expect(suite.derivation?.text.contains("with a token") == true)
  }

  @Test func failuresSayWhatAndWhere() async throws {
    #expect(try await reason("/guarded/openapi.json").contains("the server returned 401"))
    #expect(try await reason("/nothing").contains("/nothing: the server returned 404; name the URL of its description"))
    #expect(try await reason("/nothing.json").hasSuffix("/nothing.json: the server returned 404"))
    #expect(try await reason("/circle").contains("more than 5 redirects"))
    #expect(try await reason("/nothing?token=abc").contains("abc") == false)
  }

  @Test func aDocumentWithoutAnEndIsRefused() async throws {
    #expect(try await reason("/large").contains("large"))
  }

  @Test func aMissingVariableOfAFieldIsNamed() async throws {
    var options = VerifyOptions()
    options.headers = [try #require(HeaderField("Authorization", "Bearer ${NO_SUCH_TOKEN_4F1C}"))]
    #expect(try await reason("/guarded/openapi.json", options).contains("NO_SUCH_TOKEN_4F1C"))
  }
}
