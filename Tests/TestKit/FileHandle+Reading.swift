package import Foundation

extension FileHandle {
  /// What comes next; empty at the end. Foundation's own reading traps where a signal interrupts it.
  package var nextPiece: Data {
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = readBytes(fileDescriptor, &bytes, bytes.count)
      if count >= 0 { return Data(bytes[..<count]) }
      if errno != EINTR { return Data() }
    }
  }

  /// All that comes until the end.
  package var rest: Data {
    var all = Data()
    while case let piece = nextPiece, !piece.isEmpty { all += piece }
    return all
  }
}

// Inside the extension `read` is the handle's own.
private func readBytes(_ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int) -> Int {
  read(descriptor, bytes, count)
}
