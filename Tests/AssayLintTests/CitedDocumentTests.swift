import Testing

@testable import AssayLint

/// Documents are searched for names however they are written.
struct CitedDocumentTests {
  @Test(arguments: [
    ("job_id", "let jobId: String", true), ("job_id", "the Job ID of", true), ("job_id", "jobs_id", true),
    ("id", "width", false), ("artworks", "an artwork", true), ("status", "`status`:", true), ("is_end", "isEnd", true),
    ("top_k", "top k", true), ("processing_time", "processing the time", false), ("/similarity", "by similarity", true),
  ])
  func findsNamesInDocuments(_ name: String, _ line: String, _ isThere: Bool) {
    #expect(CitedDocument(lines: ["", line]).holds(name, in: 1...2) == isThere)
  }

  /// A document of one line is cited line by line all the same: it is not searched from its start for each name.
  @Test(.timeLimit(.minutes(1))) func aLongLineIsSearchedByItsWords() {
    let document = CitedDocument(lines: [(0..<100_000).map { "name \($0)" }.joined(separator: " ")])
    for number in 0..<2_000 {
      #expect(document.holds("name_\(number * 50)", in: 1...1))
      #expect(!document.holds("\(number)_name_\(number)", in: 1...1))
    }
  }
}
