/// Functions that write a whole member or item in one call.
extension JSONWriter {
  package mutating func member(_ key: String, _ value: Int) { member(key, raw: String(value)) }

  package mutating func member(_ key: String, _ value: Bool) { member(key, raw: value ? "true" : "false") }

  package mutating func member(_ key: String, raw json: String) {
    self.key(key)
    raw(json)
  }

  /// Writes an object, whose members `write` adds.
  package mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  package mutating func object(_ key: String, _ write: (inout JSONWriter) -> Void) {
    self.key(key)
    object(write)
  }

  package mutating func array<Item>(_ items: [Item], _ write: (Item, inout JSONWriter) -> Void) {
    beginArray()
    for item in items { write(item, &self) }
    endArray()
  }

  package mutating func array<Item>(_ key: String, _ items: [Item], _ write: (Item, inout JSONWriter) -> Void) {
    self.key(key)
    array(items, write)
  }
}
