import AssayText
import Testing

@Suite struct HTTPDateTests {
  @Test(arguments: [
    ("Thu, 01 Jan 1970 00:00:00 GMT", 0), ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
    ("Tue, 29 Feb 2000 12:00:00 GMT", 951_825_600), ("Wed, 31 Dec 1969 23:59:59 GMT", -1),
    ("Fri, 31 Dec 9999 23:59:59 GMT", 253_402_300_799), ("Sat, 31 Dec 2016 23:59:60 GMT", 1_483_228_800),
    ("Sat, 01 Jan 0000 00:00:00 GMT", -62_167_219_200), ("Wed, 01 Mar 0000 00:00:00 GMT", -62_162_035_200),
    ("Thu, 01 Mar 1900 00:00:00 GMT", -2_203_891_200),
  ])
  func dateIsRead(_ text: String, _ seconds: Int64) {
    #expect(HTTPDate(text) == HTTPDate(secondsSinceEpoch: seconds))
  }

  @Test(arguments: [
    "", "Sunday, 06-Nov-94 08:49:37 GMT", "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 08:49:37 UTC",
    "Sun, 31 Feb 1994 08:49:37 GMT", "Sun, 29 Feb 1900 08:49:37 GMT", "Sun, 06 nov 1994 08:49:37 GMT",
    "Sun, 06 Nov 1994 24:00:00 GMT", "Sun, 06 Nov 1994 08:60:00 GMT", "Sun, 06 Nov 1994 08:49:61 GMT",
    "Son, 06 Nov 1994 08:49:37 GMT", "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Nov +994 08:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT ", "Sun, 06 Nov 1994 08:49:ÿ GMT",
  ])
  func othersAreNot(_ text: String) { #expect(HTTPDate(text) == nil) }
}
