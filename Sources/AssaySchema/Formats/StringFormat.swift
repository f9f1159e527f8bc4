import AssayRegex

/// A format that strings can be checked against (2020-12 section 7.3).
enum StringFormat: UInt8, Sendable, CaseIterable {
  case dateTime
  case date
  case time
  case duration
  case email
  case idnEmail
  case hostname
  case idnHostname
  case ipv4
  case ipv6
  case uri
  case uriReference
  case iri
  case iriReference
  case uriTemplate
  case uuid
  case jsonPointer
  case relativeJsonPointer
  case regex

  /// Returns the format that a draft calls `name`; an unknown format accepts everything.
  static func named(_ name: String, in dialect: SchemaDialect) -> StringFormat? {
    guard let format = table[name], format.since <= dialect else { return nil }
    return format
  }

  static let table: [String: StringFormat] = [
    "date-time": .dateTime, "date": .date, "time": .time, "duration": .duration, "email": .email,
    "idn-email": .idnEmail, "hostname": .hostname, "idn-hostname": .idnHostname, "ipv4": .ipv4, "ipv6": .ipv6,
    "uri": .uri, "uri-reference": .uriReference, "iri": .iri, "iri-reference": .iriReference,
    "uri-template": .uriTemplate, "uuid": .uuid, "json-pointer": .jsonPointer,
    "relative-json-pointer": .relativeJsonPointer, "regex": .regex,
  ]

  fileprivate var since: SchemaDialect {
    switch self {
    case .dateTime, .email, .hostname, .ipv4, .ipv6, .uri, .regex: .draft4
    case .date, .time, .idnEmail, .idnHostname, .iri, .iriReference, .relativeJsonPointer: .draft7
    case .duration, .uuid: .draft2019_09
    case .uriReference, .uriTemplate, .jsonPointer: .draft6
    }
  }

  /// The description of a string in this format, with an article: `an e-mail address`.
  var article: String {
    switch self {
    case .dateTime: "an RFC 3339 date and time"
    case .date: "an RFC 3339 date"
    case .time: "an RFC 3339 time"
    case .duration: "an ISO 8601 duration"
    case .email: "an e-mail address"
    case .idnEmail: "an internationalised e-mail address"
    case .hostname: "a host name"
    case .idnHostname: "an internationalised host name"
    case .ipv4: "an IPv4 address"
    case .ipv6: "an IPv6 address"
    case .uri: "a URI"
    case .uriReference: "a URI reference"
    case .iri: "an IRI"
    case .iriReference: "an IRI reference"
    case .uriTemplate: "a URI template"
    case .uuid: "a UUID"
    case .jsonPointer: "a JSON Pointer"
    case .relativeJsonPointer: "a relative JSON Pointer"
    case .regex: "an ECMA-262 regular expression"
    }
  }

  /// Returns true if a string's UTF-8 bytes match the format.
  func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    switch self {
    case .dateTime: DateTimeFormat.acceptsDateTime(bytes)
    case .date: DateTimeFormat.acceptsDate(bytes)
    case .time: DateTimeFormat.acceptsTime(bytes)
    case .duration: DurationFormat.accepts(bytes)
    case .email: EmailFormat.acceptsASCII(bytes)
    case .idnEmail: EmailFormat.acceptsUnicode(bytes)
    case .hostname: HostnameFormat.acceptsASCII(bytes)
    case .idnHostname: HostnameFormat.acceptsUnicode(bytes)
    case .ipv4: IPAddressFormat.acceptsVersion4(bytes)
    case .ipv6: IPAddressFormat.acceptsVersion6(bytes)
    case .uri: URIFormat.acceptsURI(bytes)
    case .uriReference: URIFormat.acceptsURIReference(bytes)
    case .iri: URIFormat.acceptsIRI(bytes)
    case .iriReference: URIFormat.acceptsIRIReference(bytes)
    case .uriTemplate: URITemplateFormat.accepts(bytes)
    case .uuid: UUIDFormat.accepts(bytes)
    case .jsonPointer: JSONPointerFormat.accepts(bytes)
    case .relativeJsonPointer: JSONPointerFormat.acceptsRelative(bytes)
    case .regex: RegexFormat.accepts(bytes)
    }
  }
}

/// `regex`: the syntax of ECMA-262, look-around and back-references included.
enum RegexFormat {
  /// The longest text that is read; its tree takes fifty times the memory. What is longer is not called wrong.
  private static let longest = 1 << 18

  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    bytes.count > longest || ECMARegex.isSyntacticallyValid(String(decoding: bytes, as: UTF8.self))
  }
}

/// `uuid`: RFC 4122 section 3.
enum UUIDFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == 36 else { return false }
    for (position, byte) in bytes.enumerated() {
      switch position {
      case 8, 13, 18, 23: if byte != 0x2D { return false }
      default: if !ASCII.isHexDigit(byte) { return false }
      }
    }
    return true
  }
}

/// `json-pointer` (RFC 6901 section 5) and `relative-json-pointer`.
enum JSONPointerFormat {
  static func accepts(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = bytes.first else { return true }
    guard first == 0x2F else { return false }
    for (position, byte) in bytes.enumerated() where byte == 0x7E {
      guard position + 1 < bytes.count, bytes[position + 1] == 0x30 || bytes[position + 1] == 0x31 else { return false }
    }
    return true
  }

  static func acceptsRelative(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var cursor = ByteCursor(bytes)
    let startsWithZero = cursor.peek == 0x30
    guard let digits = cursor.digits(), digits == 1 || !startsWithZero else { return false }
    if cursor.skip(0x23) { return cursor.isAtEnd }
    return accepts(UnsafeBufferPointer(rebasing: bytes[cursor.position...]))
  }
}

extension SchemaDialect {
  /// The names of the formats that the draft defines, in alphabetical order.
  package var formats: [String] { StringFormat.table.filter { $1.since <= self }.map(\.key).sorted() }
}
