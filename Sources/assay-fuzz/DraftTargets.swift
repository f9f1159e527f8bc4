import AssayDerive

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Documents that contracts are drafted from: whatever stands in one, its length bounds the work.
enum DraftTargets {
  /// A guide in Markdown, with the code of clients and calls of curl in it.
  static func guides(_ bytes: [UInt8]) {
    check(bytes) { _ = try? ContractDraft(guides: [(name: "guide.md", bytes: bytes)]) }
  }

  /// OpenAPI or Arazzo; it reads no other files.
  static func descriptions(_ bytes: [UInt8]) {
    check(bytes) {
      _ = try? ContractDraft(description: "api.yaml", bytes, base: nil) { (path) throws(DraftError) in
        throw .unreadable(file: path, line: 1, column: 1, reason: "the file does not exist")
      }
    }
  }

  /// A HAR file.
  static func archives(_ bytes: [UInt8]) {
    check(bytes) { _ = try? ContractDraft(recording: "recording.har", bytes) }
  }

  /// The processor's time that a document may take: at the least, and for each byte, in seconds.
  private static let (least, perByte) = (0.02, 0.000_02)
  /// The factor by which the sanitizers slow everything down, at the most.
  private static let slowdown = 10.0

  private static func check(_ bytes: [UInt8], _ draft: () -> Void) {
    let start = now()
    draft()
    let seconds = now() - start
    let most = slowdown * (least + perByte * Double(bytes.count))
    precondition(seconds <= most, "\(bytes.count) bytes took \(seconds) s, more than \(most) s")
  }

  /// The time this thread has had, which no other program adds to.
  private static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
