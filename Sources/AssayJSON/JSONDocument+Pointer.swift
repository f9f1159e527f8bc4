extension JSONDocument {
  /// The pointer to the value at a tape index; a key's is that of its member.
  package func pointer(to index: Int) -> JSONPointer {
    var tokens: [String] = []
    var current = root
    while current.index < index {
      guard let (token, child) = current.step(towards: index) else { break }
      tokens.append(token)
      current = child
    }
    return JSONPointer(tokens: tokens)
  }
}

extension JSONValue {
  /// The place of the value in its document.
  package var pointer: JSONPointer { document.pointer(to: index) }

  /// The child that is, or holds, the value at `target`, and its token.
  fileprivate func step(towards target: Int) -> (String, JSONValue)? {
    switch kind {
    case .array:
      for (position, item) in items.enumerated() where target < Int(item.entry.next) { return (String(position), item) }
    case .object:
      for member in members where target < Int(member.value.entry.next) { return (member.key, member.value) }
    default: break
    }
    return nil
  }
}
