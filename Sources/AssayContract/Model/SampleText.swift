/// The simplest texts, which stand for a value where nobody gave one.
package enum SampleText {
  /// One that keeps the format of JSON Schema or OpenAPI called `name`; `nil` where none is known.
  package static func ofFormat(_ name: String) -> String? { formats[name] }

  /// `stem` with at least and at most so many characters.
  package static func text(_ stem: String = "text", least: Int, most: Int) -> String {
    String((stem + String(repeating: "x", count: max(0, least - stem.count))).prefix(max(0, most)))
  }

  private static let formats = [
    "date-time": "2026-01-15T10:30:00Z", "date": "2026-01-15", "time": "10:30:00Z", "duration": "PT1H",
    "email": "name@example.com", "idn-email": "name@example.com", "hostname": "example.com",
    "idn-hostname": "example.com", "ipv4": "127.0.0.1", "ipv6": "::1", "uri": "https://example.com/",
    "uri-reference": "/text", "iri": "https://example.com/", "iri-reference": "/text", "uri-template": "/{name}",
    "url": "https://example.com/", "uuid": "123e4567-e89b-12d3-a456-426614174000", "json-pointer": "/text",
    "relative-json-pointer": "0", "regex": "text", "byte": "dGV4dA==",
  ]
}
