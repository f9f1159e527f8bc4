import CZlib

/// The gzip format (RFC 1952), for compressing bodies.
enum Gzip {
  /// Returns `bytes` as one member; `nil` if zlib has no memory, or there are too many bytes.
  static func coded(_ bytes: [UInt8]) -> [UInt8]? {
    var stream = z_stream()
    // 15 bits of window, and 16 for the wrapping of gzip in place of zlib's own.
    guard bytes.count <= Int(CUnsignedInt.max) / 2, assay_deflate_begin(&stream, 15 + 16) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let most = Int(deflateBound(&stream, CUnsignedLong(bytes.count)))
    var isDone = false
    let coded = [UInt8](unsafeUninitializedCapacity: most) { output, count in
      bytes.withUnsafeBufferPointer { input in
        stream.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
        stream.avail_in = CUnsignedInt(input.count)
        stream.next_out = output.baseAddress
        stream.avail_out = CUnsignedInt(most)
        isDone = deflate(&stream, Z_FINISH) == Z_STREAM_END
        count = most - Int(stream.avail_out)
      }
    }
    return isDone ? coded : nil
  }
}
