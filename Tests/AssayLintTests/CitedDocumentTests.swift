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
}
