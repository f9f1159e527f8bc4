import AssayContract
import Foundation
import TestKit
import Testing

/// Pictures that grow and show the same.
struct PaddedImageTests {
  @Test func aPNGGrowsByChunksWithTheirChecksums() throws {
    let picture = try Array(Repository.bytes(Repository.root.appending(path: "contracts/images/photo.png")))
    let padded = PaddedImage.bytes(picture, blocks: 2)
    let chunk = PaddedImage.block + 12
    #expect(padded.count == picture.count + 2 * chunk)
    #expect(Array(padded.prefix(33)) == Array(picture.prefix(33)))
    #expect(Array(padded.dropFirst(33 + 2 * chunk)) == Array(picture.dropFirst(33)))
    // The length and the name; at the end the CRC-32 of name and content, as zlib counts it.
    #expect(Array(padded[33..<41]) == [0, 0, 0xFF, 0xFD] + Array("asSy".utf8))
    #expect(Array(padded[(33 + chunk - 4)..<(33 + chunk)]) == [0x32, 0x2C, 0x3E, 0xC8])
  }

  @Test func aJPEGGrowsByComments() throws {
    let picture = try Array(Repository.bytes(Repository.root.appending(path: "contracts/images/photo.jpg")))
    let padded = PaddedImage.bytes(picture, blocks: 1)
    #expect(padded.count == picture.count + PaddedImage.block + 4)
    #expect(Array(padded.prefix(6)) == [0xFF, 0xD8, 0xFF, 0xFE, 0xFF, 0xFF])
    #expect(Array(padded.suffix(picture.count - 2)) == Array(picture.dropFirst(2)))
  }

  @Test func otherBytesStayAsTheyAre() {
    #expect(PaddedImage.bytes(Array("words".utf8), blocks: 3) == Array("words".utf8))
    #expect(PaddedImage.bytes([0xFF, 0xD8, 0xFF, 0xE0], blocks: 0) == [0xFF, 0xD8, 0xFF, 0xE0])
  }
}
