/// A parsed JSON text (RFC 8259): its bytes, and a flat tape with one entry a value.
///
/// Immutable once made, so that values of it can be read from any thread; hence the unchecked conformance.
package final class JSONDocument: @unchecked Sendable {
  /// The text as it was parsed.
  package let bytes: [UInt8]
  /// The tape's memory, which the document owns.
  package let entries: UnsafePointer<JSONTapeEntry>
  package let entryCount: Int

  /// Parses `bytes`, which must be one JSON value with nothing but white space around it.
  package init(parsing bytes: [UInt8], limits: JSONLimits = JSONLimits()) throws(JSONError) {
    let tape = try JSONParser.parse(bytes, limits: limits)
    self.bytes = bytes
    entries = UnsafePointer(tape.entries)
    entryCount = tape.count
  }

  /// Parses the UTF-8 of `text`.
  package convenience init(parsing text: String, limits: JSONLimits = JSONLimits()) throws(JSONError) {
    try self.init(parsing: Array(text.utf8), limits: limits)
  }

  deinit { entries.deallocate() }

  /// The entry at a tape index.
  package func entry(at index: Int) -> JSONTapeEntry {
    precondition(index >= 0 && index < entryCount, "an index of another document")
    return withExtendedLifetime(self) { entries[index] }
  }

  package var tape: JSONTape { JSONTape(self) }

  /// The one value the text consists of.
  package var root: JSONValue { JSONValue(document: self, index: 0) }
}
