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
}
