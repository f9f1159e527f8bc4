import AssayJSON

/// Writing of the responses of operations.
extension DraftWriter {
  func responses(_ index: Int, _ writer: inout JSONWriter) {
    let operation = operations[index]
    if operation.success == nil {
      writer.beginObject("2XX")
      SchemaWriter.write(operation.sources, &writer)
      if operation.stream.isStated, !operation.stream.events.isEmpty {
        writer.member("content", operation.stream.isLines ? "application/x-ndjson" : "text/event-stream")
      }
      writer.endObject()
    }
    for answer in operation.answers {
      writer.beginObject(answer.status)
      if !answer.isSuccess {
        writer.member("level", "should")
      }
      SchemaWriter.write(
        answer.isSuccess && answer.shape.members.isEmpty && answer.shape.items.isEmpty
          ? answer.sources + operation.sources : answer.sources,
        &writer
      )
      let hasBody = !answer.shape.isEmpty && answer.status != "204" && !(operation.stream.isStated && answer.isSuccess)
      if operation.stream.isStated, answer.isSuccess, !operation.stream.events.isEmpty {
        writer.member("content", operation.stream.isLines ? "application/x-ndjson" : "text/event-stream")
      } else if let type = answer.contentType?.split(separator: ";").first.map({ $0.trimmed }), type.contains("/"),
        answer.status != "204"
      {
        writer.beginObject("content")
        writer.member("type", type)
        writer.member("level", "should")
        SchemaWriter.write(answer.sources, &writer)
        writer.endObject()
      }
      if hasBody {
        writer.key("body")
        SchemaWriter().write(answer.shape, isMild: !answer.isSuccess, &writer)
        writer.member("example", raw: examples(index).json(answer.shape, answer.shape.sample))
      }
      writer.endObject()
    }
  }

  /// Returns the resource that a call creates and that later calls name in their path.
  func created(by index: Int) -> (kind: String, pointer: [String])? {
    guard operations[index].method == "POST",
      let capture = captures.lazy.flatMap({ $0 }).first(where: {
        $0.producer == index && $0.place == .path && !$0.pointer.contains("0")
      }),
      let shape = capture.pointer.reduce(operations[index].success?.shape, { $0?[$1] }), shape.types == ["string"],
      shape.values.isEmpty
    else { return nil }
    let kind = capture.name.nameWords.filter { $0 != "id" }.joined(separator: "_")
    return (kind.isEmpty ? "resource" : kind, capture.pointer)
  }

  /// Returns the writer of the mock's examples for an operation. It puts new ids in place of the ids that the call
  /// creates, and the ids in the request's path into the response.
  func examples(_ index: Int) -> ExampleWriter {
    var writer = ExampleWriter()
    writer.isRequest = false
    if let made = created(by: index) {
      writer.members[made.pointer] = "\"$mock.uuid\""
      if let value = made.pointer.reduce(operations[index].success?.shape.sample, { $0?[$1] })?.string {
        writer.replaced[value] = "$mock.uuid"
      }
    }
    for capture in captures[index] where capture.place == .path {
      writer.named[capture.name.folded] = "\"$request.path.\(capture.name)\""
    }
    return writer
  }
}
