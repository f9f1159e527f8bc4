/// JSON texts one after the other, read as the array of them: a line each, or a JSON text sequence (RFC 7464).
package enum JSONLines {
  /// Parses `bytes`, each text of which has to be JSON; the error's place is that in all of them.
  ///
  /// Blank lines are no texts. `limits` bind each text and the array.
  package static func array(parsing bytes: [UInt8], isSequence: Bool, limits: JSONLimits) throws(JSONError) -> JSONValue
  {
    let separator: UInt8 = isSequence ? 0x1E : 0x0A
    var array: [UInt8] = [UInt8(ascii: "[")]
    var start = bytes.startIndex
    while start < bytes.endIndex {
      let end = bytes[start...].firstIndex(of: separator) ?? bytes.endIndex
      let text = bytes[start..<end]
      if !text.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D || $0 == 0x0A }) {
        do throws(JSONError) { _ = try JSONDocument(parsing: Array(text), limits: limits) } catch {
          throw JSONError(error.reason, at: error.offset + start)
        }
        if array.count > 1 { array.append(UInt8(ascii: ",")) }
        array += text
      }
      start = end + 1
    }
    return try JSONDocument(parsing: array + [UInt8(ascii: "]")], limits: limits).root
  }

  /// The items of an array, each on a line or after a separator of its own.
  package static func text(of array: JSONValue, isSequence: Bool) -> String {
    array.items.map { (isSequence ? "\u{1E}" : "") + $0.compactText + "\n" }.joined()
  }
}
