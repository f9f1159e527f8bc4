import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// The operations that take values from the answers of others, found by the values themselves.
struct CallOrder: Sendable {
  let operations: [RecordedOperation]
  /// The values that each operation takes, in the order of the operations.
  private(set) var captures: [[Capture]]

  private struct Answer {
    var call: Int
    /// The run of a scenario that the call belongs to; `nil` for other recordings.
    var run: String?
    var operation: Int
    var pointer: [String]
    var given: GivenValue?
  }

  init(_ operations: [RecordedOperation], byCall: [Int: Int], _ secrets: SeenSecrets) {
    self.operations = operations
    captures = operations.map { _ in [] }
    var answers: [String: [Answer]] = [:]
    let calls = operations.flatMap(\.successes).sorted { $0.number < $1.number }
    var isRead: Set<Int> = []
    let alwaysGiven = operations.map(Self.alwaysGiven)
    for call in calls {
      guard let index = byCall[call.number] else { continue }
      /// Adds a place of a value that is not known.
      func add(_ value: String, at pointer: [String], _ given: GivenValue? = nil) {
        let answer = Answer(call: call.number, run: call.step?.run, operation: index, pointer: pointer, given: given)
        let known = answers[value]?.contains {
          $0.operation == index && $0.pointer == answer.pointer && $0.given?.source == answer.given?.source
            && (answer.given == nil || $0.run == answer.run)
        }
        if known != true { answers[value, default: []].append(answer) }
      }
      // The examples are of the first good call, and what a step takes is held against it.
      if isRead.insert(index).inserted || captures[index].isEmpty {
        take(call, index, answers, secrets)
      }
      for given in call.given where alwaysGiven[index].contains(given.expression) {
        add(given.value, at: [given.name], given)
      }
      guard call.stream == nil, call.method != "DELETE" else { continue }
      for (pointer, text) in Scalars(call.exchange.json).all where pointer.allSatisfy(Self.canPoint) {
        add(text, at: pointer)
      }
    }
  }

  /// The expressions of the values that all answers of an operation with the status of its example give.
  private static func alwaysGiven(by operation: RecordedOperation) -> Set<String> {
    let calls = operation.calls.filter { $0.status == operation.example.status }
    guard let first = calls.first else { return [] }
    return calls.dropFirst().reduce(into: Set(first.given.map(\.expression))) { common, call in
      if !common.isEmpty { common.formIntersection(call.given.map(\.expression)) }
    }
  }

  /// Returns true if a runtime expression can contain the member name `token` without escaping.
  static func canPoint(_ token: String) -> Bool {
    !token.isEmpty && !token.contains { " )],%~/#\"".contains($0) || $0.isWhitespace }
  }

  private mutating func take(_ call: RecordedCall, _ index: Int, _ answers: [String: [Answer]], _ secrets: SeenSecrets)
  {
    func add(_ value: String, _ name: String, _ way: [String]) {
      guard !captures[index].contains(where: { $0.way == way }),
        let found = producer(of: value, name, way, for: index, before: call, answers[value] ?? [])
      else { return }
      let text = found.pointer.map { $0.plain() }.joined(separator: "_")
      captures[index].append(
        Capture(
          producer: found.operation,
          pointer: found.pointer,
          way: way,
          output: text.first?.isNumber == true ? "item_\(text)" : text,
          isSecret: secrets.holds(value),
          given: found.given
        )
      )
    }
    for (name, value) in operations[index].parameters(of: call) { add(value, name, ["parameters", name]) }
    for (name, value) in call.url.pairs { add(value, name, ["query", name]) }
    if let header = call.exchange.request.headers["Authorization"],
      let token = header.halves(" ").last, header.lowercased().hasPrefix("bearer ")
    {
      add(token, "token", Capture.token)
    }
    for header in call.exchange.request.headers
    where secrets.holds(header.value) && !header.isNamed("Authorization")
      && RecordedRequest.isMeant(header.name.lowercased(), in: call)
    {
      add(header.value, header.name, ["headers", header.name])
    }
    takeCookies(of: call, index, answers)
    guard call.exchange.request.method != "GET" else { return }
    if call.isForm {
      for (name, value) in FormPairs.read(String(decoding: call.exchange.request.body, as: UTF8.self)) {
        add(value, name, ["body", name])
      }
    }
    for (pointer, text) in Scalars(call.exchange.requestJSON).all {
      guard pointer.count <= 4, !pointer.contains(where: { Int($0) != nil }), let name = pointer.last else { continue }
      add(text, name, ["body"] + pointer)
    }
  }

