import AssayHTTP
import AssayMock
import Testing

@Suite struct RequestReaderTests {
  /// A request that is refused, shown in the log by its beginning.
  struct Refused: Sendable, CustomTestStringConvertible {
    var text: String
    var status: Int

    init(_ text: String, _ status: Int) {
      self.text = text
      self.status = status
    }

    var testDescription: String { "\(status) \(text.prefix(60).debugDescription)" }
  }

  static let requests = [
    "GET / HTTP/1.1\r\nHost: [::1]:8080\r\n\r\n",
    "POST /x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhello",
    "POST /x HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3;x=y\r\nhel\r\n2\r\nlo\r\n0\r\nA: b\r\n\r\n",
    "\r\nGET /y?a=b HTTP/1.1\nHost: a\n\n",
  ]

  @Test func readsRequestsCutAnywhere() throws {
    let bytes = Array(Self.requests.joined().utf8)
    for split in 0...bytes.count {
      var reader = RequestReader()
      var bodies: [String] = []
      for part in [bytes[..<split], bytes[split...]] {
        reader.append(part)
        reading: while true {
          switch try reader.next() {
          case .request(let request):
            bodies.append("\(request.target) \(String(decoding: request.body, as: UTF8.self))")
          case .awaitsContinue: Issue.record("no request expects 100")
          case .incomplete: break reading
          }
        }
      }
      #expect(bodies == ["/ ", "/x hello", "/x hello", "/y?a=b "], "split at \(split)")
      #expect(!reader.isInsideRequest)
    }
  }

  @Test(arguments: [
    Refused("GET /\r\n\r\n", 400),
    Refused("GET / HTTP/1.1\r\n\r\n", 400),
    Refused("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
    Refused("GET / HTTP/1.1\r\nHost: a/b@c\r\n\r\n", 400),
    Refused("GET / HTTP/1.1\r\nHost: a, b\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\nx\r\n0\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\n0\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\n", 400),
    Refused("GET / HTTP/1.1\r\nHost : a\r\n\r\n", 400),
    Refused("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
    Refused("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505),
    Refused("G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Refused("GET path HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1, 2\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1 2\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1,\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 0x1\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: +1\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding : chunked\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 501),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: identity\r\n\r\n", 501),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: \u{B}chunked\r\n\r\n", 501),
    Refused("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", 501),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1 2\r\na\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0x1\r\na\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10000000000000000\r\na\r\n", 400),
    Refused(
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n"
        + String(repeating: "A: \(String(repeating: "b", count: 900))\r\n", count: 100),
      431
    ),
    Refused("CONNECT a:443 HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Refused("GET https://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Refused("GET /a\u{0}b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Refused("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 413),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nab\r\n", 400),
    Refused("POST / HTTP/1.1\r\nHost: a\r\nExpect: tea\r\n\r\n", 417),
    Refused("GET /\(String(repeating: "x", count: 20_000)) HTTP/1.1\r\n", 414),
    Refused("GET / HTTP/1.1\r\nX: \(String(repeating: "x", count: 80_000))", 431),
    Refused("\u{0}\u{1}\u{2}\r\n\r\n", 400),
  ])
  func refusesWhatItWouldHaveToGuess(refused: Refused) {
    var reader = RequestReader()
    reader.append(Array(refused.text.utf8))
    #expect {
      _ = try reader.next()
    } throws: { error in
      (error as? RequestRefusal)?.status == refused.status
    }
  }

  /// A line of just the length that is read, whole and a byte at a time; one that is longer by a byte is refused.
  @Test(arguments: [
    ("GET /ab HTTP/1.1", "\r\n", true), ("GET /ab HTTP/1.1", "\n", true), ("GET /abc HTTP/1.1", "\r\n", false),
  ])
  func limitsLinesHoweverTheyAreCut(_ line: String, _ end: String, _ isRead: Bool) {
    let bytes = Array("\(line)\(end)Host: a\(end)\(end)".utf8)
    for size in [1, bytes.count] {
      var reader = RequestReader(limits: ServerLimits(requestLine: 16))
      var count = 0
      do {
        for start in stride(from: 0, to: bytes.count, by: size) {
          reader.append(bytes[start..<start + size])
          if case .request = try reader.next() { count += 1 }
        }
        #expect(isRead && count == 1)
      } catch {
        #expect(!isRead && error.status == 414)
      }
    }
  }

  @Test func limitsBodies() {
    var reader = RequestReader(limits: ServerLimits(body: 10))
    reader.append(Array("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nff\r\n".utf8))
    #expect(throws: RequestRefusal.self) { try reader.next() }
  }
}
