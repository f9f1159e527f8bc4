import AssayJSON

extension JSONWriter {
  mutating func member(_ key: String, _ value: String) {
    self.key(key)
    string(value)
  }

  mutating func member(_ key: String, _ value: Int) {
    self.key(key)
    integer(value)
  }

  mutating func member(_ key: String, _ value: Bool) {
    self.key(key)
    bool(value)
  }

  /// A time in microseconds, exact.
  mutating func member(_ key: String, _ value: Duration) {
    self.key(key)
    raw(DecimalDuration.text(value, in: .microseconds))
  }

  mutating func object(_ write: (inout JSONWriter) -> Void) {
    beginObject()
    write(&self)
    endObject()
  }

  mutating func object(_ key: String, _ write: (inout JSONWriter) -> Void) {
    self.key(key)
    object(write)
  }

  mutating func array<Item>(_ items: [Item], _ write: (Item, inout JSONWriter) -> Void) {
    beginArray()
    for item in items { write(item, &self) }
    endArray()
  }
}
