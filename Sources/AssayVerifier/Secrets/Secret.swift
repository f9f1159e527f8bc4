/// A value that must never be shown, and the token that stands for it.
package struct Secret: Sendable, Hashable {
  /// What is shown in its place, `${NAME}`.
  package var token: String
  package var value: String

  package init(name: String, value: String) {
    token = "${\(name)}"
    self.value = value
  }

  /// Shorter values are too common to be searched for in answers; they are still never printed by their place.
  static let shortest = 4

  /// The spellings in which the value can come back, longest first: as it is, percent-encoded, JSON-escaped, Base64.
  var spellings: [[UInt8]] {
    guard value.utf8.count >= Self.shortest else { return [] }
    let raw = Array(value.utf8)
    let json = SecretSpelling.jsonEscaped(raw, slashes: false)
    let percent = SecretSpelling.percentEncoded(raw)
    var all: Set<[UInt8]> = [raw, json, SecretSpelling.jsonEscaped(raw, slashes: true), percent]
    for plain in [raw, json] {
      all.insert(SecretSpelling.lowercasedHex(SecretSpelling.percentEncoded(plain)))
      all.insert(SecretSpelling.percentEncoded(plain))
      all.insert(SecretSpelling.formEncoded(plain))
    }
    for encoded in [raw, json, percent] { all.formUnion(SecretSpelling.base64(encoded)) }
    return all.sorted { $0.count != $1.count ? $0.count > $1.count : $0.lexicographicallyPrecedes($1) }
  }
}
