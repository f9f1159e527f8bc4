import AssayHTTP
import Foundation
import TestKit
import Testing

@testable import AssayVerifier

@Suite struct CurlCommandTests {
  /// A field that says what it is goes out with that; quotes and backslashes in it are its own.
  @Test func keepsTheTypeOfAField() {
    let request = Self.form { form in
      form.append(field: "tag", "@x")
      form.append(field: "meta", #"{"a":"\\"}"#, contentType: "application/json")
    }
    let line = #"curl -si --form-string tag=@x -F 'meta="{\"a\":\"\\\\\"}";type=application/json' http://h/"#
    #expect(CurlCommand.text(request) == line)
  }

  @Test func writesAFileOfAProbe() {
    let empty = Self.form { $0.append(file: "image", filename: "x.png", contentType: "image/png", content: []) }
    #expect(CurlCommand.text(empty) == "printf %s '' | curl -si -F 'image=@-;filename=x.png;type=image/png' http://h/")
    let cut = Self.form {
      $0.append(file: "image", filename: "x.png", contentType: "image/png", content: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0])
    }
    let line = #"printf %b '\0211PNG\0015\0000' | curl -si -F 'image=@-;filename=x.png;type=image/png' http://h/"#
    #expect(CurlCommand.text(cut) == line)
  }

  @Test func namesTheFileOfALargeBody() {
    let body = (0..<16_385).map { UInt8(0x61 + $0 % 26) }
    let request = HTTPRequest(method: "POST", url: "http://h/", body: body)
    #expect(CurlCommand.text(request).hasSuffix("--data-binary @BODY http://h/  # BODY: the 16385 bytes sent"))
    let least = HTTPRequest(method: "POST", url: "http://h/", body: Array(body.dropLast()))
    #expect(!CurlCommand.text(least).contains("BODY"))
  }

