/// A place inside a JSON document (RFC 6901): reference tokens from the root down.
package struct JSONPointer: Hashable, Sendable {
  /// The unescaped reference tokens; none is the whole document.
  package var tokens: [String]

  package init(tokens: [String] = []) {
    self.tokens = tokens
  }

  /// Reads the string form (section 3): empty, or each token after a `/` with `~0` for `~` and `~1` for `/`.
  package init?(_ text: String) {
    guard !text.isEmpty else {
      tokens = []
      return
    }
    guard text.utf8.first == 0x2F else { return nil }
    tokens = []
    for part in text.utf8.dropFirst().split(separator: 0x2F, omittingEmptySubsequences: false) {
      guard let token = Self.unescape(part) else { return nil }
      tokens.append(token)
    }
  }

  /// Unescapes a token by bytes: a combining mark after a `/` or `~` would hide that character from `Character`-based
  /// code.
  private static func unescape(_ part: Substring.UTF8View) -> String? {
    var token: [UInt8] = []
    var iterator = part.makeIterator()
    while let byte = iterator.next() {
      guard byte == 0x7E else {
        token.append(byte)
        continue
      }
      switch iterator.next() {
      case 0x30: token.append(0x7E)
      case 0x31: token.append(0x2F)
      default: return nil
      }
    }
    return String(decoding: token, as: UTF8.self)
  }

  /// Returns this place with another token appended.
  package func appending(_ token: String) -> JSONPointer {
    var longer: [String] = []
    longer.reserveCapacity(tokens.count + 1)
    longer += tokens
    longer.append(token)
    return JSONPointer(tokens: longer)
  }
  /// Returns this place with an item's position, from 0, appended.
  package func appending(_ position: Int) -> JSONPointer { appending(String(position)) }
  /// Returns this place with all of `other` appended.
  package func appending(_ other: JSONPointer) -> JSONPointer { JSONPointer(tokens: tokens + other.tokens) }
  /// The place one token up, or `nil` at the root.
  package var parent: JSONPointer? { tokens.isEmpty ? nil : JSONPointer(tokens: tokens.dropLast()) }

  /// Returns the array position that a token names, without sign or leading zeros, as section 4 requires.
  package static func arrayIndex(_ token: String) -> Int? {
    guard token.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }), token == "0" || token.utf8.first != 0x30 else {
      return nil
    }
    return Int(token)
  }

  /// Returns true if `other` is this place or inside it.
  package func contains(_ other: JSONPointer) -> Bool {
    other.tokens.starts(with: tokens) { $0.isExactly($1) }
  }

  package static func == (left: JSONPointer, right: JSONPointer) -> Bool {
    left.tokens.elementsEqual(right.tokens) { $0.isExactly($1) }
  }

  package func hash(into hasher: inout Hasher) {
    for token in tokens { hasher.combine(ExactText(token)) }
  }
}

extension JSONPointer: CustomStringConvertible {
  /// The pointer as a string such as `/items/0` (RFC 6901 section 3).
  package var description: String {
    var text = ""
    text.reserveCapacity(tokens.reduce(0) { $0 + $1.utf8.count + 1 })
    for token in tokens {
      text += "/"
      guard token.utf8.contains(where: { $0 == 0x7E || $0 == 0x2F }) else {
        text += token
        continue
      }
      for scalar in token.unicodeScalars {
        switch scalar {
        case "~": text += "~0"
        case "/": text += "~1"
        default: text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}

extension JSONValue {
  /// The value at `pointer` below this one, or `nil` without one (RFC 6901 section 4).
  package subscript(pointer: JSONPointer) -> JSONValue? {
    var value = self
    for token in pointer.tokens {
      switch value.kind {
      case .object:
        guard let member = value[token] else { return nil }
        value = member
      case .array:
        guard let position = JSONPointer.arrayIndex(token), let item = value[position] else { return nil }
        value = item
      default: return nil
      }
    }
    return value
  }

}
