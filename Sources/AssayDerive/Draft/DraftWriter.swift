import AssayJSON
import AssayText

/// The writer of a contract from the operations that guides describe.
struct DraftWriter {
  let guides: [Guide]
  let refined: Refinement
  let operations: [OperationDraft]
  let names: [String]
  let captures: [[Capture]]
  /// An image of one pixel, used in place of unknown files.
  static let picture =
    "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

  init(_ guides: [Guide], _ refined: Refinement) {
    self.guides = guides
    self.refined = refined
    names = Self.names(of: refined.operations)
    captures = CaptureFinder(operations: refined.operations).captures()
    operations = Self.following(captures, refined.operations)
  }

  /// Returns the operations with additions to their client's use: members whose values client code passes from a
  /// response to another call.
  private static func following(_ captures: [[Capture]], _ operations: [OperationDraft]) -> [OperationDraft] {
    var result = operations
    for (taker, list) in zip(operations, captures) where taker.isInClientCode {
      for capture in list where capture.pointer.count == 1 {
        guard let answer = operations[capture.producer].answers.firstIndex(where: \.isSuccess) else { continue }
        result[capture.producer].answers[answer].shape.client?.follow(capture.pointer[0])
      }
    }
    return result
  }

  /// The contract as JSON, indented by two spaces.
  func contract() -> String {
    var writer = JSONWriter(indent: "  ")
    let title = guides.first?.title ?? "API"
    writer.beginObject()
    writer.member("$schema", "contract.schema.json")
    writer.member("contract", "1")
    writer.key("service")
    let slug = title.slug.split(separator: "-").prefix(5).joined(separator: "-")
    writer.string(slug.isEmpty ? "api" : slug)
    writer.member("title", title)
    writer.beginObject("documents")
    for guide in guides {
      writer.beginObject(guide.name)
      writer.member("title", guide.title)
      writer.member("file", guide.file)
      writer.endObject()
    }
    writer.endObject()
    writer.beginObject("servers")
    for server in refined.servers {
      writer.beginObject(server.name)
      writer.member("url", server.url)
      if let source = server.source { SchemaWriter.write([source], &writer) }
      writer.endObject()
    }
    writer.endObject()
    writer.beginObject("operations")
    for index in operations.indices { write(index, &writer) }
    writer.endObject()
    scenarios(&writer)
    notes(&writer)
    writer.endObject()
    return writer.text + "\n"
  }

  /// The parts of a call that an operation's name is made from.
  struct NamedCall {
    var method: String
    var path: String
    var segments: [String]
    var server: String
  }

  static func names(of operations: [OperationDraft]) -> [String] {
    names(
      of: operations.map {
        NamedCall(method: $0.method, path: $0.target.path, segments: $0.target.segments, server: $0.server)
      }
    )
  }

  /// Returns a name for each operation: the words of its path, with the method if that is not enough.
  static func names(of operations: [NamedCall]) -> [String] {
    var taken: Set<String> = []
    let servers = Dictionary(grouping: operations, by: \.path).mapValues { Set($0.map(\.server)) }
    return operations.map { operation in
      let words = operation.segments.filter {
        !CallTarget.isParameter($0) && !["api", "rest"].contains($0) && !SightingReader.isBaseSegment($0)
      }
      var last = words.last?.slug ?? ""
      // `/items/{id}` is of one item.
      if operation.segments.last.map({ CallTarget.isParameter($0) }) == true {
        last = OperationTable.singular(last)
      }
      let all = words.map(\.slug).filter { !$0.isEmpty }.joined(separator: "-")
      let method = operation.method.lowercased()
      let twin = servers[operation.path]?.count ?? 0 > 1
      let options = [
        twin ? "\(last)-\(operation.server)" : last, "\(method)-\(last)", all, "\(method)-\(all)",
        "\(method)-\(all)-\(operation.server)",
      ].filter { $0.first?.isLetter == true }
      var name = options.first { !taken.contains($0) } ?? "\(method)-call"
      var count = 2
      while taken.contains(name) {
        name = "\(options.last ?? "call")-\(count)"
        count += 1
      }
      taken.insert(name)
      return name
    }
  }

  // MARK: An operation

  func write(_ index: Int, _ writer: inout JSONWriter) {
    let operation = operations[index]
    writer.beginObject(names[index])
    if refined.servers.count > 1 {
      writer.member("server", operation.server)
    }
    let summary = operation.summary.trimmed
    if !summary.isEmpty {
      writer.member("summary", summary)
    }
    SchemaWriter.write(operation.sources, &writer)
    writer.key("request")
    request(operation, &writer)
    writer.beginObject("responses")
    responses(index, &writer)
    writer.endObject()
    if operation.stream.isStated, !operation.stream.events.isEmpty { stream(operation, &writer) }
    if !operation.poll.member.isEmpty, operation.poll.states.count > 1 { poll(index, &writer) }
    if let made = created(by: index) {
      writer.beginObject("mock")
      writer.member("creates", made.kind)
      writer.member("key", "$response.body#/\(made.pointer.joined(separator: "/"))")
      writer.endObject()
    }
    writer.endObject()
  }

