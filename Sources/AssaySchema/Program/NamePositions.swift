import AssayJSON

/// A hash table from member names to their positions in a list; a lookup does not copy the name.
struct NamePositions: Sendable {
  let list: [[UInt8]]
  private let keys: [NameTable.Key]
  /// The hash buckets of positions; their number is a power of two, and at least half are empty.
  private let buckets: [Int32]

  /// Creates the table for `list`, whose names must differ.
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

  /// The position of a member's name, or `nil` if it is not in the list.
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
