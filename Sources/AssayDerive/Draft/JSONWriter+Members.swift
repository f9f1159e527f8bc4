import AssayJSON

/// Members of objects in one call.
extension JSONWriter {
  mutating func member(_ name: String, _ text: String) {
    key(name)
    string(text)
  }

  mutating func member(_ name: String, raw json: String) {
    key(name)
    raw(json)
  }

  mutating func member(_ name: String, bool truth: Bool) {
    key(name)
    bool(truth)
  }

  mutating func beginObject(_ name: String) {
    key(name)
    beginObject()
  }

  mutating func beginArray(_ name: String) {
    key(name)
    beginArray()
  }

  mutating func strings(_ name: String, _ texts: some Sequence<String>) {
    beginArray(name)
    for text in texts { string(text) }
    endArray()
  }
}
