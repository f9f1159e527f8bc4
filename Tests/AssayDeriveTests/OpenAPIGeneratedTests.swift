import AssayKit
import Foundation
import TestKit
import Testing

/// Descriptions made of constructs of OpenAPI by chance: each loads, its draft is lint clean, and its mock keeps the draft.
struct OpenAPIGeneratedTests {
  private static let seeds: [UInt64] =
    ProcessInfo.processInfo.environment["ASSAY_SEEDS"]?.split(separator: ",").compactMap { UInt64($0) } ?? [1, 2, 3]

  @Test(arguments: GeneratedDescription.constructs, seeds)
  func draftOfOneConstructVerifiesItsOwnMock(_ construct: String, seed: UInt64) async throws {
    try await Self.check(GeneratedDescription(seed: seed, of: [construct]))
  }

  @Test(arguments: seeds) func draftOfAllConstructsVerifiesItsOwnMock(_ seed: UInt64) async throws {
    try await Self.check(GeneratedDescription(seed: seed, of: GeneratedDescription.constructs))
  }

  private static func check(_ description: GeneratedDescription) async throws {
    for name in GeneratedDescription.variables { setenv(name, "4f1c-not-a-word", 1) }
    let folder = try TemporaryFolder()
    let path = folder.path("openapi.json")
    try description.text.write(to: URL(filePath: path))
    try await DraftTests.check([path], in: folder)
  }
}
