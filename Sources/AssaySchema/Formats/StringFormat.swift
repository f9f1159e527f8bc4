/// A format strings can be held to (2020-12 section 7.3).
struct StringFormat: Sendable {
  /// What a string of the format is called, with an article.
  var article: String
  /// Whether a string's UTF-8 is of the format.
  var accepts: @Sendable (UnsafeBufferPointer<UInt8>) -> Bool

  /// The format a draft knows by `name`; one it does not know accepts everything.
  static func named(_ name: String, in dialect: SchemaDialect) -> StringFormat? {
    guard let entry = table[name], entry.since <= dialect else { return nil }
    return entry.format
  }

  private static let table: [String: (since: SchemaDialect, format: StringFormat)] = [
    "date-time": (.draft4, .init(article: "an RFC 3339 date and time", accepts: DateTimeFormat.acceptsDateTime)),
    "date": (.draft7, .init(article: "an RFC 3339 date", accepts: DateTimeFormat.acceptsDate)),
    "time": (.draft7, .init(article: "an RFC 3339 time", accepts: DateTimeFormat.acceptsTime)),
    "duration": (.draft2019_09, .init(article: "an ISO 8601 duration", accepts: DurationFormat.accepts)),
    "email": (.draft4, .init(article: "an e-mail address", accepts: EmailFormat.acceptsASCII)),
    "idn-email": (.draft7, .init(article: "an internationalised e-mail address", accepts: EmailFormat.acceptsUnicode)),
    "hostname": (.draft4, .init(article: "a host name", accepts: HostnameFormat.acceptsASCII)),
    "idn-hostname": (.draft7, .init(article: "an internationalised host name", accepts: HostnameFormat.acceptsUnicode)),
    "ipv4": (.draft4, .init(article: "an IPv4 address", accepts: IPAddressFormat.acceptsVersion4)),
    "ipv6": (.draft4, .init(article: "an IPv6 address", accepts: IPAddressFormat.acceptsVersion6)),
    "uri": (.draft4, .init(article: "a URI", accepts: URIFormat.acceptsURI)),
    "uri-reference": (.draft6, .init(article: "a URI reference", accepts: URIFormat.acceptsURIReference)),
    "iri": (.draft7, .init(article: "an IRI", accepts: URIFormat.acceptsIRI)),
    "iri-reference": (.draft7, .init(article: "an IRI reference", accepts: URIFormat.acceptsIRIReference)),
    "uri-template": (.draft6, .init(article: "a URI template", accepts: URITemplateFormat.accepts)),
    "uuid": (.draft2019_09, .init(article: "a UUID", accepts: UUIDFormat.accepts)),
    "json-pointer": (.draft6, .init(article: "a JSON Pointer", accepts: JSONPointerFormat.accepts)),
    "relative-json-pointer": (
      .draft7, .init(article: "a relative JSON Pointer", accepts: JSONPointerFormat.acceptsRelative)
    ),
    "regex": (.draft4, .init(article: "an ECMA-262 regular expression", accepts: RegexFormat.accepts)),
  ]
}