  @Test func readsALargeFileFromItsPath() {
    let image = (0..<20_000).map { UInt8($0 % 251) }
    let upload = Self.form { $0.append(file: "image", filename: "x.png", contentType: "image/png", content: image) }
    #expect(
      CurlCommand.text(upload, files: ["x.png": "contracts/images/x.png"])
        == "curl -si -F 'image=@contracts/images/x.png;filename=x.png;type=image/png' http://h/"
    )
    #expect(CurlCommand.text(upload).hasSuffix(" http://h/  # x.png: the 20000 bytes sent"))
  }

  /// A picture that a probe has enlarged, and a long text.
  @Test func makesRunsOfOneByte() {
    let padding = [0xFF, 0xD8, 0xFF, 0xFE] + [UInt8](repeating: 0, count: 65_533) + [0xFF, 0xD9]
    let upload = Self.form { $0.append(file: "image", filename: "x.jpg", contentType: "image/jpeg", content: padding) }
    let made = #"{ printf %b '\0377\0330\0377\0376'; head -c 65533 /dev/zero; printf %b '\0377\0331'; }"#
    #expect(CurlCommand.text(upload) == made + " | curl -si -F 'image=@-;filename=x.jpg;type=image/jpeg' http://h/")
    let text = HTTPRequest(method: "POST", url: "http://h/", body: [UInt8](repeating: 0x61, count: 20_000))
    let line =
      #"{ head -c 20000 /dev/zero | tr '\000' '\141'; } | curl -si -H Content-Type: --data-binary @- http://h/"#
    #expect(CurlCommand.text(text) == line)
  }

  @Test func keepsASecretAVariable() {
    let body = Array("{\n  \"token\": \"${TOKEN}\"\n}".utf8)
    let request = HTTPRequest(
      method: "POST",
      url: "http://h/",
      headers: [HTTPHeader("Content-Type", "a/b")],
      body: body
    )
    #expect(CurlCommand.text(request).hasPrefix(#"printf '%b%s%b' '{\n  "token": "' "$TOKEN" '"\n}' | curl "#))
  }

  /// A byte that is not UTF-8 does not turn the variable into text.
  @Test func keepsASecretAVariableBesideOtherBytes() {
    let body = Array("{\"token\": \"${TOKEN}".utf8) + [0xFF] + Array("\"}".utf8)
    let request = HTTPRequest(
      method: "POST",
      url: "http://h/",
      headers: [HTTPHeader("Content-Type", "a/b")],
      body: body
    )
    #expect(CurlCommand.text(request).hasPrefix(#"printf '%b%s%b' '{"token": "' "$TOKEN" '\0377"}' | curl "#))
  }

  /// What a server is sent by each line, compared with the request.
  @Test(
    .enabled("there is no curl") { Program.has("curl") },
    .enabled("there is no Python") { Program.hasPython(module: "json") }
  )
  func sendsWhatWasSent() async throws {
    let server = try RunningServer.python("fixtures/reports/capture.py", [])
    for var request in Self.requests {
      request.url = request.url.replacing("http://h", with: server.url)
      let line = CurlCommand.text(request)
      let outcome = try await Program("/bin/sh").finish(["-c", line], environment: ["TOKEN": "a b'c"])
      #expect(outcome.status == 0, "\(line): \(outcome.errors)")
      let answer = try #require(outcome.output.components(separatedBy: "\r\n\r\n").last)
      let told = try JSONDecoder().decode(Received.self, from: Data(answer.utf8))
      #expect(told.method == request.method, "\(line)")
      #expect(told.target == String(request.url.dropFirst(server.url.count)), "\(line)")
      var sent = request.headers
      let contentType = told.fields["Content-Type"]
      if let form = request.form, !request.isGzipped, contentType?.hasPrefix("multipart/") == true {
        #expect(MultipartForm(told.bytes, contentType: contentType) == form, "\(line)")
        sent.removeAll { $0.isNamed("Content-Type") }
      } else {
        let body = String(decoding: request.body, as: UTF8.self).replacing("${TOKEN}", with: "a b'c")
        let isText = String(validating: request.body, as: UTF8.self) != nil
        #expect(told.bytes == (isText ? Array(body.utf8) : request.body), "\(line)")
        #expect(contentType == request.headers["Content-Type"], "\(line)")
      }
      for header in sent where header.value != "" { #expect(told.fields[header.name] == header.value, "\(line)") }
      let usual = ["host", "user-agent", "accept", "content-length", "content-type"]
      let extra = told.fields.map { $0.name.lowercased() }.filter { name in
        !usual.contains(name) && !request.headers.contains { $0.isNamed(name) }
      }
      #expect(extra.isEmpty, "\(line): \(extra)")
    }
  }

  private struct Received: Decodable {
    var method: String
    var target: String
    var headers: [[String]]
    var body: String

    var fields: [HTTPHeader] { headers.map { HTTPHeader($0[0], $0[1]) } }
    var bytes: [UInt8] { Data(base64Encoded: body).map(Array.init) ?? [] }
  }

  private static func form(_ fill: (inout MultipartForm) -> Void) -> HTTPRequest {
    var form = MultipartForm()
    fill(&form)
    let (type, body) = form.encode()
    return HTTPRequest(method: "POST", url: "http://h/", headers: [HTTPHeader("Content-Type", type)], body: body)
  }

  private static let requests: [HTTPRequest] = {
    let json = HTTPHeader("Content-Type", "application/json")
    func post(_ body: String, _ headers: [HTTPHeader] = [json]) -> HTTPRequest {
      HTTPRequest(method: "POST", url: "http://h/a%20b?q=[1]&r={2}", headers: headers, body: Array(body.utf8))
    }
    var coded = post("line one\nline two")
    coded.isGzipped = true
    coded.headers.append(HTTPHeader("Content-Encoding", "gzip"))
    var plainCoded = coded
    plainCoded.body = Array("it's".utf8)
    let image = [UInt8](0...255) + Array("\r\n--x\r\n".utf8)
    let long = [UInt8](repeating: 0x61, count: 20_000)
    return [
      HTTPRequest(method: "POST", url: "http://h/x", headers: [json], body: [0x22, 0xC3, 0xA4] + long + [0x22]),
      form {
        $0.append(file: "image", filename: "x.jpg", contentType: "image/jpeg", content: [0xFF] + long + [0, 0xD9])
      },
      HTTPRequest(method: "GET", url: "http://h/x?y=1"),
      HTTPRequest(method: "DELETE", url: "http://h/x", headers: [HTTPHeader("X-Note", "it's \"so\" $HOME `id`")]),
      HTTPRequest(
        method: "OPTIONS",
        url: "http://h/x",
        headers: [HTTPHeader("Accept", "text/html"), HTTPHeader("X-Empty", "")]
      ),
      post("{}"), post("{}", []), post("@file", []), post("it's $HOME `id` \\n %s ü"),
      post("{\n  \"a\": \"it's\\n100%\",\r\n\t\"b\": 1\n}\n"),
      post("{ \"token\": \"${TOKEN}\",\n \"again\": \"${TOKEN}\" }"),
      HTTPRequest(method: "PUT", url: "http://h/x", headers: [json], body: [0, 1, 0x5C, 0x37, 0xFF, 0x0A, 0x25]),
      coded, plainCoded,
      form { $0.append(field: "a", "@x; type=y") },
      form { $0.append(field: "long", String(repeating: "word ", count: 900)) },
      form { form in
        form.append(field: "lines", "one\ntwo")
        form.append(file: "image", filename: "x.png", contentType: "image/png", content: image)
      },
      form { form in
        form.append(field: "device", "macbook")
        form.append(file: "image", filename: "x y.png", contentType: "image/png", content: image)
      },
      form { $0.append(file: "image", filename: "x.png", contentType: "image/png", content: []) },
      form { form in
        form.append(file: "a", filename: "a.bin", contentType: "application/octet-stream", content: [1, 2])
        form.append(file: "b", filename: "b.bin", contentType: "application/octet-stream", content: [3, 0])
      },
    ]
  }()
}
