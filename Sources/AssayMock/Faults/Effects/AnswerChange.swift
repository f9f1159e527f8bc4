import AssayHTTP

/// A change to an answer below its JSON.
struct AnswerChange: Sendable {
  var status: Int?
  /// Put in place of all fields of their name.
  var headers: [HTTPHeader] = []
  /// Fields that are left out.
  var removed: [String] = []
  /// Sent in place of the body.
  var body: [UInt8]?
  var delay = Duration.zero
  var flaw: WireFlaw?

  func apply(to reply: inout Reply) {
    if let status { reply.status = status }
    for name in removed { reply.headers.removeAll { $0.isNamed(name) } }
    for header in headers { reply.headers.set(header.name, header.value) }
    if let body { reply.content = .bytes(body) }
    if delay > .zero { reply.delay += delay }
    if let flaw { reply.flaw = flaw }
  }
}
