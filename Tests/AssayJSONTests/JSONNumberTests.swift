import AssayJSON
import Testing

@Suite("Exact numbers")
struct JSONNumberTests {
  @Test(arguments: [
    ("1", "1.0"), ("100", "1e2"), ("0", "-0"), ("0", "0e999999999999"), ("1e400", "10e399"),
    ("123456789012345678901234567890", "1234567890123456789012345678.90e2"),
  ])
  func equal(left: String, right: String) throws {
    #expect(try #require(JSONNumber(left)) == #require(JSONNumber(right)))
  }

  @Test(arguments: [
    ("-1", "0"), ("0.1", "0.10000000000000000001"), ("-2", "-1"), ("1e399", "1e400"), ("-1e400", "-1e399"),
    ("123456789012345678901234567890", "123456789012345678901234567891"), ("1e-400", "1e-399"), ("0", "1e-400"),
  ])
  func ordered(left: String, right: String) throws {
    let (left, right) = (try #require(JSONNumber(left)), try #require(JSONNumber(right)))
    #expect(left < right)
    #expect(!(right < left))
  }

  @Test(arguments: [
    ("0", "7", true), ("9", "3", true), ("10", "3", false), ("0.3", "0.1", true), ("1e308", "0.123456789", false),
    ("1e400", "2", true), ("1", "1e400", false), ("12345678901234567890123456789", "3", true),
    ("24691357802469135780246913578", "12345678901234567890123456789", true),
    ("24691357802469135780246913579", "12345678901234567890123456789", false), ("1e999999999999", "3", false),
    ("1e999999999999", "1024", true), ("-4.5", "1.5", true),
  ])
  func multiples(value: String, divisor: String, isMultiple: Bool) throws {
    #expect(try #require(JSONNumber(value)).isMultiple(of: #require(JSONNumber(divisor))) == isMultiple)
  }

  @Test(arguments: [
    ("9223372036854775807", Int.max), ("-9223372036854775808", Int.min), ("1.0", 1), ("1e2", 100), ("-0", 0),
  ])
  func integers(text: String, value: Int) { #expect(JSONNumber(text)?.int == value) }

  @Test(arguments: ["9223372036854775808", "1e19", "0.5", "1e999999999999999999999"])
  func noIntegers(text: String) { #expect(JSONNumber(text)?.int == nil) }

  @Test(arguments: ["", "01", "1.", "+1", " 1", "1 ", "NaN", "\"1\""])
  func noNumbers(text: String) { #expect(JSONNumber(text) == nil) }

  /// A number is read off its text as the double nearest to it, however it is written.
  @Test func doubles() throws {
    var texts = [
      "0", "-0", "0.1", "-0.5e-3", "1e22", "1e23", "123456789012345678", "9007199254740993", "1e400", "-1E+5", "5e-324",
    ]
    var state: UInt64 = 3
    func next(_ count: UInt64) -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return (state >> 33) % count
    }
    for _ in 0..<5_000 {
      let whole = (0..<next(4)).reduce("\(1 + next(9))") { text, _ in text + "\(next(1_000))" }
      let fraction = (0..<next(4)).map { _ in "\(next(100_000))" }.joined()
      let exponent = next(2) == 0 ? "" : "e\(Int(next(50)) - 25)"
      texts.append((next(2) == 0 ? "-" : "") + whole + (fraction.isEmpty ? "" : "." + fraction) + exponent)
    }
    for text in texts {
      let value = try #require(JSONDocument(parsing: text).root.double)
      #expect(value.bitPattern == Double(text)?.bitPattern, "\(text)")
    }
    #expect(try JSONDocument(parsing: "\"1\"").root.double == nil)
  }
}
