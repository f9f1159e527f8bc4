import AssayHTTP
import Testing

@Suite struct MultipartFormTests {
  @Test func formIsTheOneBrowsersSend() {
    var form = MultipartForm()
    form.append(field: "advisor", "ansel")
    form.append(file: "image", filename: "a\"b\r\n.jpg", contentType: "image/jpeg", content: [0xFF, 0xD8])
    let (type, body) = form.encode()
    #expect(type == "multipart/form-data; boundary=assay-form-00000000")
    let expected = """
      --assay-form-00000000\r
      Content-Disposition: form-data; name="advisor"\r
      \r
      ansel\r
      --assay-form-00000000\r
      Content-Disposition: form-data; name="image"; filename="a%22b%0D%0A.jpg"\r
      Content-Type: image/jpeg\r
      \r

      """
    #expect(body == Array(expected.utf8) + [0xFF, 0xD8] + Array("\r\n--assay-form-00000000--\r\n".utf8))
  }

  @Test func parsingGivesBackWhatWasEncoded() throws {
    var random = SplitMix(seed: 2)
    for _ in 0..<300 {
      var form = MultipartForm()
      for index in 0..<Int.random(in: 0...4, using: &random) {
        let content = (0..<Int.random(in: 0...60, using: &random)).map { _ in
          [0x0D, 0x0A, 0x2D, 0x61, 0x00, 0xFF].randomElement(using: &random) ?? 0 as UInt8
        }
        let isFile = Bool.random(using: &random)
        form.parts.append(
          MultipartForm.Part(
            name: "n\(index)\"ž;=",
            filename: isFile ? "ą b;\"\r\n\\.png" : nil,
            contentType: isFile ? "image/png" : nil,
            content: content
          )
        )
      }
      #expect(try MultipartForm(parsing: form.encode().body, boundary: form.boundary) == form)
    }
  }

  @Test func boundaryOccursInNoPart() throws {
    var form = MultipartForm()
    for number in 0..<30 where number != 17 {
      let digits = number < 10 ? "0\(number)" : "\(number)"
      form.append(field: "f", "\r\n--assay-form-000000\(digits)--\r\n")
    }
    #expect(form.boundary == "assay-form-00000017")
    #expect(try MultipartForm(parsing: form.encode().body, boundary: form.boundary) == form)
  }

  @Test(arguments: [
    ("", MultipartError.delimiter(offset: 0)), ("x", .delimiter(offset: 0)), ("--b", .delimiter(offset: 3)),
    ("--bx\r\n", .delimiter(offset: 3)), ("--b\r\n", .header(offset: 5)), ("--b--x", .delimiter(offset: 5)),
    ("--b\r\nX: y\r\n\r\nz\r\n--b--", .disposition(offset: 5)), ("--b\r\nX y\r\n\r\nz\r\n--b--", .header(offset: 5)),
    ("--b\r\nContent-Disposition: form-data\r\n\r\nz\r\n--b--", .disposition(offset: 5)),
    ("--b\r\nContent-Disposition: attachment; name=a\r\n\r\nz\r\n--b--", .disposition(offset: 5)),
    ("--b\r\nContent-Disposition: form-data; name=\"a\r\n\r\nz\r\n--b--", .disposition(offset: 5)),
    ("--b\r\nContent-Disposition: form-data; name=a; name=b\r\n\r\nz\r\n--b--", .disposition(offset: 5)),
    ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nz\r\n--c--", .unterminated),
    ("--b\r\nContent-Disposition: form-data; name=a\r\n\r\nz--b--", .unterminated),
  ])
  func malformedBodiesAreErrors(_ text: String, _ error: MultipartError) {
    #expect(throws: error) { try MultipartForm(parsing: Array(text.utf8), boundary: "b") }
  }

  @Test func limitsHold() {
    var form = MultipartForm()
    for _ in 0..<11 { form.append(field: "a", "") }
    let body = form.encode(boundary: "b")
    #expect(throws: MultipartError.tooManyParts(limit: 10)) {
      try MultipartForm(parsing: body, boundary: "b", partLimit: 10)
    }
    #expect(throws: MultipartError.header(offset: 5)) {
      try MultipartForm(parsing: body, boundary: "b", headerLimit: 20)
    }
    #expect(throws: MultipartError.boundary) { try MultipartForm(parsing: body, boundary: "") }
    #expect(throws: MultipartError.boundary) {
      try MultipartForm(parsing: body, boundary: String(repeating: "x", count: 71))
    }
  }

  @Test func otherClientsAreUnderstood() throws {
    let body = "--b \t\r\ncontent-disposition:form-data;name=a;filename=x.png\r\n\r\n\r\n--b-- \r\n"
    let form = try MultipartForm(parsing: Array(body.utf8), boundary: "b")
    #expect(form.parts == [MultipartForm.Part(name: "a", filename: "x.png", content: [])])
    let quoted = #"form-data; name="a"; filename="C:\dir\n \"x\".png" ; size=3"#
    #expect(ContentDisposition(quoted)?.parameters["filename"] == #"C:\dir\n "x".png"#)
  }

  @Test func everyCutOfABodyIsAnError() throws {
    var form = MultipartForm()
    form.append(field: "a", "1")
    form.append(file: "f", filename: "f", contentType: "text/plain", content: Array("x--b".utf8))
    let body = form.encode(boundary: "b")
    #expect(try MultipartForm(parsing: body, boundary: "b") == form)
    // The line break after the last boundary may be missing.
    for count in 0..<(body.count - 2) {
      #expect(throws: MultipartError.self) { try MultipartForm(parsing: Array(body[..<count]), boundary: "b") }
    }
  }
}
