import Foundation
import TestKit
import Testing

/// Drafts are held against what a person found in their guides: recall, precision, provenance, lint, and their own mock.
struct DeriveScoreTests {
  @Test func everyDraftKeepsItsAims() async throws {
    let documents = Repository.documents.map { [$0.path(percentEncoded: false)] } ?? []
    let script = Repository.path(".ci/derive-score")
    let outcome = try await Program.python.finish([script, Program.assay.path] + documents, folder: Repository.root)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }
}
