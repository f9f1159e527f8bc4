package import AssayContract
package import AssayFindings
package import AssayText
import Synchronization

/// The inputs the responder takes from the world around it, so that it stays pure itself.
package struct MockSurroundings: Sendable {
  /// The base URL of each server by its name.
  package var baseURLs: [String: String]
  /// The present moment in RFC 3339.
  package var now: @Sendable () -> String
  /// A new UUID (RFC 9562).
  package var uuid: @Sendable () -> String
  /// The bytes of a file, named relative to the contract.
  package var files: @Sendable (String) -> [UInt8]?
  /// Removes from the findings of a request the secrets that its client sent. `path` holds the parameters in its path,
  /// several of one name where it matches several templates.
  package var hide: Hiding

  package typealias Hiding =
    @Sendable (_ findings: [Finding], _ request: ServerRequest, _ path: [(name: String, value: String)]) -> [Finding]

  package init(
    baseURLs: [String: String],
    now: @escaping @Sendable () -> String,
    uuid: @escaping @Sendable () -> String,
    files: @escaping @Sendable (String) -> [UInt8]?,
    hide: @escaping Hiding = { findings, _, _ in findings }
  ) {
    self.baseURLs = baseURLs
    self.now = now
    self.uuid = uuid
    self.files = files
    self.hide = hide
  }
}

extension MockSurroundings {
  /// Surroundings that are the same in each run: free ports of their own, a clock that goes on by a millisecond with each look
  /// at it, UUIDs in a row, and, unless `files` are given, a few bytes for every file.
  package static func reproducible(
    for contract: Contract,
    files: @escaping @Sendable (String) -> [UInt8]? = { Array("the bytes of \($0)".utf8) }
  ) -> MockSurroundings {
    let count = Counter()
    let urls = contract.servers.enumerated().map { ($1.name, "http://127.0.0.1:\(40_000 + $0)") }
    return MockSurroundings(
      baseURLs: Dictionary(urls) { first, _ in first },
      now: { DateTime(millisecondsSinceEpoch: 1_700_000_000_000 + count.next()).withMilliseconds },
      uuid: { UUIDText.text(UInt64(count.next()) &* 0x9E37_79B9_7F4A_7C15, UInt64(count.next())) },
      files: files
    )
  }

  /// The beginning of what a request asks for, without what in it is secret: a secret is known as a whole, and may not be once
  /// it is cut.
  func shown(_ target: String, of request: ServerRequest, path: [(name: String, value: String)]) -> String {
    let told = Finding(level: .must, rule: .requestPath, place: Place(nil, .words(target)), message: target)
    return (hide([told], request, path).first?.message ?? "…").shortened(to: Finding.longestTarget)
  }

  /// The time of day of a client whose clock is a moment ahead: answers follow the events they report.
  package func timeOfClient() -> DateTime {
    DateTime(now())?.adding(.milliseconds(100)) ?? DateTime(millisecondsSinceEpoch: 0)
  }
}

/// Counts, from any thread.
private final class Counter: Sendable {
  private let value = Mutex(0)

  func next() -> Int {
    value.withLock { value in
      value += 1
      return value
    }
  }
}

/// The text of a UUID (RFC 9562).
enum UUIDText {
  /// A random one, version 4 (section 5.4).
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return text(generator.next(), generator.next())
  }

  /// One made of `high` and `low`, with version and variant set.
  static func text(_ high: UInt64, _ low: UInt64) -> String {
    let first = high & ~0xF000 | 0x4000
    let second = low & ~(0xC << 60) | 0x8 << 60
    let digits = Array(padded(first) + padded(second))
    let groups = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(digits[$0]) }
    return groups.joined(separator: "-")
  }

  private static func padded(_ number: UInt64) -> String {
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
