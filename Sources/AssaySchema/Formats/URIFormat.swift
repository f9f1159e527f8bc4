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

  /// The parts of a reference, checked one after another by the grammar of RFC 3986 appendix A.
  private struct Parts {
    let bytes: UnsafeBufferPointer<UInt8>
    let isInternational: Bool

    init(_ bytes: UnsafeBufferPointer<UInt8>, isInternational: Bool) {
      self.bytes = bytes
      self.isInternational = isInternational
    }

    /// Returns true if the bytes are a valid reference, or, if `needsScheme`, a URI. Parses in one pass: each part ends
    /// at the first byte that it cannot contain.
    func accepts(needsScheme: Bool) -> Bool {
      let end = bytes.count
      var position = 0
      let mark = endOfScheme(end)
      if mark < end, bytes[mark] == 0x3A {
        guard mark > 0, ASCII.isLetter(bytes[0]) else { return false }
        position = mark &+ 1
      } else if needsScheme || first(of: .segmentEnd, mark, end).map({ bytes[$0] == 0x3A }) == true {
        // A first segment with a colon would be taken for a scheme (section 4.2).
        return false
      }
      if position &+ 1 < end, bytes[position] == 0x2F, bytes[position &+ 1] == 0x2F {
        let authority = position &+ 2
        // Mostly a name and nothing else.
        position = endOfText(authority, end, .name)
        if position < end, !ASCIISet.authorityEnd.contains(bytes[position]) {
          position = first(of: .authorityEnd, position, end) ?? end
          guard isAuthority(authority, position) else { return false }
        }
      }
      position = endOfText(position, end, .path)
      if position < end, bytes[position] == 0x3F { position = endOfText(position &+ 1, end, .query, isQuery: true) }
      if position < end, bytes[position] == 0x23 { position = endOfText(position &+ 1, end, .query) }
      return position == end
    }

    /// Returns the position of the first byte from `start` to `end` that is one of `delimiters`; `nil` if none exists.
    private func first(of delimiters: ASCIISet, _ start: Int, _ end: Int) -> Int? {
      bytes[start..<end].firstIndex(where: delimiters.contains)
    }

    private func endOfScheme(_ end: Int) -> Int {
      let allowed = ASCIISet.scheme
      var position = 0
      while position < end, allowed.contains(bytes[position]) { position &+= 1 }
      return position
    }

    private func isAuthority(_ start: Int, _ end: Int) -> Bool {
      var host = start
      let user = endOfText(start, end, .user)
      if user < end, bytes[user] == 0x40 { host = user &+ 1 }
      if host < end, bytes[host] == 0x5B {
        guard let close = bytes[host..<end].firstIndex(of: 0x5D), isLiteral(host + 1, close) else { return false }
        return close + 1 == end || (bytes[close + 1] == 0x3A && isPort(close + 2, end))
      }
      let colon = endOfText(host, end, .name)
      return colon == end || (bytes[colon] == 0x3A && isPort(colon + 1, end))
    }

    private func isPort(_ start: Int, _ end: Int) -> Bool { bytes[start..<end].allSatisfy(ASCII.isDigit) }

    /// Returns true if the bytes are a valid address in brackets: IPv6, or a future version (section 3.2.2).
    private func isLiteral(_ start: Int, _ end: Int) -> Bool {
      if start < end, bytes[start] | 0x20 == 0x76 {
        guard let dot = bytes[start..<end].firstIndex(of: 0x2E), dot > start + 1, dot + 1 < end else { return false }
        return bytes[(start + 1)..<dot].allSatisfy(ASCII.isHexDigit)
          && bytes[(dot + 1)..<end].allSatisfy {
            ASCII.isUnreserved($0) || ASCII.isSubDelimiter($0) || $0 == 0x3A
          }
      }
      return IPAddressFormat.acceptsVersion6(UnsafeBufferPointer(rebasing: bytes[start..<end]))
    }

    /// Returns the position up to which the text is allowed in a part of the reference: `allowed` characters,
    /// percent-encoded bytes and international characters.
    private func endOfText(_ start: Int, _ end: Int, _ allowed: ASCIISet, isQuery: Bool = false) -> Int {
      var position = start
      while position < end {
        let byte = bytes[position]
        if allowed.contains(byte) {
          position &+= 1
        } else if byte == 0x25 {
          guard position + 2 < end, ASCII.isHexDigit(bytes[position + 1]), ASCII.isHexDigit(bytes[position + 2]) else {
            return position
          }
          position += 3
        } else {
          guard byte >= 0x80, isInternational, let length = UTF8Sequence.length(in: bytes, at: position),
            isInternational(position, length, isQuery)
          else { return position }
          position += length
        }
      }
      return end
    }

    /// Returns true for `ucschar`, and for `iprivate` in a query (RFC 3987 section 2.2).
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

extension ASCIISet {
  /// The characters that can end the first path segment, or a scheme.
  fileprivate static let segmentEnd = ASCIISet(":/?#")
  fileprivate static let authorityEnd = ASCIISet("/?#")
  fileprivate static let scheme = ASCIISet(where: ASCII.isAlphanumeric, also: "+-.")
  fileprivate static let name = ASCIISet(where: { ASCII.isUnreserved($0) || ASCII.isSubDelimiter($0) })
  fileprivate static let user = name.union(":")
  fileprivate static let path = name.union(":@/")
  /// The characters allowed in a query or fragment.
  fileprivate static let query = path.union("?")
}
