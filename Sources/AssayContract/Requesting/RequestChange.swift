import AssayHTTP
package import AssayJSON

/// The difference of a probe's request from the step it is derived from.
package enum RequestChange: Sendable {
  /// The parts of a request whose values are sent as text without a type.
  package enum Part: String, Sendable {
    case path, query, header
    case part

    /// The name of the part in sentences, such as "query parameter".
    package var noun: String {
      switch self {
      case .path: "path parameter"
      case .query: "query parameter"
      case .header: "header field"
      case .part: "part"
      }
    }
  }

  /// A change to the bytes of a body or a file.
  package enum Damage: Sendable {
    case removed, emptied, cutShort
    /// A byte that UTF-8 never contains, in the last text of JSON.
    case brokenText
    case replaced([UInt8])
    /// The given number of invisible blocks of ``PaddedImage/block`` bytes added to an image.
    case padded(Int)
  }

  case nothing
  /// The value of a parameter, header field or form part is replaced; `nil` omits it.
  case input(Part, String, JSONValue?)
  /// A different value in the body; `nil` omits the member, and a missing member is added.
  case member(JSONPointer, JSONValue?)
  case body(Damage)
  /// The file of this name in a form is damaged.
  case file(String, Damage)
  case contentType(String)
  /// The body is sent in the alternative with this media type.
  case alternative(String)
  /// The request is sent with this method and without a body.
  case method(String)
  /// The request is sent without credentials and cookies.
  case withoutCredentials

  /// The header fields in which credentials of any kind are sent (RFC 9110 section 11.6.2, RFC 6265 section 5.4).
  package static let credentialFields = ["Authorization", "Cookie"]
}

extension RequestChange {
  /// Returns `step` with the change, if it is to a parameter, a form part or the credentials; otherwise the unchanged
  /// step.
  func applied(to step: Step) -> Step {
    if case .withoutCredentials = self { return Self.stranger(step) }
    guard case .input(let part, let name, let value) = self else { return step }
    var step = step
    let template = NamedTemplate(name: name, template: value.map(Self.literal) ?? JSONValue.building { $0.null() })
    func put(_ list: inout [NamedTemplate]) {
      list.removeAll { $0.name == name }
      list.insert(template, at: 0)
    }
    switch part {
    case .path: put(&step.call.parameters)
    case .query: put(&step.call.query)
    case .header: put(&step.call.headers)
    case .part: put(&step.call.multipart)
    }
    return step
  }

  /// Returns `operation` with the alternative body that the change sends; otherwise unchanged.
  func applied(to operation: Operation) -> Operation {
    guard case .alternative(let type) = self, case .body(let body) = operation.request.content,
      let other = body.alternatives.first(where: { $0.contentType == type })
    else { return operation }
    var operation = operation
    operation.request.content = .body(other)
    return operation
  }

  /// Returns `step` as an unauthenticated caller sends it.
  private static func stranger(_ step: Step) -> Step {
    var step = step
    let isCredential = { (template: NamedTemplate) in
      credentialFields.contains { HTTPHeader(template.name, "").isNamed($0) }
    }
    step.call.headers.removeAll(where: isCredential)
    step.call.parameters.removeAll(where: isCredential)
    step.call.headers += credentialFields.map { NamedTemplate(name: $0, template: JSONValue.building { $0.null() }) }
    return step
  }

  /// Returns `value` as a literal that is not read as a template.
  private static func literal(_ value: JSONValue) -> JSONValue {
    guard let text = value.string, text.contains("$") else { return value }
    return .string(Template.literal(text))
  }

  /// Applies the change to the finished request, if it cannot be expressed in the step: to the body, a file, the
  /// content type or the method.
  func apply(to request: inout HTTPRequest) {
    switch self {
    case .nothing, .input, .withoutCredentials, .alternative: break
    case .member(let pointer, let value): changeMember(pointer, value, of: &request)
    case .body(let damage):
      request.body = damage.done(to: request.body)
      if case .removed = damage { request.headers.removeAll { $0.isNamed("Content-Type") } }
    case .file(let name, let damage): changeFile(name, damage, of: &request)
    case .contentType(let type): request.headers.set("Content-Type", type)
    case .method(let method):
      request.method = method
      request.body = []
      request.headers.removeAll { $0.isNamed("Content-Type") }
    }
  }

  private func changeMember(_ pointer: JSONPointer, _ value: JSONValue?, of request: inout HTTPRequest) {
    guard let body = (try? JSONDocument(parsing: request.body))?.root else { return }
    let changed: JSONValue?
    if pointer.tokens.isEmpty {
      changed = value
    } else if body[pointer] == nil, let value, let parent = pointer.parent, let name = pointer.tokens.last {
      changed = JSONEdit.add(parent, name, value).applied(to: body)
    } else {
      changed = (value.map { JSONEdit.replace(pointer, $0) } ?? .remove(pointer)).applied(to: body)
    }
    guard let changed else { return }
    request.body = Array(changed.document.bytes[changed.byteRange])
  }

  private func changeFile(_ name: String, _ damage: Damage, of request: inout HTTPRequest) {
    guard var form = request.form, let index = form.parts.firstIndex(where: { $0.name.isExactly(name) }) else { return }
    form.parts[index].content = damage.done(to: form.parts[index].content)
    let (contentType, body) = form.encode()
    request.headers.set("Content-Type", contentType)
    request.body = body
  }

  /// True if the change sends a different value, or omits one.
  package var isOfInput: Bool {
    switch self {
    case .input, .member, .body, .file: true
    case .nothing, .contentType, .alternative, .method, .withoutCredentials: false
    }
  }

  /// The reference by which rules read the omitted value, such as `$request.query.limit`; `nil` if no value is omitted.
  package var missingReference: String? {
    switch self {
    case .input(.query, let name, nil): "$request.query.\(name)"
    case .input(.part, let name, nil): "$request.multipart.\(name)"
    case .input(.header, let name, nil): "$request.header.\(name)"
    case .member(let pointer, nil): "$request.body#\(pointer)"
    case .body(.removed): "$request.body"
    default: nil
    }
  }
}

extension RequestChange.Damage {
  fileprivate func done(to bytes: [UInt8]) -> [UInt8] {
    switch self {
    case .removed, .emptied: []
    case .cutShort: Array(bytes.prefix(bytes.count / 2))
    case .brokenText: Self.brokenText(bytes)
    case .replaced(let other): other
    case .padded(let blocks): PaddedImage.bytes(bytes, blocks: blocks)
    }
  }

  /// Returns the JSON text `bytes` with the byte 0xFF at the end of its last string or name, or after the text if it has
  /// none: the last quotation mark of a JSON text ends a string.
  private static func brokenText(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    bytes.insert(0xFF, at: bytes.lastIndex(of: UInt8(ascii: "\"")) ?? bytes.endIndex)
    return bytes
  }
}
