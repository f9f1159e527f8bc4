/// A lookup table for names by their bytes. It compares the length, the first eight and the last eight bytes, and all
/// bytes only for long names.
struct NameTable {
  /// The entry for one name.
  struct Slot {
    var key: Key
    /// The offset in `text` of the bytes of the name.
    var offset: UInt32
    /// The entry points of the schema that applies to a member of this name.
    var schema: EntryPoints
    /// The bit that stands for the name in a set of names, if it is required or has dependencies; otherwise 0.
    var bit: UInt64
    /// True if the name is among the `properties`.
    var isProperty: Bool
    /// True if nothing but the name's schema applies to a member of this name.
    var isComplete: Bool

    @inline(__always)
    func holds(_ other: Key, _ start: UnsafePointer<UInt8>, _ text: UnsafePointer<UInt8>) -> Bool {
      guard key.head == other.head, key.tail == other.tail, key.length == other.length else { return false }
      return key.length <= 16 || Self.isEqual(start, text + Int(offset), Int(key.length))
    }

    /// Returns true if two names of `count` bytes are equal between their first eight and last eight bytes.
    private static func isEqual(_ left: UnsafePointer<UInt8>, _ right: UnsafePointer<UInt8>, _ count: Int) -> Bool {
      var position = 8
      while position &+ 8 < count {
        let first = UnsafeRawPointer(left + position).loadUnaligned(as: UInt64.self)
        if first != UnsafeRawPointer(right + position).loadUnaligned(as: UInt64.self) { return false }
        position &+= 8
      }
      return true
    }
  }

  /// A name's length and its first and last eight bytes, for fast comparison.
  struct Key {
    /// The first eight bytes, or all of a shorter name.
    var head: UInt64
    /// The last eight bytes; of a name shorter than that, the same as `head`.
    var tail: UInt64
    var length: UInt32

    static let empty = Key(head: 0, tail: 0, length: 0)
    /// The key of the extra slot at the end of a table, which equals no name, so that a guess may point to it.
    static let none = Key(head: 0, tail: 0, length: .max)
  }

  /// The entries of all names, followed by one with the key `none`.
  var slots: UnsafePointer<Slot>
  var count: Int
  /// The bytes of all names.
  var text: UnsafePointer<UInt8>
  /// The hash buckets, which contain positions in `slots`. Most are empty, so that most names that are not in the table
  /// are recognised with one load.
  var buckets: (positions: UnsafePointer<Int32>, bits: UInt64)
}

extension NameTable.Key {
  /// Reads the name of `length` bytes at `start`; does not read at or after `end`.
  @inline(__always)
  init(_ start: UnsafePointer<UInt8>, _ length: Int, end: UnsafePointer<UInt8>) {
    self.length = UInt32(truncatingIfNeeded: length)
    let raw = UnsafeRawPointer(start)
    if length >= 8 {
      head = raw.loadUnaligned(as: UInt64.self)
      tail = (raw + (length &- 8)).loadUnaligned(as: UInt64.self)
    } else {
      if end - start >= 8 {
        let word = raw.loadUnaligned(as: UInt64.self).littleEndian
        head = UInt64(littleEndian: word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1))
      } else {
        head = Self.gathered(start, length)
      }
      tail = head
    }
  }

  @inline(never)
  private static func gathered(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    var word: UInt64 = 0
    for position in 0..<length { word |= UInt64(start[position]) << UInt64(position * 8) }
    return UInt64(littleEndian: word)
  }

  /// The bucket of the name in a table of two to the power of `bits` buckets.
  @inline(__always)
  func bucket(of bits: UInt64) -> Int {
    let mixed = (head ^ (tail &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(length)) &* 0xBF58_476D_1CE4_E5B9
    return Int(truncatingIfNeeded: mixed &>> (64 &- bits))
  }

  /// Returns the buckets of a table with these names: the position of each in the list, in the first empty bucket from
  /// its own on; -1 in empty ones, of which the last is one.
  static func buckets(_ keys: some Collection<NameTable.Key>) -> (positions: [Int32], bits: UInt64) {
    var bits: UInt64 = 3
    while 1 << bits < keys.count * 4 { bits += 1 }
    var positions = Array(repeating: Int32(-1), count: (1 << bits) + keys.count + 1)
    for (position, key) in keys.enumerated() {
      var bucket = key.bucket(of: bits)
      while positions[bucket] >= 0 { bucket += 1 }
      positions[bucket] = Int32(position)
    }
    return (positions, bits)
  }
}

// Tables are searched where they are: a copy for each call would cost more than the search.
extension UnsafePointer<NameTable> {
  /// Returns the entry of the name at `start`; `nil` if none exists. The entry at `expected` is tried first.
  @inline(__always)
  func slot(
    of key: NameTable.Key,
    _ start: UnsafePointer<UInt8>,
    expecting expected: UnsafePointer<NameTable.Slot>
  ) -> UnsafePointer<NameTable.Slot>? {
    expected.pointee.holds(key, start, pointee.text) ? expected : slot(of: key, start)
  }

  /// Returns the entry of the name at `start`, whose key is `key`; `nil` if none exists.
  @inline(__always)
  func slot(of key: NameTable.Key, _ start: UnsafePointer<UInt8>) -> UnsafePointer<NameTable.Slot>? {
    var bucket = key.bucket(of: pointee.buckets.bits)
    while true {
      let position = Int(pointee.buckets.positions[bucket])
      if position < 0 { return nil }
      let slot = pointee.slots + position
      if slot.pointee.holds(key, start, pointee.text) { return slot }
      // The last bucket is empty.
      bucket &+= 1
    }
  }
}
