/// The smallest words of HTTP's grammar.
package enum HTTPToken {
  /// Whether `text` is a token: a method, a field name (RFC 9110 section 5.6.2).
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23, 0x24, 0x25, 0x26, 0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E, 0x5F, 0x60, 0x7C, 0x7E: true
        default: false
        }
      }
  }

  /// Whether `text` may stand as a field value: nothing in it ends the line (RFC 9110 section 5.5).
  package static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0x0A && $0 != 0x0D && $0 != 0 }
  }
}

extension Substring {
  /// Without the spaces and tabs around it (OWS, RFC 9110 section 5.6.3).
  var trimmingBlanks: Substring {
    var text = self
    while let last = text.utf8.last, last == 0x20 || last == 0x09 { text.removeLast() }
    return text.drop { $0 == " " || $0 == "\t" }
  }
}
