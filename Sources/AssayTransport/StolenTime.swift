#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The time that the host of a virtual machine takes from it: the steal of each processor in `/proc/stat`
/// (proc_stat(5)).
///
/// Only Linux reports it; on other systems the result is always 0.
package final class StolenTime {
  /// The file descriptor; below 0 if the file cannot be opened.
  private let file = open("/proc/stat", O_RDONLY | O_CLOEXEC)
  private var last: [Int64] = []
  private var buffer = [UInt8](repeating: 0, count: 1 << 14)

  package init() {}

  deinit { if file >= 0 { close(file) } }

  /// Returns the time taken since the last call, in nanoseconds, from the processor from which most was taken.
  func sinceLast() -> Int64 {
    guard file >= 0 else { return 0 }
    let count = pread(file, &buffer, buffer.count, 0)
    let now = Self.ticks(in: buffer.prefix(max(0, count)))
    defer { last = now }
    return (zip(now, last).map { $0 - $1 }.max() ?? 0) * Self.tick
  }

  /// Returns the steal time of each processor in a `/proc/stat`, in clock ticks: the eighth number after its name.
  package static func ticks(in text: some Collection<UInt8>) -> [Int64] {
    text.split(separator: UInt8(ascii: "\n")).prefix { $0.starts(with: "cpu".utf8) }.dropFirst().map { line in
      let fields = line.split(separator: UInt8(ascii: " "))
      return fields.count > 8 ? Int64(String(decoding: fields[8], as: UTF8.self)) ?? 0 : 0
    }
  }

  /// The length of a clock tick in nanoseconds.
  private static let tick = 1_000_000_000 / Int64(max(1, sysconf(CInt(_SC_CLK_TCK))))
}
