/// A hash of values that is the same for equal ones, however they are written.
///
/// Seeded with the process's own seed, so that no document can be made to have its values collide. Reads the tape from
/// its end, where what is inside a value has been hashed before the value: nesting costs heap, never stack.
struct JSONHash {
  private let document: JSONDocument
  private let first: Int
  /// The hashes of the entries from the first one on.
  private var hashes: [UInt64]
  private static let seed = UInt64(bitPattern: Int64(Hasher().finalize()))

  static func of(_ value: JSONValue) -> UInt64 {
    var hash = JSONHash(value)
    for index in (value.index..<Int(value.entry.next)).reversed() { hash.add(index) }
    return hash.hashes[0]
  }

  private init(_ value: JSONValue) {
    document = value.document
    first = value.index
    hashes = Array(repeating: 0, count: Int(value.entry.next) - value.index)
  }

  private mutating func add(_ index: Int) {
    let value = JSONValue(document: document, index: index)
    let kind = value.kind
    var hash = Self.mix(UInt64(kind.rawValue), Self.seed)
    switch kind {
    case .null, .true, .false: break
    case .number: hash = Self.mix(hash, Self.hash(number: value))
    case .string: hash = Self.mix(hash, value.withStringBytes(Self.hash(bytes:)))
    case .array:
      for item in value.items { hash = Self.mix(hash, hashes[item.index - first]) }
    case .object:
      var sum: UInt64 = 0
      for member in visibleMembers(value) {
        sum &+= Self.mix(hashes[member.keyValue.index - first], hashes[member.value.index - first])
      }
      hash = Self.mix(hash, sum)
    }
    hashes[index - first] = hash
  }

  /// The members, without those a later one of the same name hides from readers.
  private func visibleMembers(_ object: JSONValue) -> [JSONMember] {
    var names: Set<UInt64> = []
    let isUnambiguous = object.members.allSatisfy { names.insert(hashes[$0.keyValue.index - first]).inserted }
    return isUnambiguous ? Array(object.members) : object.lastMembers
  }

  /// Hashes the digits between the zeros at the ends, and the power of ten of the last.
  private static func hash(number value: JSONValue) -> UInt64 {
    guard let number = value.number else { return 0 }
    let digits = number.digits.withUnsafeBufferPointer(hash(bytes:))
    return mix(digits, UInt64(bitPattern: Int64(number.exponent)) ^ (number.isNegative ? 1 << 63 : 0))
  }

  private static func hash(bytes: UnsafeBufferPointer<UInt8>) -> UInt64 {
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

  /// Folds the full product of two words that depend on the seed.
  private static func mix(_ left: UInt64, _ right: UInt64) -> UInt64 {
    let product = (left ^ seed ^ 0x9E37_79B9_7F4A_7C15).multipliedFullWidth(by: right ^ (seed >> 7 | seed << 57))
    return product.high ^ product.low
  }
}
