/// A parsed JSON text (RFC 8259): its bytes, and a flat tape with one entry a value.
///
/// Immutable once made, so that values of it can be read from any thread.
package final class JSONDocument: Sendable {
  /// The text as it was parsed.
  package let bytes: [UInt8]
  package let tape: [JSONTapeEntry]

  /// Parses `bytes`, which must be one JSON value with nothing but white space around it.
  package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    self.tape = try JSONParser.parse(bytes, limits: limits)
    self.bytes = bytes
  }

  /// Parses the UTF-8 of `text`.
  package convenience init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  /// A document of one scalar whose text is known to be right.
  init(bytes: [UInt8], kind: JSONKind) {
    self.bytes = bytes
    tape = [JSONTapeEntry(word: UInt32(kind.rawValue), start: 0, end: UInt32(bytes.count), next: 1)]
  }

  /// The one value the text consists of.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}
