/// A value that must never be shown, and the token that stands for it.
package struct Secret: Sendable, Hashable {
  /// What is shown in its place, `${NAME}`.
  package var token: String
  package var value: String

  /// Names a value. What would end a token or a JSON string is not taken into the token.
  package init(name: String, value: String) {
    let safe = String(decoding: name.utf8.map { $0 < 0x20 || "\"\\{}".utf8.contains($0) ? 0x5F : $0 }, as: UTF8.self)
    token = "${\(safe)}"
    self.value = value
  }

  /// Shorter values are too common to be searched for in answers; they are still never printed by their place.
  static let shortest = 4

  /// What is searched for, in a text and in the text behind its escapes: the value, and what becomes of it in Base64.
  var patterns: Set<[UInt8]> {
    guard value.utf8.count >= Self.shortest else { return [] }
    let raw = Array(value.utf8)
    let json = SecretSpelling.jsonEscaped(raw, slashes: false)
    let percent = SecretSpelling.percentEncoded(raw)
    var all: Set<[UInt8]> = [raw, json, SecretSpelling.jsonEscaped(raw, slashes: true)]
    for encoded in [raw, json, percent] { all.formUnion(SecretSpelling.base64(encoded)) }
    return all
  }
}
