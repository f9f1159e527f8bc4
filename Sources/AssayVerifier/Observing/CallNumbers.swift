import AssayJSON
import AssayText
import Synchronization

/// A counter of the calls of each scenario, which also provides the values of `$run` in each request.
final class CallNumbers: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  /// Returns the values of the next call of `scenario`: its own UUID and number, and the time.
  ///
  /// With one seed, the calls of a scenario have the same values, however many scenarios run at once. Steps made in
  /// parallel have separate UUIDs, derived from the id of their `check`; numbers follow the order in which the calls
  /// started.
  func next(of scenario: String, apartAs check: String? = nil, _ settings: RunSettings) -> JSONValue {
    let (number, own) = counts.withLock { counts in
      counts[scenario, default: 0] += 1
      let number = counts[scenario, default: 0]
      // No scenario has a slash in its name, and every check has one.
      guard let check else { return (number, number) }
      counts[check, default: 0] += 1
      return (number, counts[check, default: 0])
    }
    return .object([
      ("uuid", .string(Self.uuid(settings.seed, check ?? scenario, own))),
      ("now", .string(settings.now().description)),
      ("number", .integer(number)),
    ])
  }

  /// Returns a version 4 UUID (RFC 9562 section 5.4) derived from the arguments.
  private static func uuid(_ seed: UInt64, _ scenario: String, _ number: Int) -> String {
    // FNV-1a over the name, then SplitMix64 for each half.
    var state = seed
    for byte in scenario.utf8 { state = (state ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    state = state &+ UInt64(truncatingIfNeeded: number) &* 0xD134_2543_DE82_EF95
    func half() -> UInt64 {
      state = state &+ 0x9E37_79B9_7F4A_7C15
      var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
    let first = half() & 0xFFFF_FFFF_FFFF_0FFF | 0x4000
    let second = half() & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [first, second].map { half in
      let text = String(half, radix: 16)
      return String(repeating: "0", count: 16 - text.count) + text
    }.joined()
    var rest = digits[...]
    return [8, 4, 4, 4, 12].map { width in
      defer { rest = rest.dropFirst(width) }
      return rest.prefix(width)
    }.joined(separator: "-")
  }
}
