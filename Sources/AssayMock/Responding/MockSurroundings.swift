package import AssayContract
package import AssayFindings
package import AssayText
import Synchronization

/// The external inputs of the responder, which itself is pure.
package struct MockSurroundings: Sendable {
  /// The base URL of each server, by name.
  package var baseURLs: [String: String]
  /// Returns the current time in RFC 3339.
  package var now: @Sendable () -> String
  /// Returns a new UUID (RFC 9562).
  package var uuid: @Sendable () -> String
  /// Returns the bytes of a file, named relative to the contract; `nil` if it cannot be read.
  package var files: @Sendable (String) -> [UInt8]?
  /// Removes from the findings of a request the secrets that its client sent. `path` has the parameters in its path,
  /// with repeated names if it matches several templates.
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
  /// Returns surroundings that are the same in each run: fixed ports, a clock that advances by a millisecond each time
  /// it is read, consecutive UUIDs, and, unless `files` are given, a few bytes for every file.
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

  /// Returns the start of the request target for display, without secrets. Secrets are removed before the target is
  /// shortened, since a cut secret would not be recognised.
  func shown(_ target: String, of request: ServerRequest, path: [(name: String, value: String)]) -> String {
    let told = Finding(level: .must, rule: .requestPath, place: Place(nil, .words(target)), message: target)
    return (hide([told], request, path).first?.message ?? "…").shortened(to: Finding.longestTarget)
  }

  /// Returns the time of day of a client whose clock is slightly ahead: responses follow the events they report.
  package func timeOfClient() -> DateTime {
    DateTime(now())?.adding(.milliseconds(100)) ?? DateTime(millisecondsSinceEpoch: 0)
  }
}

/// A thread-safe counter.
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
  /// Returns a random UUID, version 4 (section 5.4).
  static func random() -> String {
    var generator = SystemRandomNumberGenerator()
    return text(generator.next(), generator.next())
  }

  /// Returns a UUID made from `high` and `low`, with version and variant set.
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
