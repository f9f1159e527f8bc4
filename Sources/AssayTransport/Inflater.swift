import CZlib

/// A content coding that is decoded with zlib.
enum CodingFormat {
  /// The gzip format of RFC 1952, with any number of members (section 2.2).
  case gzip
  /// The zlib format of RFC 1950, or raw RFC 1951 data, as some servers send it (RFC 9110 section 8.4.1.2).
  case deflate

  init?(_ name: String) {
    switch name {
    case "gzip", "x-gzip": self = .gzip
    case "deflate": self = .deflate
    default: return nil
    }
  }
}

/// A decoder for one content coding of one body, which returns the result block by block.
final class Inflater {
  /// The result of decoding some bytes.
  enum Step {
    /// A decoded block, valid until the next call.
    case block(UnsafeBufferPointer<UInt8>)
    /// All input bytes are decoded, and more are needed.
    case needsMore
    case malformed
    /// The end of the coded data is followed by other bytes that are not a gzip member.
    case leftover
  }

  private let format: CodingFormat
  private let stream: UnsafeMutablePointer<z_stream>
  private let block: UnsafeMutablePointer<UInt8>
  private static let blockSize = 64 << 10
  /// The first two bytes of the input, which show which of the two formats of `deflate` is used.
  private var lead: [UInt8] = []
  private var hasBegun = false
  /// True if the input may end after the bytes decoded so far.
  private(set) var isAtEnd = false

  init(_ format: CodingFormat) {
    self.format = format
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
    block = .allocate(capacity: Self.blockSize)
  }

  deinit {
    if hasBegun { inflateEnd(stream) }
    stream.deallocate()
    block.deallocate()
  }

  /// Decodes the beginning of `input`, and removes the bytes used from it.
  func inflate(_ input: inout UnsafeBufferPointer<UInt8>) -> Step {
    while true {
      if !lead.isEmpty, hasBegun {
        // What it took to tell the formats apart goes first.
        let (step, used) = lead.withUnsafeBufferPointer { unfold($0) }
        lead.removeFirst(used)
        if let step { return step }
      } else if input.isEmpty {
        // A block that was full may have left more.
        return hasBegun && stream.pointee.avail_out == 0 ? unfold(input).step ?? .needsMore : .needsMore
      } else if !hasBegun {
        guard begin(&input) else { return .malformed }
      } else {
        let (step, used) = unfold(input)
        input = UnsafeBufferPointer(rebasing: input[used...])
        if let step { return step }
      }
    }
  }

  /// Initialises zlib for the format; for `deflate`, only after two bytes, which show the format. Returns false if the
  /// initialisation failed.
  private func begin(_ input: inout UnsafeBufferPointer<UInt8>) -> Bool {
    var windowBits = 15 + 16
    if format == .deflate {
      lead.append(input[0])
      input = UnsafeBufferPointer(rebasing: input[1...])
      guard lead.count == 2 else { return true }
      // RFC 1950 section 2.2: the method in the first four bits, and a check over both bytes.
      let isWrapped = lead[0] & 0x0F == 8 && (Int(lead[0]) << 8 + Int(lead[1])) % 31 == 0
      windowBits = isWrapped ? 15 : -15
    }
    hasBegun = assay_inflate_begin(stream, CInt(windowBits)) == Z_OK
    return hasBegun
  }

  private func unfold(_ input: UnsafeBufferPointer<UInt8>) -> (step: Step?, used: Int) {
    if isAtEnd, let first = input.first {
      // A further member begins as the first one did.
      guard format == .gzip, first == 0x1F, inflateReset(stream) == Z_OK else { return (.leftover, 0) }
      isAtEnd = false
    }
    stream.pointee.next_in = UnsafeMutablePointer(mutating: input.baseAddress)
    stream.pointee.avail_in = CUnsignedInt(clamping: input.count)
    stream.pointee.next_out = block
    stream.pointee.avail_out = CUnsignedInt(Self.blockSize)
    let code = CZlib.inflate(stream, Z_SYNC_FLUSH)
    let used = input.count - Int(stream.pointee.avail_in)
    let made = Self.blockSize - Int(stream.pointee.avail_out)
    isAtEnd = code == Z_STREAM_END
    guard [Z_OK, Z_STREAM_END, Z_BUF_ERROR].contains(code) else { return (.malformed, used) }
    return (made > 0 ? .block(UnsafeBufferPointer(start: block, count: made)) : nil, used)
  }
}
