package import AssayJSON
import AssayText

extension JSONValue {
  /// The value as a message shows it; a long text is cut, and its length is added.
  package var brief: String {
    let limit = 60
    let length = byteRange.count
    switch kind {
    case .null, .true, .false, .number: return length <= limit ? text : "\(cut(limit))… (\(length) digits)"
    case .string: return length <= limit ? text : "\(cut(limit))…\" (\(length - 2) bytes)"
    case .array, .object: return container
    }
  }

  /// The text of an array or object on one line: complete if short, otherwise its beginning and its size.
  private var container: String {
    let (text, isWhole) = compactText(limit: 60)
    if isWhole { return text }
    return kind == .array
      ? "\(text)…] (\(count.counted("item")))" : "\(text)…} (\(count.counted("member")))"
  }

  private func cut(_ length: Int) -> String {
    // A cut inside a character would show as a replacement character.
    var end = byteRange.lowerBound + length
    while end > byteRange.lowerBound, document.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    return String(decoding: document.bytes[byteRange.lowerBound..<end], as: UTF8.self)
  }

  /// The value with the name of its type after it, as a finding shows it: `"0.92" (string)`.
  package var described: String {
    switch kind {
    case .null, .true, .false: text
    case .string where byteRange.count > 60: "\(cut(60))…\" (string, \(byteRange.count - 2) bytes)"
    case .number, .string: "\(brief) (\(kind.typeName))"
    case .array, .object: byteRange.count <= 60 ? "\(brief) (\(kind.typeName))" : brief
    }
  }
}
