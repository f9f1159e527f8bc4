/// Names to be found by their bytes: length and ends first, all of them only where they are long.
struct NameTable {
  /// One name.
  struct Slot {
    /// The first eight bytes, as many as there are.
    var head: UInt64
    /// The last eight bytes of a name longer than that.
    var tail: UInt64
    var length: UInt32
    /// Where all bytes are in the program's text.
    var offset: UInt32
    /// What the name stands for: a schema.
    var node: UInt32
    /// The bit of a required name, 0 for others.
    var bit: UInt64
  }

  var slots: UnsafePointer<Slot>
  var count: Int
  /// Buckets of slot positions, a power of two of them; none for short tables.
  var buckets: UnsafePointer<Int32>?
  var mask: UInt64

  /// The bytes of a name as slots hold them.
  struct Key {
    var head: UInt64
    var tail: UInt64
    var length: UInt32

    /// Reads the name of `length` bytes at `start`; nothing at or behind `end` is touched.
    @inline(__always)
    init(_ start: UnsafePointer<UInt8>, _ length: Int, end: UnsafePointer<UInt8>) {
      self.length = UInt32(truncatingIfNeeded: length)
      let raw = UnsafeRawPointer(start)
      if length >= 8 {
        head = raw.loadUnaligned(as: UInt64.self)
        tail = length > 8 ? (raw + (length &- 8)).loadUnaligned(as: UInt64.self) : 0
      } else {
        tail = 0
        if end - start >= 8 {
          let word = raw.loadUnaligned(as: UInt64.self).littleEndian
          head = UInt64(littleEndian: word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1))
        } else {
          head = Key.gathered(start, length)
        }
      }
    }

    @inline(never)
    private static func gathered(_ start: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
      var word: UInt64 = 0
      for position in 0..<length { word |= UInt64(start[position]) << UInt64(position * 8) }
      return UInt64(littleEndian: word)
    }

    @inline(__always)
    var hash: UInt64 {
      var mixed = head ^ (tail &* 0x9E37_79B9_7F4A_7C15) ^ UInt64(length)
      mixed = mixed &* 0xBF58_476D_1CE4_E5B9
      return mixed ^ (mixed >> 32)
    }
  }

  /// The position of the slot for a name; `guess` is looked at first. -1 where there is none.
  @inline(__always)
  func position(of key: Key, _ start: UnsafePointer<UInt8>, guess: Int, names: UnsafePointer<UInt8>) -> Int {
    if guess < count, matches(slots + guess, key, start, names) { return guess }
    return search(key, start, names)
  }

  private func search(_ key: Key, _ start: UnsafePointer<UInt8>, _ names: UnsafePointer<UInt8>) -> Int {
    guard let buckets else {
      for position in 0..<count where matches(slots + position, key, start, names) { return position }
      return -1
    }
    var bucket = key.hash & mask
    while true {
      let position = Int(buckets[Int(bucket)])
      if position < 0 { return -1 }
      if matches(slots + position, key, start, names) { return position }
      bucket = (bucket &+ 1) & mask
    }
  }

  @inline(__always)
  private func matches(
    _ slot: UnsafePointer<Slot>,
    _ key: Key,
    _ start: UnsafePointer<UInt8>,
    _ names: UnsafePointer<UInt8>
  ) -> Bool {
    guard slot.pointee.head == key.head, slot.pointee.length == key.length, slot.pointee.tail == key.tail else {
      return false
    }
    return key.length <= 16 || Self.isEqual(start, names + Int(slot.pointee.offset), Int(key.length))
  }

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
