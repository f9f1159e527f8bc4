import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Bodies stored in an unnamed file that disappears with the process, so that a recording of any size needs little
/// memory.
final class BodyFile: Sendable {
  private struct State {
    /// The file descriptor; -1 before the first body, or if no file can be made.
    var descriptor: Int32 = -1
    var isMade = false
    var size = 0
  }

  private let state = Mutex(State())
  /// The minimum size, in bytes, of a body that is stored in the file.
  private static let least = 1 << 14

  deinit {
    let descriptor = state.withLock { $0.descriptor }
    if descriptor >= 0 { close(descriptor) }
  }

  /// Appends `bytes` to the file and returns their byte range there; `nil` if they are fewer than the minimum or the
  /// file cannot be written.
  func put(_ bytes: [UInt8]) -> Range<Int>? {
    guard bytes.count >= Self.least else { return nil }
    return state.withLock { state in
      if !state.isMade { (state.descriptor, state.isMade) = (Self.make(), true) }
      guard state.descriptor >= 0, lseek(state.descriptor, off_t(state.size), SEEK_SET) >= 0,
        FileAccess.writeAll(bytes, to: state.descriptor) == nil
      else { return nil }
      defer { state.size += bytes.count }
      return state.size..<state.size + bytes.count
    }
  }

  /// Returns the bytes in a range that ``put(_:)`` returned; fewer if the system cannot read them.
  func bytes(in place: Range<Int>) -> [UInt8] {
    state.withLock { state in
      [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
        while count < place.count {
          let rest = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[count...])
          let read = pread(state.descriptor, rest.baseAddress, rest.count, off_t(place.lowerBound + count))
          if read < 0, errno == EINTR { continue }
          guard read > 0 else { return }
          count += read
        }
      }
    }
  }

  private static func make() -> Int32 {
    let folder = SystemClock.environment("TMPDIR") ?? "/tmp"
    var template = Array("\(folder)/assay.XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { return -1 }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(template)
    return descriptor
  }
}
