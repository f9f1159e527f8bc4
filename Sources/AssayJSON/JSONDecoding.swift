/// Decodes `Decodable` values from JSON; the counterpart of ``JSONEncoding``.
package enum JSONDecoding {
  /// Returns the value in `json`. Throws `DecodingError` if it does not have that type.
  package static func value<Value: Decodable>(_ type: Value.Type, from json: JSONValue) throws -> Value {
    let value: Any? =
      switch type {
      case is Bool.Type: json.bool
      case is String.Type: json.string
      case is Double.Type: json.double
      case let integer as any FixedWidthInteger.Type: json.kind == .number ? integer.read(json.text) : nil
      default: try Value(from: ValueDecoder(json: json))
      }
    guard let value = value as? Value else { throw mismatch(json, "is not a \(type)") }
    return value
  }

  fileprivate static func mismatch(_ json: JSONValue, _ words: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: [], debugDescription: "\(json.pointer) \(words)"))
  }
}

extension FixedWidthInteger {
  fileprivate static func read(_ text: String) -> Self? { Self(text) }
}

private struct ValueDecoder: Decoder {
  let json: JSONValue
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard json.kind == .object else { throw JSONDecoding.mismatch(json, "is not an object") }
    return KeyedDecodingContainer(Members<Key>(json: json))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard json.kind == .array else { throw JSONDecoding.mismatch(json, "is not an array") }
    return Items(json: json, items: json.items)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(json: json) }

  private struct Members<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let json: JSONValue
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { json.members.compactMap { Key(stringValue: $0.key) } }

    func contains(_ key: Key) -> Bool { json[key.stringValue] != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try member(key).isNull }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try JSONDecoding.value(type, from: member(key))
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws
      -> KeyedDecodingContainer<Nested>
    { try ValueDecoder(json: member(key)).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
      try ValueDecoder(json: member(key)).unkeyedContainer()
    }
    func superDecoder() -> any Decoder { ValueDecoder(json: json) }
    func superDecoder(forKey key: Key) throws -> any Decoder { ValueDecoder(json: try member(key)) }

    private func member(_ key: Key) throws -> JSONValue {
      guard let member = json[key.stringValue] else { throw JSONDecoding.mismatch(json, "has no \(key.stringValue)") }
      return member
    }
  }

  private struct Items: UnkeyedDecodingContainer {
    let json: JSONValue
    var items: JSONItems
    var currentIndex = 0
    var codingPath: [any CodingKey] { [] }
    var count: Int? { json.count }
    var isAtEnd: Bool { currentIndex >= json.count }

    mutating func decodeNil() throws -> Bool {
      var rest = items
      guard rest.next()?.isNull == true else { return false }
      _ = try next()
      return true
    }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
      try JSONDecoding.value(type, from: next())
    }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested>
    {
      try ValueDecoder(json: next()).container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
      try ValueDecoder(json: next()).unkeyedContainer()
    }
    mutating func superDecoder() throws -> any Decoder { ValueDecoder(json: try next()) }

    private mutating func next() throws -> JSONValue {
      guard let item = items.next() else { throw JSONDecoding.mismatch(json, "has too few items") }
      currentIndex += 1
      return item
    }
  }

  private struct Single: SingleValueDecodingContainer {
    let json: JSONValue
    var codingPath: [any CodingKey] { [] }

    func decodeNil() -> Bool { json.isNull }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try JSONDecoding.value(type, from: json) }
  }
}
