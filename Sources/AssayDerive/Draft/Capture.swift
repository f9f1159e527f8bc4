import AssayText

/// A value from the response of one operation that the request of another uses.
struct Capture: Sendable {
  /// The index of the operation whose response contains the value.
  var producer: Int
  var pointer: [String]
  /// The place in a step that takes the value: `parameters`, `query`, `headers` or `body`, and the names in it.
  var way: [String]
  /// The name under which a step captures the value.
  var output: String
  var isSecret = false
  /// The place of the value outside a JSON body.
  var given: GivenValue?

  /// The place that takes a token which authorises calls.
  static let token = ["headers", "Authorization"]
  /// True if the value goes into a header field, as a token that authorises calls.
  var isHeader: Bool { way[0] == "headers" }
  /// True if the value is a cookie, which scenarios keep and send.
  var isCookie: Bool { way.count == 3 && isHeader }
  /// The expression that reads the value from the response.
  var expression: DraftTree { .string(given?.expression ?? "$response.body#/\(pointer.joined(separator: "/"))") }

  /// Sets the value in a step that comes after the one called `producer`.
  func pass(to step: inout DraftTree, from producer: String) {
    if isCookie { return }
    let value = "$steps.\(producer).outputs.\(output)\(given?.suffix ?? "")"
    step.put(.string(way == Self.token ? "Bearer {\(value)}" : value), at: way)
  }
}

/// A search for the values of requests that can be taken from the responses of other operations.
struct CaptureFinder {
  let operations: [OperationDraft]
  /// All values in the responses of the operations, in the order of the operations.
  private var answers: [Answer] = []
  /// The indices in `answers` of all values, by the name of their member without case and separators.
  private var byName: [String: [Int]] = [:]
  /// The indices in `answers` of members called `id`, by the kind of thing they identify, such as `user`.
  private var idsByKind: [String: [Int]] = [:]
  /// The first token in the responses of each of the first two operations that return one.
  private var tokens: [Answer] = []

  /// The greatest length of a chain of operations that need one another.
  static let longestChain = 20

  /// A value in the response of an operation, which requests can use.
  private struct Answer {
    var producer: Int
    var pointer: [String]
  }

  init(operations: [OperationDraft]) {
    self.operations = operations
    for (index, operation) in operations.enumerated() { addAnswers(of: operation, index) }
  }

  private mutating func addAnswers(of operation: OperationDraft, _ index: Int) {
    guard let shape = operation.success?.shape else { return }
    let places = Self.places(shape)
    if tokens.count < 2, operation.method == "POST",
      !operation.request.hasHeader("authorization"),
      let token = places.first(where: Self.isToken)
    {
      tokens.append(Answer(producer: index, pointer: token.0))
    }
    guard operation.method != "DELETE", !operation.stream.isStated else { return }
    let resource = operation.target.words.last.map { OperationTable.singular($0).folded } ?? ""
    for (pointer, shape) in places {
      guard let last = pointer.last, shape.types.isEmpty || shape.types.isSubset(of: ["string", "integer"]),
        !shape.isNullable
      else { continue }
      let number = answers.count
      answers.append(Answer(producer: index, pointer: pointer))
      byName[last.folded, default: []].append(number)
      guard last == "id" else { continue }
      let around =
        pointer.count > 1
        ? OperationTable.singular(
          pointer[pointer.count - 2] == "0" ? pointer.dropLast(2).last ?? "" : pointer[pointer.count - 2]
        ).folded : resource
      for kind in Set([around, resource, around + "id", resource + "id"]) {
        idsByKind[kind, default: []].append(number)
      }
    }
  }

  /// Returns the values that each operation takes from others, in the order of the operations.
  func captures() -> [[Capture]] {
    var result: [[Capture]] = operations.map { _ in [] }
    for index in operations.indices {
      for name in operations[index].parameters {
        if let found = producer(of: name, for: index, in: "parameters") { result[index].append(found) }
      }
      for member in operations[index].request.body?.members ?? []
      where member.name.nameWords.last == "id" && member.name.nameWords.count > 1
        && member.shape.types.contains("string")
      {
        if let found = producer(of: member.name, for: index, in: "body") { result[index].append(found) }
      }
      if operations[index].request.hasHeader("authorization"),
        let token = tokens.first(where: { $0.producer != index })
      {
        result[index].append(
          Capture(producer: token.producer, pointer: token.pointer, way: Capture.token, output: "token", isSecret: true)
        )
      }
    }
    // Without circles: who produces does not wait for who takes.
    for index in operations.indices where !result[index].isEmpty {
      result[index] = result[index].filter { capture in
        !CallGraph.needs(capture.producer, index) { result[$0].map(\.producer) }
      }
    }
    shorten(&result)
    return result
  }

