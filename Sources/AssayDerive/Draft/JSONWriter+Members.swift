import AssayJSON

/// Members of objects in one call. Those of numbers, truth values and raw JSON are those of `JSONWriter` itself.
extension JSONWriter {
  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  mutating func member(_ name: String, _ texts: some Sequence<String>) {
    beginArray(name)
    for text in texts { string(text) }
    endArray()
  }

  mutating func beginObject(_ name: String) {
    key(name)
    beginObject()
  }

  mutating func beginArray(_ name: String) {
    key(name)
    beginArray()
  }
}
