/// Sample texts for each string format of JSON Schema and OpenAPI.
package enum FormatSample {
  /// Returns an ordinary example of the format `name`; `nil` for an unknown format.
  package static func plain(_ name: String) -> String? { texts[name]?.plain }

  /// Returns an unusual but valid example of the format `name`; `nil` for an unknown format.
  static func rare(_ name: String) -> String? { texts[name]?.rare }

  /// Returns `stem` extended or shortened to a number of characters from `least` to `most`.
  package static func text(_ stem: String = "text", least: Int, most: Int) -> String {
    String((stem + String(repeating: "x", count: max(0, least - stem.count))).prefix(max(0, most)))
  }

  private static let texts: [String: (plain: String, rare: String?)] = [
    "date-time": ("2026-01-15T10:30:00Z", "2024-02-29T23:59:59.123456+14:00"), "date": ("2026-01-15", "2024-02-29"),
    "time": ("10:30:00Z", "23:59:59.5Z"), "duration": ("PT1H", "P1Y2M3DT4H5M6S"),
    "email": ("name@example.com", "a+b.c@mail.example.org"), "idn-email": ("name@example.com", "žąsis@example.org"),
    "hostname": ("example.com", "xn--bcher-kva.example"), "idn-hostname": ("example.com", "bücher.example"),
    "ipv4": ("127.0.0.1", "255.255.255.255"), "ipv6": ("::1", "2001:db8::ffff:192.0.2.1"),
    "uri": ("https://example.com/", "urn:example:a%20b?c=d#e"), "uri-reference": ("/text", "../a?b#c"),
    "iri": ("https://example.com/", "https://example.org/ž?ą"), "iri-reference": ("/text", "../ž"),
    "uri-template": ("/{name}", "/a{?b*,c:3}"), "url": ("https://example.com/", nil),
    "uuid": ("123e4567-e89b-12d3-a456-426614174000", "00000000-0000-0000-0000-000000000000"),
    "json-pointer": ("/text", "/a~1b/~0/0"), "relative-json-pointer": ("0", "1/a"), "regex": ("text", "^(?:a|b)+$"),
    "byte": ("dGV4dA==", nil),
  ]
}
