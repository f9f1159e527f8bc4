import AssayJSON

/// The same value, written in another way that means the same to a client.
extension JSONValue {
  func withExtraMembers() -> JSONValue {
    rewritten { $0 + [("x_not_documented", .object([("note", .string("ignore me"))]))] }
  }

  func withReversedMembers() -> JSONValue { rewritten { $0.reversed() } }

  /// Each number written as `write` writes its text; an integer alone where that cannot write the others.
  func withNumbers(_ write: (String) -> String?) -> JSONValue {
    switch kind {
    case .number: write(text).flatMap { (try? JSONDocument(parsing: $0))?.root } ?? self
    case .array: .array(items.map { $0.withNumbers(write) })
    case .object: .object(members.map { ($0.key, $0.value.withNumbers(write)) })
    default: self
    }
  }

  /// `0.95` as `95e-2`, `45` as `450e-1`; what has an exponent already stays as it is.
  static func exponential(_ text: String) -> String? {
    guard !text.contains(where: { $0 == "e" || $0 == "E" }) else { return nil }
    let parts = text.split(separator: ".")
    guard parts.count == 2 else { return text == "0" ? "0e0" : "\(text)0e-1" }
    let sign = text.hasPrefix("-") ? "-" : ""
    let digits = (parts[0] + parts[1]).drop { $0 == "-" || $0 == "0" }
    return "\(sign)\(digits.isEmpty ? "0" : digits)e-\(parts[1].count)"
  }

  func withEscapes() -> JSONValue {
    switch kind {
    case .string:
      let bytes = document.bytes[byteRange]
      guard let first = bytes.dropFirst().first, (0x23...0x7E).contains(first), first != 0x5C else { return self }
      let escaped = Array("\"\\u00\(String(first, radix: 16))".utf8) + bytes.dropFirst(2)
      return (try? JSONDocument(parsing: escaped))?.root ?? self
    case .array: return .array(items.map { $0.withEscapes() })
    case .object: return .object(members.map { ($0.key, $0.value.withEscapes()) })
    default: return self
    }
  }

  func indented() -> JSONValue {
    var writer = JSONWriter(indent: "  ")
    write(to: &writer)
    return (try? JSONDocument(parsing: writer.text))?.root ?? self
  }

  private func write(to writer: inout JSONWriter) {
    switch kind {
    case .array:
      writer.beginArray()
      for item in items { item.write(to: &writer) }
      writer.endArray()
    case .object:
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    default: writer.value(self)
    }
  }

  private func rewritten(_ change: ([(String, JSONValue)]) -> [(String, JSONValue)]) -> JSONValue {
    switch kind {
    case .array: .array(items.map { $0.rewritten(change) })
    case .object: .object(change(members.map { ($0.key, $0.value.rewritten(change)) }))
    default: self
    }
  }
}
