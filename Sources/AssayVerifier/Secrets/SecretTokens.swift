/// What each token stands for; several may stand for one value.
struct SecretTokens: Sendable {
  private let values: [[UInt8]: [UInt8]]

  init(_ secrets: [Secret] = []) {
    values = Dictionary(secrets.map { (Array($0.token.utf8), Array($0.value.utf8)) }) { first, _ in first }
  }

  var isEmpty: Bool { values.isEmpty }

  /// `text` with the values in the place of their tokens, each as `spelt` writes it.
  ///
  /// One pass: what looks like a token inside a value is part of the value.
  func replacing(in text: [UInt8], spelt: ([UInt8]) -> [UInt8] = { $0 }) -> [UInt8] {
    var result: [UInt8] = []
    var (end, cursor) = (0, 0)
    while let dollar = text[cursor...].firstIndex(of: 0x24) {
      cursor = dollar + 1
      // No token holds a brace between its own two.
      guard cursor < text.count, text[cursor] == 0x7B,
        let brace = text[(cursor + 1)...].firstIndex(where: { $0 == 0x7B || $0 == 0x7D }),
        let value = values[Array(text[dollar...brace])]
      else { continue }
      result += text[end..<dollar]
      result += spelt(value)
      (end, cursor) = (brace + 1, brace + 1)
    }
    return end == 0 ? text : result + text[end...]
  }
}
