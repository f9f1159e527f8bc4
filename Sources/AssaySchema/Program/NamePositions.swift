import AssayJSON

/// A hash table from member names to their positions in a list; a lookup does not copy the name.
struct NamePositions: Sendable {
  let list: [[UInt8]]
  private let keys: [NameTable.Key]
  private let buckets: (positions: [Int32], bits: UInt64)

  /// Creates the table for `list`, whose names must differ.
  init(_ list: [[UInt8]]) {
    self.list = list
    keys = list.map { name in name.withUnsafeBufferPointer(Self.key) }
    buckets = NameTable.Key.buckets(keys)
  }

  /// The position of a member's name, or `nil` if it is not in the list.
  subscript(member: JSONMember) -> Int? {
    member.keyValue.withStringBytes { name in
      let key = Self.key(name)
      var bucket = key.bucket(of: buckets.bits)
      while true {
        let position = Int(buckets.positions[bucket])
        if position < 0 { return nil }
        let other = keys[position]
        if other.length == key.length, other.head == key.head, other.tail == key.tail,
          key.length <= 16 || list[position].elementsEqual(name)
        {
          return position
        }
        bucket += 1
      }
    }
  }

  private static func key(_ name: UnsafeBufferPointer<UInt8>) -> NameTable.Key {
    name.baseAddress.map { NameTable.Key($0, name.count, end: $0 + name.count) } ?? .empty
  }
}
