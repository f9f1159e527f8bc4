/// A hash of values that is the same for equal values, in any notation.
///
/// The hash uses the process's own seed, so that no document can be made to cause collisions. The tape is read from its
/// end, so that the contents of a value are hashed before the value: nesting uses heap, never stack.
struct JSONHash {
  private let document: Unmanaged<JSONDocument>
  private let entries: UnsafePointer<JSONTapeEntry>
  private let text: UnsafeBufferPointer<UInt8>
  private let first: Int
  /// The hash of each entry on the tape, from the first entry of the value.
  private let hashes: UnsafeMutableBufferPointer<UInt64>
  private static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))
  private let seed = JSONHash.seed

  static func of(_ value: JSONValue) -> UInt64 { hashes(value) { hashes, _ in hashes[0] } }

  /// Returns the hash of each item of an array.
  static func ofItems(_ array: JSONValue) -> [UInt64] {
    hashes(array) { hashes, first in array.items.map { hashes[$0.index - first] } }
  }

  private static func hashes<Result>(
    _ value: JSONValue,
    _ body: (UnsafeMutableBufferPointer<UInt64>, Int) -> Result
  ) -> Result {
    let end = Int(value.entry.next)
    return withExtendedLifetime(value.document) {
      value.document.bytes.withUnsafeBufferPointer { text in
        withUnsafeTemporaryAllocation(of: UInt64.self, capacity: end - value.index) { hashes in
          hashes.initialize(repeating: 0)
          let hash = JSONHash(
            document: .passUnretained(value.document),
            entries: value.document.entries,
            text: text,
            first: value.index,
            hashes: hashes
          )
          for index in (value.index..<end).reversed() { hashes[index - value.index] = hash.hash(index) }
          return body(hashes, value.index)
        }
      }
    }
  }

  /// Returns the hash of the value at a tape index; all values inside it must already be hashed.
  private func hash(_ index: Int) -> UInt64 {
    let entry = entries[index]
    let end = Int(entry.next)
    var hash = mix(UInt64(entry.kind.rawValue), seed)
    switch entry.kind {
    case .null, .true, .false: break
    case .number: hash = mix(hash, self.hash(number: entry, index))
    case .string: hash = mix(hash, self.hash(string: entry, index))
    case .array:
      var item = index + 1
      while item < end {
        hash = mix(hash, hashes[item - first])
        item = Int(entries[item].next)
      }
    case .object: hash = mix(hash, hasRepeatedNames(index) ? visibleSum(index) : sum(index))
    }
    return hash
  }

  // MARK: Objects

  /// Returns the hash of an object, which does not depend on the order of members.
  private func sum(_ object: Int) -> UInt64 {
    var sum: UInt64 = 0
    var key = object + 1
    while key < Int(entries[object].next) {
      sum &+= mix(hashes[key - first], hashes[key + 1 - first])
      key = Int(entries[key + 1].next)
    }
    return sum
  }

  /// Returns the hash of an object with duplicate keys: only the last member of each name counts.
  private func visibleSum(_ object: Int) -> UInt64 {
    JSONValue(document: document.takeUnretainedValue(), index: object).lastMembers.reduce(0) {
      $0 &+ mix(hashes[$1.keyValue.index - first], hashes[$1.value.index - first])
    }
  }

  private func hasRepeatedNames(_ object: Int) -> Bool {
    let end = Int(entries[object].next)
    let isSmall = JSONValue(document: document.takeUnretainedValue(), index: object).count <= Self.fewNames
    var names = Set<UInt64>()
    var key = object + 1
    while key < end {
      let name = hashes[key - first]
      if isSmall {
        var earlier = object + 1
        while earlier < key {
          if hashes[earlier - first] == name { return true }
          earlier = Int(entries[earlier + 1].next)
        }
      } else if !names.insert(name).inserted {
        return true
      }
      key = Int(entries[key + 1].next)
    }
    return false
  }

  /// The most names, or items, that are compared pair by pair, which needs no memory.
  static let fewNames = 16

  // MARK: Scalars

  private func hash(string entry: JSONTapeEntry, _ index: Int) -> UInt64 {
    if entry.hasEscapes {
      return JSONValue(document: document.takeUnretainedValue(), index: index).withStringBytes(hash(bytes:))
    }
    return hash(bytes: UnsafeBufferPointer(rebasing: text[Int(entry.start) + 1..<Int(entry.end) - 1]))
  }

  /// Returns a hash of a number's significant digits and the power of ten of the last one, the same for every notation
  /// of the number.
  private func hash(number entry: JSONTapeEntry, _ index: Int) -> UInt64 {
    if let (digits, exponent) = plainDecimal(entry) { return mix(digits, exponent) }
    guard let number = JSONValue(document: document.takeUnretainedValue(), index: index).number else { return 0 }
    let exponent = UInt64(bitPattern: Int64(number.exponent)) ^ (number.isNegative ? 1 << 63 : 0)
    guard number.digits.count > 18 else {
      return mix(number.digits.reduce(0) { $0 * 10 + UInt64($1) }, exponent)
    }
    return mix(number.digits.withUnsafeBufferPointer(hash(bytes:)), exponent)
  }

  /// Returns the significant digits as an integer, and the exponent with the sign; `nil` if the number has an exponent
  /// or more than 18 characters.
  private func plainDecimal(_ entry: JSONTapeEntry) -> (digits: UInt64, exponent: UInt64)? {
    let bytes = text[Int(entry.start)..<Int(entry.end)]
    guard bytes.count <= 18 else { return nil }
    var digits: UInt64 = 0
    var exponent = 0
    var isFraction = false
    for byte in bytes where byte != 0x2D {
      if byte == 0x2E {
        isFraction = true
      } else {
        guard byte &- 0x30 < 10 else { return nil }
        digits = digits &* 10 &+ UInt64(byte &- 0x30)
        if isFraction { exponent -= 1 }
      }
    }
    if digits == 0 { return (0, 0) }
    while digits % 10 == 0 {
      digits /= 10
      exponent += 1
    }
    return (digits, UInt64(bitPattern: Int64(exponent)) ^ (bytes.first == 0x2D ? 1 << 63 : 0))
  }

  private func hash(bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
    let raw = UnsafeRawBufferPointer(bytes)
    var hash = mix(UInt64(bytes.count), seed)
    var position = 0
    while position + 8 <= raw.count {
      hash = mix(hash, raw.loadUnaligned(fromByteOffset: position, as: UInt64.self))
      position += 8
    }
    var rest: UInt64 = 0
    while position < raw.count {
      rest = rest << 8 | UInt64(raw[position])
      position += 1
    }
    return mix(hash, rest)
  }

  /// Returns a hash of two 64-bit words that depends on the seed: both halves of their full product, combined.
  private func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ seed ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right ^ (seed >> 7 | seed << 57))
    return product.high ^ product.low
  }
}

extension JSONValue {
  /// The positions of the first two equal items of an array, and the second of them.
  package var firstRepetition: (first: Int, second: Int, item: JSONValue)? {
    let hashes = JSONHash.ofItems(self)
    // Where no two hashes are the same, no two items are, and nothing else is looked at.
    if hashes.count <= JSONHash.fewNames,
      !hashes.indices.contains(where: { hashes[($0 + 1)...].contains(hashes[$0]) })
    {
      return nil
    }
    var seen = Set<UInt64>(minimumCapacity: hashes.count)
    let repeated = Set(hashes.filter { !seen.insert($0).inserted })
    if repeated.isEmpty { return nil }
    var candidates: [UInt64: [(position: Int, item: JSONValue)]] = [:]
    for (position, (item, hash)) in zip(items, hashes).enumerated() where repeated.contains(hash) {
      if let other = candidates[hash]?.first(where: { $0.item == item }) { return (other.position, position, item) }
      candidates[hash, default: []].append((position, item))
    }
    return nil
  }
}
