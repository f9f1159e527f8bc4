import AssayDerive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Targets for documents from which contracts are drafted: the work must be limited by the document's length, whatever
/// it contains.
enum DraftTargets {
  /// Drafts from a guide in Markdown that contains client code and curl calls.
  static func guides(_ bytes: [UInt8]) {
    check(bytes) { _ = try? ContractDraft(guides: [(name: "guide.md", bytes: bytes)]) }
  }

  /// Drafts from OpenAPI or Arazzo, without reading other files.
  static func descriptions(_ bytes: [UInt8]) {
    check(bytes) {
      _ = try? ContractDraft(description: "api.yaml", bytes, base: nil) { (path) throws(DraftError) in
        throw .unreadable(file: path, line: 1, column: 1, reason: "the file does not exist")
      }
    }
  }

  /// Drafts from a HAR file.
  static func archives(_ bytes: [UInt8]) {
    check(bytes) { _ = try? ContractDraft(recording: "recording.har", bytes) }
  }

  /// Drafts from a GraphQL schema and operations, which a NUL separates; without one, from operations of a small schema.
  static func graphQL(_ bytes: [UInt8]) {
    let (first, second) = FuzzTarget.parts(of: bytes)
    let schema = second == nil ? Array("type Query { a(b: Int): Query c: [String!]! }".utf8) : first
    let files = [(name: "schema.graphql", bytes: schema), (name: "operations.graphql", bytes: second ?? first)]
    check(bytes) { _ = try? ContractDraft(graphQL: files, base: Array("{}".utf8)) }
  }

  /// The processor time that a document may take, in seconds: a minimum, and an amount for each byte.
  private static let (least, perByte) = (0.02, 0.000_02)
  /// The factor by which the sanitizers slow everything down, at the most.
  private static let slowdown = 10.0

  private static func check(_ bytes: [UInt8], _ draft: () -> Void) {
    let most = slowdown * (least + perByte * Double(bytes.count))
    var seconds = duration(of: draft)
    // Another program may slow down one of two, as it takes the place in the caches.
    if seconds > most { seconds = duration(of: draft) }
    precondition(seconds <= most, "\(bytes.count) bytes took \(seconds) s, more than \(most) s")
  }

  private static func duration(of draft: () -> Void) -> Double {
    let start = now()
    draft()
    return now() - start
  }

  /// Returns the processor time of this thread, which other programs affect little.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
