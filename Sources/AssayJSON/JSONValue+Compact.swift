extension JSONValue {
  /// The text on one line: no white space between its tokens but a blank after each comma and colon.
  package var compactText: String {
    var result: [UInt8] = []
    var isInString = false
    var isEscaped = false
    for byte in document.bytes[byteRange] {
      if isInString {
        result.append(byte)
        if isEscaped {
          isEscaped = false
        } else if byte == 0x5C {
          isEscaped = true
        } else if byte == 0x22 {
          isInString = false
        }
        continue
      }
      if byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { continue }
      if byte == 0x22 { isInString = true }
      result.append(byte)
      if byte == 0x2C || byte == 0x3A { result.append(0x20) }
    }
    return String(decoding: result, as: UTF8.self)
  }
}
