import AssayHTTP
import AssayJSON
import AssayObservation

/// The differences between a call's request and the request from which the operation's examples are taken.
struct RequestDifference: Sendable {
  typealias Parts = [(key: String, name: String, value: DraftTree)]

  /// The differences, as the members that a step needs to send them: `key` is `parameters`, `query`, `headers`,
  /// `multipart`, `body` or `contentCoding`.
  private(set) var parts: Parts = []
  /// The expressions with which the mock recognises a request that has the differences.
  private(set) var conditions: [String] = []

  /// Returns `nil` if a difference cannot be written: a secret, or a body that is not JSON.
  init?(_ call: RecordedCall, from operation: RecordedOperation, _ secrets: SeenSecrets) {
    let example = operation.example
    guard call.number != example.number else { return }
    let (own, other) = (operation.parameters(of: call), operation.parameters(of: example))
    for (name, value) in own where other.first(where: { $0.name == name })?.value != value {
      guard !secrets.holds(value) else { return nil }
      add("parameters", name, value, at: "$request.path.\(name)")
    }
    let (query, known) = (call.url.pairs, example.url.pairs)
    for name in Set((query + known).map(\.name)).sorted() where Self.isReadable(name) {
      let (value, before) = (query.first { $0.name == name }?.value, known.first { $0.name == name }?.value)
      guard value != before else { continue }
      guard !secrets.holds(value ?? "") else { return nil }
      add("query", name, value, at: "$request.query.\(name)")
    }
    if call.step != nil { addHeaders(of: call, example, secrets) }
    if call.isCompressed != example.isCompressed {
      parts.append(("contentCoding", "", .string(call.isCompressed ? "gzip" : "identity")))
    }
    let field = "Authorization"
    if call.exchange.request.headers[field] == nil, example.exchange.request.headers[field] != nil {
      add("headers", field, nil, at: "$request.header.\(field)")
    }
    guard call.exchange.request.body != example.exchange.request.body else { return }
    if let form = call.exchange.request.form, let shown = example.exchange.request.form {
      guard addFields(of: form, shown, secrets) else { return nil }
      return
    }
    guard let json = call.exchange.requestJSON, json.kind == .object,
      let shown = example.exchange.requestJSON, shown.kind == .object
    else { return nil }
    for name in Self.names(json, shown) where json[name]?.canonicalText != shown[name]?.canonicalText {
      guard Self.isReadable(name) else { return nil }
      guard let value = json[name] else {
        add("body", name, nil, at: "$request.body#/\(name)")
        continue
      }
      // What a merge patch cannot say: that a member is there and null (RFC 7396).
      guard !value.isNull, !secrets.holds(value), let change = Self.change(from: shown[name], to: value, secrets)
      else { return nil }
      parts.append(("body", name, change))
      conditions += Self.conditions(from: shown[name], to: value, at: "$request.body#/\(name)")
    }
  }

  /// Adds a value that is sent otherwise, or not sent, and the expression that recognises it at `place`.
  private mutating func add(_ key: String, _ name: String, _ value: String?, at place: String) {
    parts.append((key, name, value.map { .template($0) } ?? .null))
    conditions.append(value.map { "\(place) == \(JSONEscapes.quote($0))" } ?? "!exists(\(place))")
  }

  /// Adds the header fields whose recorded values differ; fields with a secret keep the operation's value.
  private mutating func addHeaders(of call: RecordedCall, _ example: RecordedCall, _ secrets: SeenSecrets) {
    let (own, known) = (call.exchange.request.headers, example.exchange.request.headers)
    var names: [String] = []
    for header in own + known where RecordedRequest.isMeant(header.name.lowercased(), in: call) {
      let lowered = header.name.lowercased()
      if ["authorization", "cookie", "accept"].contains(lowered) { continue }
      if !names.contains(where: { $0.lowercased() == lowered }) { names.append(header.name) }
    }
    for name in names
    where own[name] != known[name] && !secrets.holds(own[name] ?? "") && !secrets.holds(known[name] ?? "") {
      add("headers", name, own[name], at: "$request.header.\(name)")
    }
  }

  /// Adds the form fields with different values; the content of files is not recorded. Returns true if all can be
  /// written.
  private mutating func addFields(of form: MultipartForm, _ shown: MultipartForm, _ secrets: SeenSecrets) -> Bool {
    func text(_ part: MultipartForm.Part?) -> String? {
      part.flatMap { $0.filename == nil ? String(decoding: $0.content, as: UTF8.self) : nil }
    }
    let names = (form.parts + shown.parts).filter { $0.filename == nil }.map(\.name).unique
    for name in names where text(form[name]) != text(shown[name]) {
      let value = text(form[name])
      guard Self.isReadable(name), !secrets.holds(value ?? ""), form[name]?.filename == nil else { return false }
      add("multipart", name, value, at: "$request.multipart.\(name)")
    }
    return true
  }

  private static func names(_ one: JSONValue, _ other: JSONValue) -> [String] {
    (one.members.map(\.key) + other.members.map(\.key)).unique
  }

  /// Returns the merge patch from one value to another; `nil` without one.
  private static func change(from old: JSONValue?, to new: JSONValue, _ secrets: SeenSecrets) -> DraftTree? {
    var known = secrets
    guard let old, old.kind == .object, new.kind == .object else { return RecordedTemplate.sent(new, &known) }
    var patch: DraftTree = [:]
    for name in names(new, old) where old[name]?.canonicalText != new[name]?.canonicalText {
      guard let value = new[name] else {
        patch[name] = .null
        continue
      }
      guard !value.isNull, let change = change(from: old[name], to: value, secrets) else { return nil }
      patch[name] = change
    }
    return patch
  }

