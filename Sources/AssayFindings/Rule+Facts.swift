extension Rule {
  /// The entry for the rule in the table of rules.
  package var facts: RuleFacts {
    switch self {
    case .refused:
      .init(id: "transport.refused", title: "The server refused the connection", fate: .throws, identity: .server)
    case .timedOut:
      .init(id: "transport.timeout", title: "The server did not respond in time", fate: .throws, identity: .server)
    case .reset: .init(id: "transport.reset", title: "The connection was reset", fate: .throws, identity: .server)
    case .truncated:
      .init(id: "transport.truncated", title: "The response was cut short", fate: .throws, identity: .server)
    case .tls: .init(id: "transport.tls", title: "The TLS connection failed", fate: .throws, identity: .server)
    case .tooLarge:
      .init(
        id: "transport.tooLarge",
        title: "The response is larger than Assay reads",
        fate: .throws,
        identity: .server
      )
    case .notHTTP: .init(id: "transport.protocol", title: "The response is not HTTP", fate: .throws, identity: .server)
    case .unresolved:
      .init(
        id: "transport.resolve",
        title: "The name of the server cannot be resolved",
        fate: .throws,
        identity: .server
      )

    case .status:
      .init(
        id: "response.status",
        title: "The status code is not documented",
        fate: .throws,
        identity: .subject
      )
    case .noRoute:
      .init(id: "response.noRoute", title: "The route does not exist", fate: .throws, identity: .rule)
    case .contentType:
      .init(id: "response.contentType", title: "The content type is not the documented one", fate: .throws)
    case .notJSON: .init(id: "response.json", title: "The body is not JSON", fate: .throws, identity: .rule)
    case .notXML: .init(id: "response.xml", title: "The body is not XML", fate: .throws, identity: .rule)
    case .duplicateKey:
      .init(id: "response.duplicateKey", title: "A key appears twice in one object", identity: .promiseAndSubject)
    case .empty: .init(id: "response.empty", title: "The body is empty", fate: .throws, identity: .rule)
    case .text: .init(id: "response.text", title: "The text of the body is not the documented one", fate: .showsWrong)
    case .header: .init(id: "response.header", title: "A header does not match its schema")
    case .time: .init(id: "response.time", title: "The response took longer than documented", fate: .throws)
    case .trace: .init(id: "response.trace", title: "An error shows internals of the backend", identity: .rule)

    case .requestPath: .init(id: "request.path", title: "The request has an undocumented path")
    case .requestQuery: .init(id: "request.query", title: "The query of the request is not valid")
    case .requestHeader: .init(id: "request.header", title: "A header of the request is not valid")
    case .requestPart: .init(id: "request.part", title: "A part of the request's form is not valid")
    case .requestBody: .init(id: "request.body", title: "The request has no body")
    case .requestJSON: .init(id: "request.json", title: "The body of the request is not JSON")
    case .requestMultipart: .init(id: "request.multipart", title: "The body of the request is not a multipart form")
    case .requestContentType:
      .init(id: "request.contentType", title: "The content type of the request is not the documented one")
    case .requestMethod: .init(id: "request.method", title: "The path does not accept the method of the request")

    // The fate of a client is in the table of keywords. These rules can break for several members at one place.
    case .schema("required"), .schema("dependentRequired"), .schema("additionalProperties"):
      .init(id: id, identity: .promiseAndSubject)
    case .schema: .init(id: id)

    // Steps and scenarios may have the same rule, each in its own place.
    case .invariant:
      .init(id: "invariant", title: "A rule of the contract is false", fate: .showsWrong, identity: .subject)

    case .streamFirst: .init(id: "stream.first", title: "The first event was late", fate: .throws)
    case .streamSilence: .init(id: "stream.silence", title: "The stream was silent for too long", fate: .throws)
    case .streamWithin: .init(id: "stream.within", title: "The stream did not end in time", fate: .isStuck)
    case .streamEnded: .init(id: "stream.ended", title: "The stream ended before its final event", fate: .throws)
    case .streamTruncated: .init(id: "stream.truncated", title: "The stream was cut inside an event", fate: .throws)
    case .streamEmpty: .init(id: "stream.empty", title: "The stream carried no event", fate: .throws)
    case .streamOrder:
      .init(
        id: "stream.order",
        title: "An event is out of order",
        fate: .showsWrong,
        identity: .promiseAndSubject
      )
    case .streamMissing:
      .init(
        id: "stream.missing",
        title: "An event is missing",
        fate: .throws,
        identity: .promiseAndSubject
      )
    case .streamUnnamed: .init(id: "stream.unnamed", title: "An event has no name", isLostAnyway: true)
    case .streamMisnamed:
      .init(
        id: "stream.misnamed",
        title: "An event has a different name",
        isLostAnyway: true,
        identity: .promiseAndSubject
      )
    case .streamRepeated:
      .init(
        id: "stream.repeated",
        title: "An event was sent again that may be sent once",
        fate: .showsWrong,
        identity: .promiseAndSubject
      )
    case .streamAfterFinal:
      .init(id: "stream.afterFinal", title: "An event was sent after the final one", isLostAnyway: true)
    case .streamUnknownEvent:
      .init(
        id: "stream.unknownEvent",
        title: "An event is not documented",
        isLostAnyway: true,
        identity: .promiseAndSubject
      )
    case .streamConstant:
      .init(id: "stream.constant", title: "A value changed that must stay the same", fate: .showsWrong)
    case .streamNondecreasing:
      .init(id: "stream.nondecreasing", title: "A value fell that may only rise", fate: .showsWrong)
    case .streamNotJSON: .init(id: "stream.json", title: "An event's data is not JSON", fate: .throws)
    case .streamText: .init(id: "stream.text", title: "The text of an event is not the documented one")
    case .streamEncoding: .init(id: "stream.utf8", title: "The stream is not UTF-8")
    case .streamPartial: .init(id: "stream.partial", title: "The stream ended inside an event")
    case .streamFailed: .init(id: "stream.failed", title: "The stream ended in a documented failure", fate: .throws)
    case .streamNotResumed:
      .init(
        id: "stream.notResumed",
        title: "A client cannot get the rest of a stream that was cut",
        fate: .throws
      )
    case .streamReplayed:
      .init(id: "stream.replayed", title: "A resumed stream sent events again", fate: .showsWrong)
    case .streamHandshake:
      .init(id: "stream.handshake", title: "The handshake of a WebSocket does not follow RFC 6455", fate: .throws)
    case .streamFrame: .init(id: "stream.frame", title: "A frame or record is not valid", fate: .throws)

    case .pollTransition:
      .init(
        id: "poll.transition",
        title: "A job went from a state to one that may not follow",
        fate: .waits,
        identity: .promiseAndSubject
      )
    case .pollUnknownState:
      .init(
        id: "poll.unknownState",
        title: "A state is not documented",
        fate: .waits,
        identity: .promiseAndSubject
      )
    case .pollStable: .init(id: "poll.stable", title: "A final state did not last", fate: .showsWrong)
    case .pollNondecreasing:
      .init(id: "poll.nondecreasing", title: "A value fell that may only rise", fate: .showsWrong)
    case .pollConstant:
      .init(id: "poll.constant", title: "A value changed that must stay the same", fate: .showsWrong)
    case .pollWithin: .init(id: "poll.within", title: "The job did not end in time", fate: .isStuck)
    case .pollFailed: .init(id: "poll.failed", title: "The job ended in a documented failure", fate: .throws)
    case .pollBlocks:
      .init(id: "poll.blocks", title: "The first poll returned only at the end of the job", fate: .waits)
    case .pollInitial:
      .init(id: "poll.initial", title: "A job started in a state that may not be first", fate: .showsWrong)

    case .other(let id): .init(id: id)
    }
  }

  /// All rules in the table, except those of schema keywords.
  package static let all: [Rule] = [
    .refused, .unresolved, .timedOut, .reset, .truncated, .tls, .tooLarge, .notHTTP, .status, .noRoute, .contentType,
    .notJSON, .notXML, .duplicateKey, .empty, .text, .header, .time, .trace, .requestPath, .requestQuery,
    .requestHeader,
    .requestPart,
    .requestBody,
    .requestJSON, .requestMultipart, .requestContentType, .requestMethod, .invariant, .streamFirst,
    .streamSilence, .streamWithin, .streamEnded, .streamTruncated, .streamEmpty, .streamOrder, .streamMissing,
    .streamUnnamed, .streamMisnamed, .streamRepeated, .streamAfterFinal, .streamUnknownEvent, .streamConstant,
    .streamNondecreasing,
    .streamNotJSON, .streamText, .streamEncoding, .streamPartial, .streamFailed, .streamNotResumed, .streamReplayed,
    .streamHandshake, .streamFrame,
    .pollTransition, .pollUnknownState,
    .pollStable,
    .pollNondecreasing, .pollConstant, .pollWithin, .pollFailed, .pollBlocks, .pollInitial,
  ]
}
