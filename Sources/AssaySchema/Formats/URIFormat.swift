import AssayJSON

/// `uri`, `uri-reference` (RFC 3986) and their internationalised siblings `iri`, `iri-reference` (RFC 3987).
enum URIFormat {
  static func acceptsURI(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    Parts(bytes, isInternational: false).accepts(needsScheme: true)
  }
  static func acceptsURIReference(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    Parts(bytes, isInternational: false).accepts(needsScheme: false)
  }
  static func acceptsIRI(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    Parts(bytes, isInternational: true).accepts(needsScheme: true)
  }
  static func acceptsIRIReference(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    Parts(bytes, isInternational: true).accepts(needsScheme: false)
  }

  /// The grammar of RFC 3986 appendix A, a part at a time.
  private struct Parts {
    let bytes: UnsafeBufferPointer<UInt8>
    let isInternational: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, isInternational: Bool) {
      self.bytes = bytes
      self.isInternational = isInternational
    }

    func accepts(needsScheme: Bool) -> Bool {
      var start = 0
      var end = bytes.count
      if let hash = index(of: 0x23, start, end) {
        guard isText(hash + 1, end, also: "/?:@", isQuery: false) else { return false }
        end = hash
      }
      if let mark = index(of: 0x3F, start, end) {
        guard isText(mark + 1, end, also: "/?:@", isQuery: true) else { return false }
        end = mark
      }
      let slash = index(of: 0x2F, start, end) ?? end
      if let colon = index(of: 0x3A, start, slash) {
        if isScheme(start, colon) {
          start = colon + 1
        } else {
          return false
        }
      } else if needsScheme {
        return false
      }
      if start + 1 < end, bytes[start] == 0x2F, bytes[start + 1] == 0x2F {
        let path = index(of: 0x2F, start + 2, end) ?? end
        guard isAuthority(start + 2, path) else { return false }
        start = path
      }
      return isText(start, end, also: "/:@", isQuery: false)
    }

    private func index(of byte: UInt8, _ start: Int, _ end: Int) -> Int? {
      start < end ? bytes[start..<end].firstIndex(of: byte) : nil
    }

    private func isScheme(_ start: Int, _ end: Int) -> Bool {
      guard start < end, ASCII.isLetter(bytes[start]) else { return false }
      return bytes[start..<end].allSatisfy {
        ASCII.isAlphanumeric($0) || $0 == 0x2B || $0 == 0x2D || $0 == 0x2E
      }
    }

    private func isAuthority(_ start: Int, _ end: Int) -> Bool {
      var host = start
      if let at = bytes[start..<end].lastIndex(of: 0x40) {
        guard isText(start, at, also: ":", isQuery: false) else { return false }
        host = at + 1
      }
      if host < end, bytes[host] == 0x5B {
        guard let close = index(of: 0x5D, host, end), isLiteral(host + 1, close) else { return false }
        return close + 1 == end || (bytes[close + 1] == 0x3A && isPort(close + 2, end))
      }
      let colon = index(of: 0x3A, host, end) ?? end
      return isText(host, colon, also: "", isQuery: false) && (colon == end || isPort(colon + 1, end))
    }

    private func isPort(_ start: Int, _ end: Int) -> Bool { bytes[start..<end].allSatisfy(ASCII.isDigit) }

    /// An address in brackets: IPv6, or a future version (section 3.2.2).
    private func isLiteral(_ start: Int, _ end: Int) -> Bool {
      if start < end, bytes[start] | 0x20 == 0x76 {
        guard let dot = index(of: 0x2E, start, end), dot > start + 1, dot + 1 < end else { return false }
        return bytes[(start + 1)..<dot].allSatisfy(ASCII.isHexDigit)
          && bytes[(dot + 1)..<end].allSatisfy {
            ASCII.isUnreserved($0) || ASCII.isSubDelimiter($0) || $0 == 0x3A
          }
      }
      return IPAddressFormat.acceptsVersion6(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    /// Unreserved characters, sub-delimiters, percent-encoded bytes, and what `also` names.
    private func isText(_ start: Int, _ end: Int, also: StaticString, isQuery: Bool) -> Bool {
      let extra = UnsafeBufferPointer(start: also.utf8Start, count: also.utf8CodeUnitCount)
      var position = start
      while position < end {
        let byte = bytes[position]
        if byte == 0x25 {
          guard position + 2 < end, ASCII.isHexDigit(bytes[position + 1]), ASCII.isHexDigit(bytes[position + 2]) else {
            return false
          }
          position += 3
        } else if byte >= 0x80 {
          guard isInternational, let length = UTF8Sequence.length(in: bytes, at: position),
            isInternational(position, length, isQuery)
          else { return false }
          position += length
        } else if ASCII.isUnreserved(byte) || ASCII.isSubDelimiter(byte) || extra.contains(byte) {
          position += 1
        } else {
          return false
        }
      }
      return true
    }

    /// `ucschar`, and `iprivate` in a query (RFC 3987 section 2.2).
    private func isInternational(_ start: Int, _ length: Int, _ isQuery: Bool) -> Bool {
      guard let scalar = String(decoding: bytes[start..<(start + length)], as: UTF8.self).unicodeScalars.first else {
        return false
      }
      switch scalar.value {
      case 0xA0...0xD7FF, 0xF900...0xFDCF, 0xFDF0...0xFFEF: return true
      case 0x10000...0xEFFFF: return scalar.value & 0xFFFE != 0xFFFE && !(0xE0000...0xE0FFF).contains(scalar.value)
      case 0xE000...0xF8FF, 0xF0000...0xFFFFD, 0x100000...0x10FFFD: return isQuery
      default: return false
      }
    }
  }
}
