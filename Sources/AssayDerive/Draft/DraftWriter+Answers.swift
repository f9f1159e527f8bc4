/// Writing of the responses of operations.
extension DraftWriter {
  func responses(_ index: Int) -> DraftTree {
    let operation = operations[index]
    var responses: DraftTree = [:]
    let content: DraftTree? =
      operation.isStreamed ? .string(operation.stream.isLines ? "application/x-ndjson" : "text/event-stream") : nil
    if operation.success == nil {
      responses["2XX"] = DraftTree(citing: operation.sources)
      responses["2XX"]?["content"] = content
    }
    for answer in operation.answers {
      var tree: DraftTree = answer.isSuccess ? [:] : ["level": "should"]
      let isBare = answer.isSuccess && answer.shape.members.isEmpty && answer.shape.items.isEmpty
      tree.cite(answer.sources + (isBare ? operation.sources : []))
      if let content, answer.isSuccess {
        tree["content"] = content
      } else if let type = answer.contentType?.parts(";").first?.trimmed, type.contains("/"), answer.status != "204" {
        tree["content"] = DraftTree(["type": .string(type), "level": "should"], citing: answer.sources)
      }
      if !answer.shape.isEmpty, answer.status != "204", !(operation.stream.isStated && answer.isSuccess) {
        tree["body"] = SchemaWriter().tree(answer.shape, isMild: !answer.isSuccess)
        tree["example"] = .raw(examples(index).json(answer.shape, answer.shape.sample))
      }
      responses[answer.status] = tree
    }
    return responses
  }

  /// Returns the resource that a call creates and that later calls name in their path.
  func created(by index: Int) -> (kind: String, pointer: [String])? {
    guard operations[index].method == "POST",
      let capture = captures.lazy.flatMap({ $0 }).first(where: {
        $0.producer == index && $0.way[0] == "parameters" && !$0.pointer.contains("0")
      }),
      let shape = capture.pointer.reduce(operations[index].success?.shape, { $0?[$1] }), shape.types == ["string"],
      shape.values.isEmpty
    else { return nil }
    let kind = capture.way[1].nameWords.filter { $0 != "id" }.joined(separator: "_")
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
    let operation = operations[index]
    let isEchoed = operation.isStreamed || operation.poll.isKnown
    for name in operation.parameters
    where isEchoed || captures[index].contains(where: { $0.way == ["parameters", name] }) {
      writer.named[name.folded] = "\"$request.path.\(name)\""
    }
    return writer
  }
}
