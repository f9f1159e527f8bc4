import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

/// The derivation of the probes of one call: calls that vary it in one way each. The result is the same for the same
/// seed.
struct ProbeDerivation {
  /// The maximum size, in blocks of 64 KiB, by which a file is enlarged.
  private static let mostBlocks = 64

  let contract: Contract
  let operation: AssayContract.Operation
  /// The step whose call the probes vary.
  let step: Step
  let seed: UInt64
  /// True if the call sends a cookie that an earlier answer set.
  let sendsCookie: Bool
  private(set) var probes: [Probe] = []
  private var names: [String: Int] = [:]

  private init(_ call: ProbedCall, _ operation: AssayContract.Operation, seed: UInt64) {
    contract = call.contract
    step = call.step
    sendsCookie = call.sendsCookie
    self.operation = operation
    self.seed = seed
  }

  /// Returns the probes of a call of `operation`. Those that are invalid or use a different method come first, since
  /// they change nothing on a correct backend.
  static func probes(of operation: AssayContract.Operation, as call: ProbedCall, seed: UInt64) -> [Probe] {
    var derivation = ProbeDerivation(call, operation, seed: seed)
    derivation.addMethods()
    derivation.addStranger()
    // What is called by the URL an answer gave has no path and no query of its own.
    if call.step.call.url == nil {
      for parameter in operation.request.parameters { derivation.addPath(parameter) }
      for parameter in operation.request.query { derivation.addInput(.query, parameter) }
    }
    derivation.addInputs()
    derivation.addBody()
    derivation.addMediaTypes()
    derivation.addAgain()
    let changes = !HTTPMethod.isSafe(operation.request.method)
    return derivation.probes.map { probe in
      var probe = probe
      if case .success = probe.expectation { probe.isUnsafe = changes }
      return probe
    }
  }

  /// True if the operation is neither a stream nor a poll, so that its response can be judged as a success by itself.
  var isAnsweredAtOnce: Bool { if case .exchange = operation.interaction { true } else { false } }

  /// The documented 4xx responses to invalid requests, without those that concern authorisation, time or the rate of
  /// calls.
  var refusals: [ResponsePromise] {
    documentedRefusals.filter { response in
      ![401, 403, 407, 408, 421, 425, 429].contains { response.status == .exact($0) }
    }
  }

  /// All documented 4xx responses.
  var documentedRefusals: [ResponsePromise] {
    operation.responses.filter { response in
      switch response.status {
      case .exact(let code): code / 100 == 4
      case .class(let digit): digit == 4
      case .default: false
      }
    }
  }

  /// The expectation that an invalid request is refused. Accepting it is a finding of level `may` if 400 or 422 is
  /// documented, and otherwise none, since a lenient backend harms no documented client.
  var refusal: Probe.Expectation {
    let speaks = refusals.contains { [400, 422].contains(where: $0.status.matches) }
    return .refusal(refusals, acceptedAt: speaks ? .may : nil)
  }

  /// The expectation that a request for a resource that does not exist is refused. Accepting it is a finding only if
  /// the contract documents 404.
  var unknown: Probe.Expectation {
    guard let notFound = refusals.first(where: { $0.status == .exact(404) }) else {
      return .refusal(refusals, acceptedAt: nil)
    }
    return .refusal(refusals, acceptedAt: notFound.promise.level)
  }

  mutating func add(
    _ name: String,
    _ kind: Probe.Kind,
    _ about: String,
    _ change: RequestChange,
    _ expectation: Probe.Expectation,
    _ promise: Promise? = nil
  ) {
    add(Probe(name, kind, about, change, expectation, promise: promise ?? operation.promise))
  }

  mutating func add(_ probe: Probe) {
    // The answers of streams and jobs are judged where scenarios follow them to their end.
    if case .success = probe.expectation, !isAnsweredAtOnce { return }
    let plain = "probe-" + Self.plain(probe.name)
    names[plain, default: 0] += 1
    let count = names[plain] ?? 1
    var probe = probe
    probe.name = count == 1 ? plain : "\(plain)-\(count)"
    probes.append(probe)
  }

  /// Returns the name with dashes in place of characters that have a meaning in globs, paths or shells.
  private static func plain(_ name: String) -> String {
    String(name.map { $0.isASCII && ($0.isLetter || $0.isNumber || "_.-".contains($0)) ? $0 : "-" })
  }

  // MARK: Methods, and the same again

  private mutating func addMethods() {
    // Methods belong to the path, also where several operations share it and differ in the rest of the request.
    let alike = contract.operations.first { other in
      other.server == operation.server && other.request.path == operation.request.path
        && other.request.method == operation.request.method
    }
    guard alike?.name == operation.name else { return }
    let method = operation.request.method.uppercased()
    if method == "GET" { add("head", .method, "with the method `HEAD`", .method("HEAD"), .anyAnswer) }
    add("options", .method, "with the method `OPTIONS`", .method("OPTIONS"), .anyAnswer)
    let isRead = contract.operations.contains {
      $0.server == operation.server && $0.request.path == operation.request.path
        && $0.request.method.uppercased() == "GET"
    }
    if method != "GET", !isRead {
      add("wrong-method", .method, "with the method `GET`", .method("GET"), .anyAnswer)
    }
    add("unheard-method", .method, "with the unheard-of method `PROBE`", .method("PROBE"), .anyAnswer)
  }

