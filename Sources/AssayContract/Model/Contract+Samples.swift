import AssayHTTP
package import AssayJSON
package import AssaySchema

extension Contract {
  /// Returns the simplest valid value for a schema without an example; `nil` if none can be made.
  ///
  /// `joint` may contain the promise's schema, compiled together with others.
  package func sample(of promise: SchemaPromise, among joint: JointSchemas? = nil) -> JSONValue? {
    let pointer = promise.promise.pointer
    return schemas.sample(at: pointer) { joint?.isValid($0, at: pointer) ?? promise.schema.isValid($0) }
  }

  /// Returns the simplest valid value for the schema at `pointer`; `nil` if the place has no schema.
  package func sample(at pointer: JSONPointer) -> JSONValue? {
    guard let compiled = try? schemas.schema(at: pointer) else { return nil }
    return schemas.sample(at: pointer) { compiled.isValid($0) }
  }

  /// Returns the text that the mock sends as a header field: the value its schema names, or the simplest it allows;
  /// `nil` if that is not text. `Content-Encoding` is gzip if allowed, since the mock supports it.
  package func sampleText(of header: HeaderPromise) -> String? {
    let gzip = ContentCoding.gzip.rawValue
    if HTTPHeader(header.name, "").isNamed("Content-Encoding"),
      ScalarText.violations(of: gzip, header.schema.schema).isEmpty
    {
      return gzip
    }
    guard let sample = sample(of: header.schema), ![.object, .array, .null].contains(sample.kind) else { return nil }
    return sample.string ?? sample.text
  }
}

/// The events of a stream that has no examples.
package struct StreamSample: Sendable {
  /// The events: each kind that the order allows, once if possible, up to the first final one.
  package var events: [EventExample] = []
  /// The names of the events for which no data could be made.
  package var unmade: [String] = []
}

extension Contract {
  /// Makes sample events from the stream's order of events and their schemas.
  package func sample(of stream: StreamPromise) -> StreamSample {
    var sample = StreamSample()
    for name in stream.samplePath {
      guard let event = stream.event(named: name) else { continue }
      if let data = data(of: event), stream.kind(ofExample: data, of: event)?.isExactly(name) == true {
        sample.events.append(EventExample(event: name, data: data))
      } else if !sample.unmade.containsExactly(name) {
        sample.unmade.append(name)
      }
    }
    return sample
  }

  private func data(of event: EventPromise) -> JSONValue? {
    if let data = event.data { return sample(of: data) }
    guard let text = event.text else { return .object([]) }
    if case .exactly(let text) = text.form { return .string(text) }
    return text.matches(PlainSample.word) ? .string(PlainSample.word) : nil
  }
}

extension StreamPromise {
  /// The names of events in an allowed order: each event that can occur, and finally one that completes the stream.
  fileprivate var samplePath: [String] {
    let finals = events.filter(\.isFinal).map(\.name)
    guard let order = order?.order else {
      return events.filter { !$0.isFinal }.map(\.name) + finals.prefix(1)
    }
    var path: [String] = []
    var state = order.start
    func take(_ names: [String]) {
      for name in names {
        guard let next = order.next(state, name) else { return }
        state = next
        path.append(name)
      }
    }
    for name in order.names where !finals.containsExactly(name) && !path.containsExactly(name) {
      guard let missing = order.missing(before: name, from: state), !missing.contains(where: finals.containsExactly)
      else { continue }
      take(missing + [name])
    }
    if let (missing, last) = finals.lazy.compactMap({ name in
      order.missing(before: name, from: state).map { ($0, name) }
    }).first {
      take(missing + [last])
    }
    take(order.missingAtEnd(from: state) ?? [])
    return path
  }
}