  /// Removes captures that would make a chain longer than the longest.
  private func shorten(_ captures: inout [[Capture]]) {
    var lengths: [Int?] = operations.map { _ in nil }
    func length(_ index: Int) -> Int {
      if let known = lengths[index] { return known }
      var (kept, longest): ([Capture], Int) = ([], 0)
      for capture in captures[index] {
        let length = length(capture.producer)
        guard length < Self.longestChain else { continue }
        longest = max(longest, length)
        kept.append(capture)
      }
      captures[index] = kept
      lengths[index] = longest + 1
      return longest + 1
    }
    for index in operations.indices { _ = length(index) }
  }

  private func producer(of name: String, for index: Int, in place: String) -> Capture? {
    let taker = operations[index]
    let wanted = name.folded
    let candidates = Set(byName[wanted] ?? []).union(idsByKind[wanted] ?? [])
    var best: (capture: Capture, score: Int)?
    for number in candidates.sorted() {
      let (other, pointer) = (answers[number].producer, answers[number].pointer)
      let operation = operations[other]
      let isFit =
        operation.parameters.count < max(taker.parameters.count, place == "body" ? 99 : 0)
        || operation.method == "POST" && operation.parameters.count <= taker.parameters.count
      guard other != index, isFit,
        place != "body" || operation.request.body?[name] == nil && !operation.parameters.contains(name)
      else { continue }
      let isSame = pointer.last?.folded == wanted
      let score =
        (isSame ? 4 : 2) + (operation.method == "POST" ? 3 : 0) + (pointer.contains("0") ? 0 : 2)
        - operation.parameters.count - (pointer.count > 2 ? 1 : 0)
      if score > best?.score ?? 0 {
        let output = pointer.joined(separator: "_").replacing("-", with: "_")
        best = (Capture(producer: other, pointer: pointer, way: [place, name], output: output), score)
      }
    }
    return best?.capture
  }

  /// Returns true if the value at a place is a token that authorises calls.
  private static func isToken(_ pointer: [String], _ shape: Shape) -> Bool {
    shape.types == ["string"]
      && ["accesstoken", "token", "jwt", "authtoken", "idtoken"].contains(pointer.last?.folded ?? "")
  }

  /// Returns true if an answer has a token that authorises calls.
  static func holdsToken(_ shape: Shape) -> Bool { places(shape).contains(where: isToken) }

  /// Returns the paths and shapes of the scalar values in `shape` that an expression can read: members, and those of
  /// the first item of a list whose example has an item.
  private static func places(_ shape: Shape) -> [([String], Shape)] {
    var found: [([String], Shape)] = []
    func walk(_ shape: Shape, _ path: [String]) {
      guard path.count < 5 else { return }
      if shape.members.isEmpty, shape.items.isEmpty, !path.isEmpty { found.append((path, shape)) }
      for member in shape.members where member.isRequired != false { walk(member.shape, path + [member.name]) }
      if let item = shape.items.first, shape.sample?.items.isEmpty == false { walk(item, path + ["0"]) }
    }
    walk(shape, [])
    return found
  }
}

extension OperationDraft {
  /// True if the operation answers with a token that authorises calls.
  var answersToken: Bool { method == "POST" && success.map { CaptureFinder.holdsToken($0.shape) } == true }
}

/// Calls that need others, which `needed` returns.
enum CallGraph {
  /// Returns true if a call is `other`, or needs it, directly or through others.
  static func needs(_ call: Int, _ other: Int, _ needed: (Int) -> [Int]) -> Bool {
    var seen: Set<Int> = []
    var pending = [call]
    while let next = pending.popLast() {
      if next == other { return true }
      if seen.insert(next).inserted { pending += needed(next) }
    }
    return false
  }

  /// Returns the calls in order, each after those it needs.
  static func chain(to calls: [Int], _ needed: (Int) -> [Int]) -> [Int] {
    var chain: [Int] = []
    func visit(_ call: Int) {
      guard !chain.contains(call) else { return }
      for other in needed(call) { visit(other) }
      chain.append(call)
    }
    for call in calls { visit(call) }
    return chain
  }
}