  func request(_ operation: OperationDraft, _ writer: inout JSONWriter) {
    let request = operation.request
    writer.beginObject()
    writer.member("method", operation.method)
    writer.member("path", operation.target.path)
    if !operation.parameters.isEmpty {
      writer.beginObject("parameters")
      var seen: Set<String> = []
      for name in operation.parameters where seen.insert(name).inserted {
        let field = request.path.first { $0.name == name }
        writer.beginObject(name)
        writer.member(
          "schema",
          raw: "{ \"type\": \(JSONEscapes.quote(field?.shape.types == ["integer"] ? "integer" : "string")) }"
        )
        writer.key("example")
        let example = field?.example ?? "1"
        if field?.shape.types == ["integer"], let number = Int(example) {
          writer.integer(number)
        } else {
          writer.raw(ExampleWriter().string(example, named: name))
        }
        SchemaWriter.write(field?.sources ?? operation.sources, &writer)
        writer.endObject()
      }
      writer.endObject()
    }
    fields("query", request.query, &writer)
    let hasBody = request.body != nil || !request.form.isEmpty
    fields("headers", request.headers.filter { !hasBody || $0.name.lowercased() != "content-type" }, &writer)
    if !request.form.isEmpty,
      request.body == nil || request.form.contains(where: \.isFile)
    {
      if request.isFormEncoded, !request.form.contains(where: \.isFile) {
        form(operation, &writer)
      } else {
        multipart(operation, &writer)
      }
    } else if let body = request.body, operation.method != "GET" {
      writer.beginObject("body")
      writer.key("schema")
      SchemaWriter(isRequest: true).write(body, isMild: false, &writer)
      writer.member("example", raw: ExampleWriter().json(body, body.sample))
      writer.member("required", true)
      SchemaWriter.write(body.sources, &writer)
      writer.endObject()
    }
    writer.endObject()
  }

  func fields(
    _ key: String,
    _ fields: [OperationDraft.Field],
    _ writer: inout JSONWriter
  ) {
    guard !fields.isEmpty else { return }
    writer.beginObject(key)
    for field in fields {
      writer.beginObject(field.name)
      writer.beginObject("schema")
      let types = field.shape.types.intersection(["string", "integer", "number", "boolean"])
      writer.member("type", types.count == 1 ? types.first ?? "string" : "string")
      if field.shape.values.count > 1 {
        writer.member("enum", field.shape.values)
      }
      writer.endObject()
      let isRequired = field.isRequired ?? false
      if let example = example(of: field, types: types) {
        writer.member("example", raw: example)
      }
      writer.member("required", isRequired)
      SchemaWriter.write(field.sources, &writer)
      writer.endObject()
    }
    writer.endObject()
  }

  func example(of field: OperationDraft.Field, types: Set<String>) -> String? {
    if field.shape.values.count > 1 {
      return ExampleWriter().string(
        field.example.flatMap { field.shape.values.contains($0) ? $0 : nil } ?? field.shape.values[0]
      )
    }
    let given = field.example?.trimmingMarks
    if types == ["integer"] {
      return given.flatMap { Int($0) }.map { String($0) } ?? (field.isRequired == true ? "1" : nil)
    }
    if types == ["number"] { return given.flatMap { JSONNumber($0)?.text } ?? (field.isRequired == true ? "1" : nil) }
    if types == ["boolean"] {
      return given == "true" || given == "false" ? given : field.isRequired == true ? "true" : nil
    }
    guard let text = field.example, !text.isEmpty else {
      return field.isRequired == true ? ExampleWriter().string("text") : nil
    }
    let plain = text.replacing("${", with: "").replacing("\\(", with: "").replacing("$", with: "")
    return ExampleWriter().string(plain, named: field.name)
  }

  func multipart(_ operation: OperationDraft, _ writer: inout JSONWriter) {
    writer.beginObject("multipart")
    for field in operation.request.form {
      writer.beginObject(field.name)
      if field.isFile {
        writer.member("file", Self.picture)
        writer.member("filename", "sample.png")
        writer.member("content", "image/png")
      } else {
        writer.member("schema", raw: "{ \"type\": \"string\" }")
        writer.key("example")
        let example = field.example.flatMap { $0.isEmpty ? nil : $0 } ?? field.shape.values.first ?? "text"
        writer.raw(ExampleWriter().string(example, named: field.name))
      }
      writer.member("required", field.isRequired ?? true)
      SchemaWriter.write(field.sources, &writer)
      writer.endObject()
    }
    writer.endObject()
  }

  func form(_ operation: OperationDraft, _ writer: inout JSONWriter) {
    writer.beginObject("body")
    writer.member("content", "application/x-www-form-urlencoded")
    writer.beginObject("example")
    for field in operation.request.form where field.isRequired != false {
      writer.key(field.name)
      let example = field.example.flatMap { $0.isEmpty ? nil : $0 } ?? "text"
      writer.raw(ExampleWriter().string(example, named: field.name))
    }
    writer.endObject()
    writer.member("required", true)
    SchemaWriter.write(operation.request.form.flatMap(\.sources), &writer)
    writer.endObject()
  }

  // MARK: Notes

  func notes(_ writer: inout JSONWriter) {
    guard !refined.notes.isEmpty else { return }
    writer.beginArray("notes")
    for note in refined.notes {
      writer.beginObject()
      writer.member("topic", note.topic)
      writer.member("note", note.note)
      writer.beginArray("sources")
      for source in note.sources { writer.string(source.description) }
      writer.endArray()
      writer.endObject()
    }
    writer.endArray()
  }
}
