import AssayText
import AssayHTTP
import AssayObservation

/// Runs with every kind of observation, and what is hard to write down in each.
enum SampleRuns {
  static let all: [(name: String, run: RecordedRun)] = [
    ("exchanges", exchanges), ("bodies", bodies), ("poll", poll), ("stream", stream), ("nothing", nothing),
  ]

  private static func run(_ contents: [Observation.Content], _ kind: String = "") -> RecordedRun {
    var start = Duration.microseconds(12)
    let observations = contents.enumerated().map { index, content in
      defer { start += .milliseconds(1500) + .nanoseconds(7) }
      return Observation(
        check: "scenario/step-\(index)\(kind)",
        operation: "operation",
        server: "api",
        start: start,
        content: content
      )
    }
    return RecordedRun(
      service: "sample",
      started: DateTime(millisecondsSinceEpoch: 1_795_253_400_000),
      duration: .seconds(61),
      servers: [.init(name: "api", url: "http://127.0.0.1:8000/base")],
      observations: observations
    )
  }

  private static let end = TransferEnd(
    .complete,
    timings: TransferTimings(
      connect: .microseconds(310),
      firstByte: .nanoseconds(1_234_567),
      total: .microseconds(2001)
    )
  )

  private static let exchanges = run([
    .exchange(
      Exchange(
        request: HTTPRequest(
          method: "GET",
          url: "http://127.0.0.1:8000/base/jobs/a%2Fb?limit=20&q=caf%C3%A9+noir&flag",
          headers: [
            HTTPHeader("Accept", "application/json"), HTTPHeader("Cookie", "a=1; session=${SESSION}"),
            HTTPHeader("X-Twice", "1"), HTTPHeader("x-twice", "2"),
          ]
        ),
        parameters: RequestParameters(path: ["id": "a/b"], query: ["limit": "20", "q": "café noir"]),
        response: HTTPResponse(
          head: HTTPResponseHead(
            status: 200,
            reason: "OK",
            version: "HTTP/1.1",
            headers: [
              HTTPHeader("Content-Type", "application/json"), HTTPHeader("Set-Cookie", "a=b; Path=/; HttpOnly; Secure"),
              HTTPHeader("Set-Cookie", "plain"), HTTPHeader("X-Latin", "caf\u{E9} \u{80}\u{FF}"),
              HTTPHeader("X-Empty", ""),
            ]
          ),
          body: Array(#"{"id":"a/b","big":123456789012345678901234567890,"text":"\ud83d\ude00"}"#.utf8)
        ),
        end: end
      )
    ),
    .exchange(
      Exchange(
        request: HTTPRequest(method: "POST", url: "https://example.org/", body: Array("{}".utf8)),
        response: nil,
        end: TransferEnd(.truncated, timings: TransferTimings(total: .seconds(3)), detail: "the peer \"left\"")
      )
    ),
    // A status line may say 000; that is an answer, and not the format's word for none.
    .exchange(
      Exchange(
        request: HTTPRequest(method: "GET", url: "http://h/"),
        response: HTTPResponse(head: HTTPResponseHead(status: 0, version: "HTTP/2")),
        end: end
      )
    ),
    .exchange(
      Exchange(
        request: HTTPRequest(method: "GET", url: "http://h/"),
        response: HTTPResponse(
          head: HTTPResponseHead(status: 302, headers: [HTTPHeader("location", "/there")]),
          body: []
        ),
        end: end
      )
    ),
  ])

  private static let bodies: RecordedRun = {
    var form = MultipartForm()
    form.append(field: "advisor", "ansel")
    form.append(
      file: "image",
      filename: "a \"b\".png",
      contentType: "image/png",
      content: [0x89, 0x50, 0xFF, 0x00, 0x0D, 0x0A]
    )
    let encoded = form.encode()
    let bodies: [[UInt8]] = [
      [], Array(0...255), Array("\u{FEFF}{}".utf8), [0xC3], Array("\u{0}\u{7F}\u{2028}</script>\"\\".utf8),
      Array("e\u{301} \u{E9}".utf8), [0xEF, 0xBB], Array(repeating: 0x61, count: 5000),
    ]
    return run(
      bodies.map { body in
        .exchange(
          Exchange(
            request: HTTPRequest(method: "PUT", url: "http://h/", body: body),
            response: HTTPResponse(head: HTTPResponseHead(status: 200), body: body),
            end: end
          )
        )
      } + [
        .exchange(
          Exchange(
            request: HTTPRequest(
              method: "POST",
              url: "http://h/upload",
              headers: [HTTPHeader("content-type", encoded.contentType)],
              body: encoded.body
            ),
            parameters: RequestParameters(multipart: ["advisor": "ansel", "image": "a \"b\".png"]),
            response: HTTPResponse(head: HTTPResponseHead(status: 201)),
            end: end
          )
        )
      ]
    )
  }()

  private static func answer(_ index: Int, _ time: Duration, _ state: String) -> PollAnswer {
    PollAnswer(
      index: index,
      time: time,
      exchange: Exchange(
        request: HTTPRequest(method: "GET", url: "http://h/result/7"),
        parameters: RequestParameters(path: ["id": "7"]),
        response: HTTPResponse(
          head: HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "application/json")]),
          body: Array("{\"status\":\"\(state)\"}".utf8)
        ),
        end: end
      )
    )
  }

  private static let poll = run(
    [
      .poll(
        PollObservation(
          answers: [
            answer(1, .milliseconds(3), "pending"), answer(2, .milliseconds(1003), "running"),
            answer(3, .milliseconds(2004), "done"), answer(4, .milliseconds(2254), "done"),
          ],
          end: .final,
          elapsed: .milliseconds(2255),
          allowance: TimeAllowance(total: .seconds(60))
        )
      ),
      .poll(
        PollObservation(
          answers: [answer(1, .milliseconds(3), "pending")],
          end: .deadline,
          elapsed: .seconds(3),
          allowance: TimeAllowance(total: .seconds(3), cap: "--max-wait 3s")
        )
      ),
      .poll(
        PollObservation(
          answers: [],
          end: .deadline,
          elapsed: .zero,
          allowance: TimeAllowance(total: .zero, cap: "--max-wait 0ms")
        )
      ),
    ],
    "/poll"
  )

  private static let stream: RecordedRun = {
    let head = HTTPResponseHead(status: 200, reason: "OK", headers: [HTTPHeader("Content-Type", "text/event-stream")])
    let events: [ServerSentEvent] = [
      ServerSentEvent(name: "connected", data: "{\"job_id\":\"7\"}", lastEventID: "1"),
      ServerSentEvent(name: nil, data: "plain", lastEventID: "1"),
      ServerSentEvent(name: "message", data: ""), ServerSentEvent(name: " odd: name", data: "two\nlines\n"),
      ServerSentEvent(name: "\u{FFFD}", data: "\u{0}\u{1F600}", lastEventID: "ü"),
    ]
    let observed = events.enumerated().map { index, event in
      ObservedEvent(index: index + 1, time: .nanoseconds(1_000_003 * (index + 1)), event: event)
    }
    let request = HTTPRequest(
      method: "GET",
      url: "http://h/stream/7",
      headers: [HTTPHeader("Accept", "text/event-stream")]
    )
    let parameters = RequestParameters(path: ["id": "7"])
    return run(
      [
        .stream(
          StreamObservation(
            request: request,
            parameters: parameters,
            head: head,
            events: observed,
            notices: [.partialEvent("event: x\ndata: {"), .invalidUTF8(offset: 912), .eventTooLarge(limit: 16 << 20)],
            end: TransferEnd(.stopped, timings: TransferTimings(firstByte: .milliseconds(1), total: .seconds(5))),
            allowance: TimeAllowance(total: .seconds(300))
          )
        ),
        .stream(
          StreamObservation(
            request: request,
            parameters: parameters,
            head: HTTPResponseHead(status: 404),
            end: end,
            otherBody: [0x7B, 0xFF],
            allowance: TimeAllowance(total: .seconds(2), cap: "--max-wait 2s")
          )
        ),
        .stream(
          StreamObservation(
            request: request,
            parameters: parameters,
            head: nil,
            end: TransferEnd(.firstByteTimeout),
            allowance: TimeAllowance(total: .seconds(300))
          )
        ),
        .stream(
          StreamObservation(
            request: request,
            parameters: parameters,
            head: head,
            events: Array(observed.prefix(1)),
            end: end,
            allowance: TimeAllowance(total: .seconds(300)),
            droppedEvents: 12
          )
        ),
      ],
      "/stream"
    )
  }()

  private static let nothing: RecordedRun = {
    var interrupted = run([
      .absent(.skipped("its input $steps.a.outputs.\"x\" is missing")),
      .absent(.unjudgeable("the file a.png, which the contract sends, cannot be read")), .absent(.interrupted),
      .absent(
        .unreachable(
          TransferEnd(.refused, timings: TransferTimings(total: .milliseconds(2)), detail: "connection refused")
        )
      ),
    ])
    interrupted.isInterrupted = true
    return interrupted
  }()
}