  /// Returns the mock's conditions for a body value that changed from `old` to `new`: an array by its number of items,
  /// an object by its changed members, any other value by itself.
  private static func conditions(from old: JSONValue?, to new: JSONValue, at place: String) -> [String] {
    switch new.kind {
    case .array: old?.kind == .array && old?.count == new.count ? [] : ["length(\(place)) == \(new.count)"]
    case .object:
      names(new, old ?? .null).filter { isReadable($0) && old?[$0]?.canonicalText != new[$0]?.canonicalText }.flatMap {
        new[$0].map { [$0] } == nil
          ? ["!exists(\(place)/\($0))"] : conditions(from: old?[$0], to: new[$0] ?? .null, at: "\(place)/\($0)")
      }
    default: ["\(place) == \(new.text)"]
    }
  }

  private static func isReadable(_ name: String) -> Bool {
    !name.isEmpty && name.allSatisfy { $0.isPlain(or: "_-") }
  }

  /// Adds to a step the members it does not have yet.
  func add(to step: inout DraftTree) { Self.add(parts, to: &step) }

  static func add(_ parts: RequestDifference.Parts, to step: inout DraftTree) {
    for (key, name, value) in parts {
      guard !name.isEmpty else {
        step[key] = value
        continue
      }
      var part = step[key] ?? [:]
      if part[name] == nil { part[name] = value }
      step[key] = part
    }
  }

  /// Returns the value with which a step, in a row without a difference, sends the same as the operation's example,
  /// while other rows send one of `values`; `nil` if it is secret.
  static func value(
    _ key: String,
    _ name: String,
    of operation: RecordedOperation,
    beside values: [DraftTree],
    _ secrets: SeenSecrets
  ) -> DraftTree? {
    let example = operation.example
    var text: String?
    switch key {
    case "parameters": text = operation.value(of: name, in: example)
    case "query": text = example.url.pairs.first { $0.name == name }?.value
    case "contentCoding": return .string(example.isCompressed ? "gzip" : "identity")
    case "headers": text = example.exchange.request.headers[name]
    case "multipart": text = example.exchange.request.form?[name].map { String(decoding: $0.content, as: UTF8.self) }
    default:
      guard let value = example.exchange.requestJSON?[name] else { return .null }
      guard !value.isNull, !secrets.holds(value) else { return nil }
      var known = secrets
      // Others are changed in part, and this one in none.
      let isPatched = value.kind == .object && values.contains { !$0.members.isEmpty }
      return isPatched ? [:] : RecordedTemplate.sent(value, &known)
    }
    guard let text else { return .null }
    return secrets.holds(text) ? nil : .template(text)
  }
}

/// A call that was refused because its request differs from a valid one. In the draft, it becomes a step that expects
/// the error.
struct RecordedRefusal: Sendable {
  private let call: RecordedCall
  private let operation: RecordedOperation
  private let difference: RequestDifference

  init?(_ call: RecordedCall, of operation: RecordedOperation, _ secrets: SeenSecrets) {
    guard call.isRefused, operation.example.isSuccess, operation.example.stream == nil,
      let difference = RequestDifference(call, from: operation, secrets), !difference.conditions.isEmpty
    else { return nil }
    self.call = call
    self.operation = operation
    self.difference = difference
  }

  /// True if the call was sent with credentials in `Authorization`.
  var isLetIn: Bool { call.exchange.request.headers["Authorization"] != nil }

  /// Returns the step that makes this call, with the expected response.
  func step(id: String?) -> DraftTree { Self.step(id: id, operation, difference.parts, call.status) }

  /// Returns a step that sends `parts` other than the operation's example, and is refused with `status`.
  static func step(
    id: String?,
    _ operation: RecordedOperation,
    _ parts: RequestDifference.Parts,
    _ status: Int
  ) -> DraftTree {
    var tree: DraftTree = [:]
    if let id, id != operation.name { tree["stepId"] = .string(id) }
    tree["operation"] = .string(operation.name)
    RequestDifference.add(parts, to: &tree)
    tree["responses"] = [String(status): ["level": "should"]]
    return tree
  }

  /// Returns the case of the mock that refuses requests with the same differences.
  func mockCase(_ secrets: SeenSecrets) -> DraftTree {
    var tree: DraftTree = [:]
    tree["when"] = .string(difference.conditions.joined(separator: " && "))
    tree["status"] = .number(call.status)
    if let json = call.exchange.json {
      tree["example"] = RecordedTemplate.answered(
        json,
        secrets,
        echoes: RecordedTemplate.echoes(operation, in: call, secrets)
      )
    }
    return tree
  }
}

extension RecordedOperation {
  /// The calls that the mock also refuses; in a recording by Assay, these are all refused calls, since a step makes
  /// each of them.
  var refused: [RecordedCall] {
    calls.contains { $0.step != nil } ? calls.filter(\.isRefused) : refusals
  }

  /// The first refused call for each status, without calls that repeat one with a different result.
  var refusals: [RecordedCall] {
    var statuses: Set<Int> = []
    return calls.filter { call in
      call.isRefused
        && !successes.contains { $0.exchange.request.url == call.exchange.request.url && method == "GET" }
        && statuses.insert(call.status).inserted
    }
  }
}