  private mutating func addAgain() {
    guard isAnsweredAtOnce else {
      // The documents leave open what is said of a job once it is over.
      return add("again", .job, Probe.secondTime, .nothing, .anyAnswer)
    }
    let isSafe = operation.request.method.uppercased() == "GET"
    add("again", .method, Probe.secondTime, .nothing, .success(refusedAt: isSafe ? .must : nil))
  }

  // MARK: The path

  private mutating func addPath(_ parameter: Parameter) {
    guard !parameter.isFixed else { return }
    let example = parameter.example?.string ?? parameter.example?.text ?? ""
    let types = parameter.schema.flatMap { contract.schemas.view(at: $0.promise.pointer) }
      .map { ValueSchema($0).types }
    let isNumber = types.map { $0.isDisjoint(with: .string) } ?? false
    let stranger =
      isNumber
      ? "999999937" : example.count == 36 ? "00000000-0000-4000-8000-000000000001" : "assay-knows-no-such-thing"
    let about = "with the unknown `\(stranger)` as the path parameter `\(parameter.name)`"
    let value: JSONValue = .string(stranger)
    add("unknown-\(parameter.name)", .mistake, about, .input(.path, parameter.name, value), unknown, parameter.promise)
    if isNumber { return addCandidates(.path, parameter.name, parameter.schema, parameter.promise) }
    for (name, text) in [("unicode", "Žąsis 🦆"), ("marks", "'\"<b>;--%")] {
      let about = "with `\(text)` as the path parameter `\(parameter.name)`"
      let change = RequestChange.input(.path, parameter.name, .string(text))
      add("\(name)-\(parameter.name)", .mistake, about, change, .refusal(refusals, acceptedAt: nil), parameter.promise)
    }
  }

  // MARK: Header fields and parts

  private mutating func addInputs() {
    for parameter in operation.request.headers where !parameter.isFixed && parameter.schema != nil {
      addInput(.header, parameter)
    }
    guard case .multipart(let fields) = operation.request.content else { return }
    for field in fields {
      switch field.value {
      case .text(let example, _):
        let parameter = Parameter(
          name: field.name,
          schema: field.schema,
          example: example,
          isRequired: field.isRequired,
          promise: field.promise
        )
        addInput(.part, parameter)
      case .file: addFile(field)
      }
    }
    let promise = fields.first?.promise
    add(
      "cut-short",
      .mistake,
      "with its body cut short",
      .body(.cutShort),
      .refusal(refusals, acceptedAt: nil),
      promise
    )
    add("no-body", .mistake, "without a body", .body(.removed), refusal, promise)
    let type = "with the content type `application/json` over its form"
    add("other-type", .mistake, type, .contentType("application/json"), .refusal([], acceptedAt: nil), promise)
  }

  private mutating func addInput(_ part: RequestChange.Part, _ parameter: Parameter) {
    let name = parameter.name
    let noun = "the \(part.noun) `\(name)`"
    if parameter.isRequired {
      let change = RequestChange.input(part, name, nil)
      add("without-\(name)", .mistake, "without \(noun)", change, refusal, parameter.promise)
    } else {
      let expectation = Probe.Expectation.success(refusedAt: parameter.promise.level)
      add("without-\(name)", .choice, "without \(noun)", .input(part, name, nil), expectation, parameter.promise)
      if let example = parameter.example, step.call.omitsOptional || says(part, name) {
        let change = RequestChange.input(part, name, example)
        let about = "with \(noun) as `\(example.text.shortened(to: 60))`"
        add("with-\(name)", .choice, about, change, expectation, parameter.promise)
      }
    }
    addCandidates(part, name, parameter.schema, parameter.promise)
  }

  /// Returns true if the step itself sets the value of this input.
  func says(_ part: RequestChange.Part, _ name: String) -> Bool {
    step.call.templates(of: part).contains { $0.name == name }
  }

