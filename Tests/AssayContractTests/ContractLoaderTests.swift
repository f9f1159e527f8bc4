import AssayContract
import AssayFindings
import AssayJSON
import Testing

/// What stands in a contract is found again in the model, with its level, its source and its place.
struct ContractLoaderTests {
  static let text = #"""
    {
      "contract": "1",
      "service": "shop",
      "title": "Shop",
      "documents": { "guide": { "title": "Guide", "file": "guide.md" } },
      "servers": { "api": { "url": "http://127.0.0.1:8000" } },
      "operations": {
        "item": {
          "source": "guide:1-9",
          "request": {
            "method": "POST", "path": "/items/{id}",
            "parameters": { "id": { "schema": { "type": "string" }, "example": "a/b", "allowReserved": true } },
            "query": { "level": { "example": "high" }, "page": { "example": 2, "required": true } },
            "headers": { "Accept": "application/json" },
            "multipart": { "image": { "file": "../images/pen.jpg" }, "note": { "example": "n", "required": true } }
          },
          "responses": {
            "200": {
              "level": "should",
              "content": { "type": "application/json", "level": "may" },
              "body": { "type": "object", "level": "must", "source": ["guide:3", "guide:5-6"] },
              "headers": { "ETag": { "type": "string" } },
              "example": {}
            },
            "4XX": { "text": { "nonEmpty": true, "json": false, "matches": ["no", { "pattern": "such", "level": "may" }] } },
            "x-note": {}
          },
          "invariants": [{ "rule": "$response.body#/id == $request.path.id", "message": "the id comes back" }],
          "within": { "limit": "1500ms", "level": "should", "source": "guide:7" }
        },
        "job": {
          "request": { "method": "GET", "path": "/job" },
          "responses": { "2XX": { "body": {} } },
          "poll": {
            "level": "should",
            "state": "/status",
            "initial": ["queued"],
            "states": { "queued": { "next": ["done"] }, "done": { "final": true, "level": "must", "body": {} } },
            "constant": ["/id", { "pointer": "/name", "equals": "$request.path.id", "level": "may" }],
            "nondecreasing": ["/progress"],
            "every": "250ms",
            "stable": "may",
            "progress": { "source": "guide:4" },
            "examples": [{ "status": "queued" }, { "status": "done" }]
          },
          "mock": { "uses": { "job": "$request.query.id" }, "set": { "n": "default($job.n, 0) + 1" },
                    "cases": [{ "when": "$job.n > 2", "status": 200, "example": { "id": "$mock.uuid" } }] }
        },
        "watch": {
          "request": { "method": "GET", "path": "/watch" },
          "stream": {
            "events": { "tick": { "data": {}, "finalWhen": "$event.data#/failed == true" }, "end": { "final": true } },
            "order": { "expression": "tick* end", "level": "should" },
            "first": "10s", "silence": { "limit": "1m" },
            "examples": [{ "event": "tick", "data": {}, "after": "500ms", "id": "7" }]
          }
        }
      },
      "scenarios": {
        "all": {
          "steps": [
            { "operation": "item", "parameters": { "id": "x" }, "multipart": { "note": null },
              "outputs": { "id": "$response.body#/id", "token": { "value": "$response.body#/token", "secret": true } },
              "repeat": { "until": "$statusCode == 200", "atMost": 2 } },
            { "stepId": "twice", "operation": "job", "finalState": "done" },
            { "operation": "watch", "responses": { "404": { "level": "should" } }, "omitOptional": true, "rawBody": "{" }
          ],
          "invariants": [{ "rule": "length($steps.twice.all) <= 2" }]
        }
      },
      "mock": { "data": { "pens": 3 } }
    }
    """#

  static func load() throws -> Contract { try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json") }

  @Test func readsRequests() throws {
    let contract = try Self.load()
    let request = try #require(contract.operation(named: "item")).request
    #expect(contract.operation(named: "item")?.server == "api")
    #expect(request.parameters.map(\.isRequired) == [true])
    #expect(request.parameters.map(\.allowsReserved) == [true])
    #expect(request.query.map(\.name) == ["level", "page"])
    #expect(request.query.map(\.isRequired) == [false, true])
    #expect(request.headers.map { $0.example?.string } == ["application/json"])
    guard case .multipart(let parts) = request.content, case .file(let path, let name, let type) = parts[0].value else {
      Issue.record("no file part")
      return
    }
    #expect([path, name, type] == ["../images/pen.jpg", "pen.jpg", "image/jpeg"])
    #expect(parts.map(\.isRequired) == [false, true])
  }

  @Test func inheritsLevelsAndSources() throws {
    let contract = try Self.load()
    let item = try #require(contract.operation(named: "item"))
    let success = item.responses[0]
    #expect(success.promise.level == .should)
    #expect(success.promise.sources.map(\.description) == ["guide:1-9"])
    #expect(success.content?.promise.level == .may)
    #expect(success.body?.promise.level == .must)
    #expect(success.body?.promise.sources.map(\.description) == ["guide:3", "guide:5-6"])
    #expect(success.headers[0].schema.promise.level == .should)
    // `level` is a name in the query's table, and no promise key.
    #expect(item.request.query.map(\.promise.level) == [.must, .must])
    #expect(item.within?.duration == .milliseconds(1500))
    #expect(item.within?.promise.sources.map(\.description) == ["guide:7"])
    #expect(item.responses.map(\.status) == [.exact(200), .class(4)])
    #expect(item.responses[1].text?.patterns.map(\.promise.level) == [.must, .may])
    #expect(item.responses[1].text?.notJSON != nil)
  }

  @Test func readsPolls() throws {
    let operation = try #require(try Self.load().operation(named: "job"))
    guard case .poll(let poll) = operation.interaction else {
      Issue.record("no poll")
      return
    }
    #expect(poll.states.map(\.promise.level) == [.should, .must])
    #expect(poll.states.map(\.isFinal) == [false, true])
    #expect(poll.initial == ["queued"])
    #expect(poll.constant.map(\.promise.level) == [.should, .may])
    #expect(poll.constant.map { $0.equals?.text } == [nil, "$request.path.id"])
    #expect(poll.pace.every.duration == .milliseconds(250))
    #expect(poll.stable?.level == .may)
    #expect(poll.progress?.sources.map(\.description) == ["guide:4"])
    #expect(poll.examples.count == 2)
    #expect(operation.mock?.cases.first?.status == 200)
    #expect(operation.mock?.uses.map(\.kind) == ["job"])
  }

  @Test func readsStreams() throws {
    let operation = try #require(try Self.load().operation(named: "watch"))
    guard case .stream(let stream) = operation.interaction else {
      Issue.record("no stream")
      return
    }
    #expect(stream.events.map(\.name) == ["tick", "end"])
    #expect(stream.events.map(\.isFinal) == [false, true])
    #expect(stream.events[0].finalWhen != nil)
    #expect(stream.order?.promise.level == .should)
    #expect(stream.silence?.duration == .seconds(60))
    #expect(stream.examples.map(\.after) == [.milliseconds(500)])
    #expect(stream.examples.map(\.id) == ["7"])
  }

  @Test func readsScenarios() throws {
    let contract = try Self.load()
    let scenario = try #require(contract.scenarios.first)
    #expect(scenario.steps.map(\.id) == ["item", "twice", "watch"])
    #expect(scenario.steps.map(\.isErrorProbe) == [false, false, true])
    #expect(scenario.steps[0].expects.outputs.map(\.isSecret) == [false, true])
    #expect(scenario.steps[0].call.multipart.map(\.template.isNull) == [true])
    #expect(scenario.steps[1].expects.finalStates == ["done"])
    #expect(scenario.steps[0].loop.repetition?.atMost == 2)
    #expect(scenario.steps[2].call.rawBody == "{")
    #expect(scenario.steps[2].call.omitsOptional)
    #expect(contract.mockData?["pens"]?.int == 3)
  }

  @Test func placesPromisesAtTheirKeys() throws {
    let contract = try Self.load()
    let body = try #require(contract.operation(named: "item")?.responses[0].body)
    let place = contract.place(of: body.promise)
    #expect(place.pointer == "/operations/item/responses/200/body")
    #expect(place.line == 21)
    #expect(place.column == 11)
  }

  @Test func givesTwentyDiagnosticsAndCountsTheRest() throws {
    let steps = (0..<30).map { "{ \"stepId\": \"s\($0)\", \"operation\": \"nothing\" }" }.joined(separator: ", ")
    let text = Self.text.replacing("\"steps\": [", with: "\"steps\": [\(steps), ")
    let error = #expect(throws: ContractError.self) {
      try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json")
    }
    #expect(error?.diagnostics.count == 20)
    #expect(error?.omitted == 10)
  }
}
