import AssayJSON

/// The positions of names in a list, found without a copy of the name that is looked for.
struct NamePositions: Sendable {
  let list: [[UInt8]]
  private let keys: [NameTable.Key]
  /// Buckets of positions, a power of two of them, at least half empty.
  private let buckets: [Int32]

  /// The names of `list` must differ.
  init(_ list: [[UInt8]]) {
    self.list = list
    keys = list.map { name in name.withUnsafeBufferPointer(Self.key) }
    var size = 4
    while size < list.count * 2 { size *= 2 }
    var buckets = Array(repeating: Int32(-1), count: size)
    for (position, key) in keys.enumerated() {
      var bucket = Int(key.hash & UInt64(size - 1))
      while buckets[bucket] >= 0 { bucket = (bucket + 1) & (size - 1) }
      buckets[bucket] = Int32(position)
    }
    self.buckets = buckets
  }

  /// The position of a member's name, or `nil` where it is not in the list.
  subscript(member: JSONMember) -> Int? {
    member.keyValue.withStringBytes { name in
      let key = Self.key(name)
      var bucket = Int(key.hash & UInt64(buckets.count - 1))
      while true {
        let position = Int(buckets[bucket])
        if position < 0 { return nil }
        let other = keys[position]
        if other.length == key.length, other.head == key.head, other.tail == key.tail,
          key.length <= 16 || list[position].elementsEqual(name)
        {
          return position
        }
        bucket = (bucket + 1) & (buckets.count - 1)
      }
    }
  }

  private static func key(_ name: UnsafeBufferPointer<UInt8>) -> NameTable.Key {
    name.baseAddress.map { NameTable.Key($0, name.count, end: $0 + name.count) } ?? .empty
  }
}
