package import AssayJSON

extension JSONValue {
  /// The value's place in its document, found by walking down to it: for messages, never on the passing path.
  package var pointer: JSONPointer {
    var tokens: [String] = []
    var current = document.root
    while current.index != index {
      guard let (token, child) = child(of: current) else { return JSONPointer(tokens: tokens) }
      tokens.append(token)
      current = child
    }
    return JSONPointer(tokens: tokens)
  }

  private func child(of parent: JSONValue) -> (String, JSONValue)? {
    for (position, item) in parent.items.enumerated() where Int(item.entry.next) > index {
      return (String(position), item)
    }
    for member in parent.members where Int(member.value.entry.next) > index { return (member.key, member.value) }
    return nil
  }

  /// The value as a message shows it, with its type where the text alone does not tell; cut where it is long.
  package var brief: String {
    let limit = 60
    let length = byteRange.count
    switch kind {
    case .null, .true, .false, .number: return length <= limit ? text : "\(cut(limit))… (\(length) digits)"
    case .string: return length <= limit ? text : "\(cut(limit))…\" (\(length - 2) bytes)"
    case .array: return length <= limit ? text : "an array of \(count) item\(count == 1 ? "" : "s")"
    case .object: return length <= limit ? text : "an object of \(count) member\(count == 1 ? "" : "s")"
    }
  }

  private func cut(_ length: Int) -> String {
    // A cut inside a character would show as a replacement character.
    var end = byteRange.lowerBound + length
    while end > byteRange.lowerBound, document.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: document.bytes[byteRange.lowerBound..<end], as: UTF8.self)
  }
}

extension JSONValue {
  /// The value with the name of its type behind it, as a finding shows what came: `"0.92" (string)`.
  package var described: String {
    switch kind {
    case .null, .true, .false: text
    case .number, .string: "\(brief) (\(kind.typeName))"
    case .array, .object: byteRange.count <= 60 ? "\(text) (\(kind.typeName))" : brief
    }
  }
}