  /// Takes the cookies of a call, if earlier answers gave all of them: a field of a request's own replaces the kept ones.
  private mutating func takeCookies(of call: RecordedCall, _ index: Int, _ answers: [String: [Answer]]) {
    let pairs = call.exchange.request.headers["Cookie"].map(GivenValue.pairs) ?? []
    let found = pairs.map { name, value -> Capture? in
      let way = ["headers", "Cookie", name]
      let known = (answers[value] ?? []).filter { $0.given?.isCookie == true && $0.given?.name == name }
      return producer(of: value, name, way, for: index, before: call, known).map {
        Capture(producer: $0.operation, pointer: [], way: way, output: name, given: $0.given)
      }
    }
    if !found.contains(where: { $0 == nil }) { captures[index] += found.compactMap(\.self) }
  }

  private func producer(
    of value: String,
    _ name: String,
    _ way: [String],
    for index: Int,
    before call: RecordedCall,
    _ answers: [Answer]
  ) -> Answer? {
    var best: (answer: Answer, score: Int)?
    for answer in answers
    where answer.operation != index && answer.call < call.number
      && !CallGraph.needs(answer.operation, index, { captures[$0].map(\.producer) })
    {
      let maker = operations[answer.operation]
      if let step = call.step, answer.run != step.run { continue }
      guard let score = score(of: value, named: answer.pointer, as: name, way) else { continue }
      let whole = score + (maker.method == "POST" ? 6 : 0)
      if whole > best?.score ?? Int.min { best = (answer, whole) }
    }
    return best?.answer
  }

  private static let telling = CommaSeparated.list("id, uuid, key, code, slug, token, cursor, ref")

  /// Returns how likely it is that a request means the value at `pointer` of an answer; `nil` if it is the same by chance.
  private func score(of value: String, named pointer: [String], as name: String, _ way: [String]) -> Int? {
    let (isPath, isHeader) = (way[0] == "parameters", way[0] == "headers")
    let last = pointer.last { Int($0) == nil } ?? ""
    let isSame = last.folded == name.folded
    let isID = Self.telling.contains(last.nameWords.last ?? "")
    let isWanted = Self.telling.contains(name.nameWords.last ?? "")
    // A short number or a word is the same by chance: only names tell that it was meant.
    let isTelling = IDText.isID(value) && value.utf8.count >= 6
    let isMeant = isSame || isID && isWanted && (last == "id" || isTelling) || isHeader
    guard isTelling && (isMeant || isWanted || isPath) || isMeant else { return nil }
    // In a body and a query a number is hardly ever meant.
    guard isPath || isTelling || isHeader || isSame && isWanted else { return nil }
    return (isSame ? 8 : isID ? 4 : 0) + (pointer.contains { Int($0) != nil } ? 0 : 3) - min(pointer.count, 3)
  }

  /// Returns the values outside JSON bodies that others take from the answers of an operation.
  func given(by index: Int) -> [GivenValue] {
    captures.joined().filter { $0.producer == index }.compactMap(\.given)
  }

  // MARK: Scenarios

  /// The groups of operations that use values from one another, each in the order in which its calls were made.
  ///
  /// A login does not connect operations: it is placed before any operation that needs its token.
  var flows: [[Int]] {
    var group = Array(operations.indices)
    func root(_ index: Int) -> Int { group[index] == index ? index : root(group[index]) }
    for (index, taken) in captures.enumerated() {
      for capture in taken where !capture.isHeader { group[root(index)] = root(capture.producer) }
    }
    let good = operations.indices.filter { !operations[$0].successes.isEmpty }
    let groups = Dictionary(grouping: good) { root($0) }.values.sorted { $0[0] < $1[0] }
    let flows = groups.flatMap { $0.count > Self.longest ? $0.map { sorted([$0]) } : [sorted($0)] }
    // What only lets others in is called there.
    let logins = Set(captures.joined().filter(\.isHeader).map(\.producer))
    let isElsewhere = { (flow: [Int]) in
      flow.count == 1 && logins.contains(flow[0])
        && flows.contains { $0.count > 1 && $0 != flow && $0.contains(flow[0]) }
    }
    return flows.filter { !isElsewhere($0) }
  }

  private static let longest = 25

  /// Returns the operations that must be called to get the token which the operation sends: the one that returns the
  /// token, preceded by those it needs.
  func login(of index: Int) -> [Int] {
    let makers = captures[index].filter(\.isHeader).map(\.producer)
    return makers.isEmpty ? [] : sorted(makers.unique)
  }

  /// Returns the operations and all they need: each after those it needs, and otherwise in the order of their first
  /// calls.
  private func sorted(_ group: [Int]) -> [Int] {
    // What takes a thing away is done when all else is.
    let order = group.sorted { left, right in
      let (first, second) = (operations[left], operations[right])
      let (gone, stays) = (first.method == "DELETE" ? 1 : 0, second.method == "DELETE" ? 1 : 0)
      return (gone, first.example.number) < (stays, second.example.number)
    }
    return CallGraph.chain(to: order) { captures[$0].map(\.producer) }
  }
}
