import AssayHTTP
import Testing

struct Base64Tests {
  /// RFC 4648 section 10.
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func codes(plain: String, encoded: String) {
    #expect(Base64.encode(Array(plain.utf8)) == encoded)
    #expect(Base64.decode(encoded) == Array(plain.utf8))
  }

  @Test func keepsEveryByte() {
    for length in 0...300 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ length) }
      #expect(Base64.decode(Base64.encode(bytes)) == bytes)
    }
  }

  @Test(arguments: ["Z", "Zm9vY", "Zm9v!", "Zg==Zg==", "Zm9v\n", "Zm-_"])
  func refuses(text: String) {
    #expect(Base64.decode(text) == nil)
  }
}
