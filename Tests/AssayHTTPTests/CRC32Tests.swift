import AssayHTTP
import Testing

@Suite struct CRC32Tests {
  /// The check value that catalogues of check sums give for CRC-32: of the nine digits.
  @Test func isTheSumOfTheCatalogues() {
    #expect(CRC32.sum(of: Array("123456789".utf8)) == 0xCBF4_3926)
    var cut = CRC32()
    for piece in ["1234", "", "56789"] { cut.take(Array(piece.utf8)) }
    #expect(cut.sum == 0xCBF4_3926)
    #expect(CRC32.sum(of: []) == 0)
  }
}