  /// Adds probes with valid and invalid values of an input that is sent as text.
  private mutating func addCandidates(
    _ part: RequestChange.Part,
    _ name: String,
    _ schema: SchemaPromise?,
    _ promise: Promise
  ) {
    guard let schema, let view = contract.schemas.view(at: schema.promise.pointer) else { return }
    let value = ValueSchema(view)
    guard value.types.isDisjoint(with: [.array, .object]) || value.types == .all else { return }
    let numbers = SeededNumbers(seed, at: "\(operation.name) \(part) \(name)")
    for candidate in ValueMaker.candidates(for: value, besides: nil, numbers) {
      // What has no type of its own is text; a field or a path cannot hold every one.
      let text = candidate.value.string ?? candidate.value.text
      let isPlain = text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.isASCII }
      if candidate.value.count > 0 || candidate.value.isNull { continue }
      if part == .header, !isPlain || text.isEmpty || text.hasPrefix(" ") { continue }
      if part == .path, text.isEmpty || !isPlain { continue }
      if part != .part, text.utf8.count > 4_000 || text.contains("\u{0}") { continue }
      let shown = candidate.shown ?? (text.isEmpty ? "an empty text" : "`\(text.shortened(to: 60))`")
      let noun = "the \(part.noun) `\(name)`"
      add(candidate, shown: shown, as: noun, named: name, ScalarText.violations(of: text, schema.schema), promise) {
        .input(part, name, .string($0.string ?? $0.text))
      }
    }
  }

  /// Adds the probe that sends `candidate` in the place that `change` sets. Adds none if the value breaks only a
  /// `should` or `may`.
  mutating func add(
    _ candidate: Candidate,
    shown: String,
    as noun: String,
    named name: String,
    _ violations: [SchemaViolation],
    _ promise: Promise,
    _ change: @escaping @Sendable (JSONValue) -> RequestChange
  ) {
    guard let expectation = expectation(of: candidate, violations) else { return }
    var probe = Probe(
      "\(name)-\(candidate.name)",
      kind(expectation, candidate),
      "with \(shown) as \(noun)",
      change(candidate.value),
      expectation,
      promise: promise
    )
    if let resized = candidate.resized {
      let isText = candidate.value.kind == .string
      probe.sizes = .init(1...candidate.size) { size in
        let shown = isText ? "a text of \(size.counted("character"))" : size.counted("item")
        return ("with \(shown) as \(noun)", change(resized(size)))
      }
    }
    add(probe)
  }

  private func kind(_ expectation: Probe.Expectation, _ candidate: Candidate) -> Probe.Kind {
    if case .refusal = expectation { return .mistake }
    return candidate.listed == nil ? .value : .choice
  }

  /// Returns the responses that are expected to a value with these violations; `nil` if it breaks only a `should` or
  /// `may`.
  func expectation(of candidate: Candidate, _ violations: [SchemaViolation]) -> Probe.Expectation? {
    if violations.isEmpty { return .success(refusedAt: candidate.listed.flatMap(Level.init)) }
    return violations.contains { ($0.level ?? "must") == "must" } ? refusal : nil
  }

  private mutating func addFile(_ field: MultipartField) {
    let noun = "the file `\(field.name)`"
    add(
      "without-\(field.name)",
      field.isRequired ? .mistake : .choice,
      "without \(noun)",
      .input(.part, field.name, nil),
      field.isRequired ? refusal : .success(refusedAt: field.promise.level),
      field.promise
    )
    // What is in a file the documents do not say, so that a backend may take it and say later what is wrong.
    let lenient = Probe.Expectation.refusal(refusals, acceptedAt: nil)
    let name = field.name
    add("empty-\(name)", .mistake, "with \(noun) empty", .file(name, .emptied), refusal, field.promise)
    add("short-\(name)", .mistake, "with \(noun) cut short", .file(name, .cutShort), lenient, field.promise)
    let words = Array("These are words.\n".utf8)
    add("wrong-\(name)", .mistake, "with words in \(noun)", .file(name, .replaced(words)), lenient, field.promise)
    addLargeFile(field, noun)
  }

  /// Adds a probe that sends the same image, enlarged by some megabytes. The documents do not say if that is too large,
  /// so that the backend may accept or refuse it.
  private mutating func addLargeFile(_ field: MultipartField, _ noun: String) {
    guard case .file(_, _, let type) = field.value, PaddedImage.canPad(type) else { return }
    let name = field.name
    @Sendable func sized(_ blocks: Int) -> (about: String, change: RequestChange) {
      ("with \(noun) \(blocks * 64) KiB larger", .file(name, .padded(blocks)))
    }
    let (about, change) = sized(Self.mostBlocks)
    var probe = Probe("large-\(name)", .value, about, change, .success(refusedAt: nil), promise: field.promise)
    probe.sizes = .init(0...Self.mostBlocks, sized)
    add(probe)
  }
}

extension Step.Call {
  /// The values that the step itself gives the inputs of this part of its request.
  func templates(of part: RequestChange.Part) -> [NamedTemplate] {
    switch part {
    case .query: query + parameters
    case .header: headers
    case .part: multipart
    case .path: parameters
    }
  }
}

extension RequestTemplate {
  /// Returns the value of an input that is sent if a step gives none; `nil` if the contract does not have one.
  func example(of part: RequestChange.Part, _ name: String) -> JSONValue? {
    switch part {
    case .query: return query.first { $0.name == name }?.example
    case .header: return headers.first { $0.name == name }?.example
    case .path: return parameters.first { $0.name == name }?.example
    case .part:
      guard case .multipart(let fields) = content, let field = fields.first(where: { $0.name == name }),
        case .text(let example, _) = field.value
      else { return nil }
      return example
    }
  }
}
