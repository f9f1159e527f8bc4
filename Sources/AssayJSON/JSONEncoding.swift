/// Encodes `Encodable` values as JSON, for data that one run of Assay stores for another.
package enum JSONEncoding {
  /// Returns the JSON text of `value`. Throws the errors of the value's own `encode(to:)`.
  package static func text(of value: some Encodable) throws -> String {
    let place = EncodedPlace()
    try place.put(value)
    return place.text
  }
}

/// A value of the JSON text while it is being encoded; containers fill it in.
private final class EncodedPlace {
  private enum Content {
    case scalar(String)
    case array([EncodedPlace])
    case object([(name: String, place: EncodedPlace)])
  }

  private var content = Content.scalar("null")

  var text: String {
    switch content {
    case .scalar(let text): text
    case .array(let items): "[" + items.map(\.text).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSONEscapes.quote($0.name) + ":" + $0.place.text }.joined(separator: ",") + "}"
    }
  }

  func put<Value: Encodable>(_ value: Value) throws {
    switch value {
    case let truth as Bool: content = .scalar(truth ? "true" : "false")
    case let text as String: content = .scalar(JSONEscapes.quote(text))
    case let number as any BinaryInteger: content = .scalar("\(number)")
    case let number as Double: content = .scalar("\(number)")
    default: try value.encode(to: ValueEncoder(place: self))
    }
  }

  func beginObject() { if case .object = content {} else { content = .object([]) } }
  func beginArray() { if case .array = content {} else { content = .array([]) } }

  func member(_ name: String) -> EncodedPlace {
    let place = EncodedPlace()
    if case .object(let members) = content { content = .object(members + [(name, place)]) }
    return place
  }

  func item() -> EncodedPlace {
    let place = EncodedPlace()
    if case .array(var items) = content {
      content = .scalar("null")
      items.append(place)
      content = .array(items)
    }
    return place
  }

  var count: Int { if case .array(let items) = content { items.count } else { 0 } }
}

private struct ValueEncoder: Encoder {
  let place: EncodedPlace
  var codingPath: [any CodingKey] { [] }
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    place.beginObject()
    return KeyedEncodingContainer(Members<Key>(place: place))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    place.beginArray()
    return Items(place: place)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(place: place) }

  private struct Members<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }

    func encodeNil(forKey key: Key) { _ = place.member(key.stringValue) }
    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try place.member(key.stringValue).put(value)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<
      Nested
    > { superEncoder(key.stringValue).container(keyedBy: type) }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      superEncoder(key.stringValue).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { superEncoder("super") }
    func superEncoder(forKey key: Key) -> any Encoder { superEncoder(key.stringValue) }
    private func superEncoder(_ name: String) -> ValueEncoder { ValueEncoder(place: place.member(name)) }
  }

  private struct Items: UnkeyedEncodingContainer {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }
    var count: Int { place.count }

    func encodeNil() { _ = place.item() }
    func encode<Value: Encodable>(_ value: Value) throws { try place.item().put(value) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      ValueEncoder(place: place.item()).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      ValueEncoder(place: place.item()).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { ValueEncoder(place: place.item()) }
  }

  private struct Single: SingleValueEncodingContainer {
    let place: EncodedPlace
    var codingPath: [any CodingKey] { [] }

    func encodeNil() {}
    func encode<Value: Encodable>(_ value: Value) throws { try place.put(value) }
  }
}
