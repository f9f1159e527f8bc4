import AssayText

/// All operations that the guides describe, and the assignment of sightings (places that show a call) to them.
struct OperationTable {
  private(set) var operations: [OperationDraft] = []
  /// The index of the operation to which each sighting belongs, by the sighting's index; `nil` for a sighting without
  /// an operation.
  private(set) var operationOf: [Int?]
  /// The segments of the paths that base URLs end in, longest first: `/api/v1`.
  private let basePaths: [[String]]
  /// The operations that are streams, in order.
  private(set) var streams: [Int] = []
  private var index = SimilarPaths()

  /// The fields that every client sends, in lower case, which therefore do not distinguish operations.
  static let plainHeaders = CommaSeparated.set(
    """
    content-type, accept, host, content-length, user-agent, connection, cache-control, accept-encoding, origin,
    referer, transfer-encoding, accept-language
    """
  )

  /// The most operations that are read; documents with more are not guides.
  static let most = 2_000
  /// The most base paths that are distinguished.
  private static let mostBasePaths = 50
  private let bases: [BaseURL]

  /// The names of members that hold ids in examples, by the id.
  private let ids: [String: String]

  init(_ sightings: [CallSighting], bases: [BaseURL], ids: [String: String]) {
    self.bases = bases
    self.ids = ids
    let prefixes = sightings.map { sighting in
      "/" + sighting.target.segments.prefix { SightingReader.isBaseSegment($0) }.joined(separator: "/")
    }
    basePaths = Set((bases.map(\.path) + prefixes + [Self.leftOut(sightings)]).filter { !$0.isEmpty && $0 != "/" })
      .sorted { ($1.count, $0) < ($0.count, $1) }.prefix(Self.mostBasePaths).map { CallTarget.segments(of: $0) }
    operationOf = Array(repeating: nil, count: sightings.count)
    let resolved = sightings.map { resolve($0) }
    // The most certain first, and of equally certain ones those with parameters spelt out.
    let order = resolved.indices.sorted { left, right in
      let (one, two) = (resolved[left], resolved[right])
      if one.kind != two.kind { return one.kind > two.kind }
      if one.isEventSource != two.isEventSource { return two.isEventSource }
      let (first, second) = (hasValue(one.target.segments), hasValue(two.target.segments))
      return first == second ? left < right : !first
    }
    for index in order {
      let sighting = resolved[index]
      if let known = match(sighting) {
        add(sighting, to: known)
        lengthen(known, sighting)
        operationOf[index] = known
      } else if let method = newMethod(of: sighting) {
        // One more than the limit shows that there are too many.
        guard operations.count <= Self.most else { break }
        let target = templated(sighting.target)
        self.index.add(target.segments, operations.count)
        operations.append(OperationDraft(kind: sighting.kind, method: method, target: target))
        add(sighting, to: operations.count - 1)
        operationOf[index] = operations.count - 1
      }
    }
    // In the order of the guide, not of certainty.
    var firsts = Array(repeating: Int.max, count: operations.count)
    for (index, operation) in operationOf.enumerated().reversed() { if let operation { firsts[operation] = index } }
    let ranks = operations.indices.sorted { (firsts[$0], $0) < (firsts[$1], $1) }
    let place = Dictionary(uniqueKeysWithValues: ranks.enumerated().map { ($1, $0) })
    operations = ranks.map { operations[$0] }
    operationOf = operationOf.map { $0.flatMap { place[$0] } }
    streams = operations.indices.filter { operations[$0].stream.isStated }
  }

  /// Returns the beginning of paths that a guide writes in some places and leaves out in others: of all its calls, three
  /// at least. Empty without one.
  private static func leftOut(_ sightings: [CallSighting]) -> String {
    let paths = Set(sightings.filter { $0.kind != .mentioned && !$0.target.isAbsolute }.map(\.target.segments))
    guard paths.count >= 6, let shortest = paths.min(by: { ($0.count, $0.joined()) < ($1.count, $1.joined()) }) else {
      return ""
    }
    let longer = paths.filter { $0.count > shortest.count && $0.suffix(shortest.count) == shortest[...] }
    let beginnings = longer.map { Array($0.dropLast(shortest.count)) }.sorted { $0.joined() < $1.joined() }
    let found = beginnings.prefix(20).first { beginning in
      paths.allSatisfy { path in
        paths.contains(path.starts(with: beginning) ? Array(path.dropFirst(beginning.count)) : beginning + path)
      }
    }
    return found.map { "/" + $0.joined(separator: "/") } ?? ""
  }

  /// Returns the sighting with the variable of its base URL replaced, and its path relative to the base URL's path.
  private func resolve(_ sighting: CallSighting) -> CallSighting {
    var sighting = sighting
    if !sighting.target.base.isEmpty, !sighting.target.isAbsolute {
      let base = bases.first { $0.name.folded == sighting.target.base.folded } ?? (bases.count == 1 ? bases.first : nil)
      sighting.target.base = base?.origin ?? ""
      if let path = base?.path, !path.isEmpty, !sighting.target.path.hasPrefix(path + "/") {
        sighting.target.path = path + sighting.target.path
      }
    }
    return sighting
  }

  /// Gives an operation the longer one of two paths that the guide announces, where no base URL has its beginning.
  private mutating func lengthen(_ known: Int, _ sighting: CallSighting) {
    guard sighting.kind == .announced, !sighting.target.isAbsolute, bases.allSatisfy(\.path.isEmpty),
      sighting.target.segments.count > operations[known].target.segments.count
    else { return }
    operations[known].target = templated(sighting.target)
    index.add(operations[known].target.segments, known)
  }

  /// Returns the operation of a sighting; an exact spelling takes precedence over a value in place of a parameter.
  private func match(_ sighting: CallSighting) -> Int? {
    match(sighting, sighting.target) ?? sighting.example.flatMap { match(sighting, $0) }
      ?? (sighting.target.segments.contains { ids[$0] != nil } ? match(sighting, templated(sighting.target)) : nil)
      ?? (sighting.kind == .named ? shortened(sighting) : nil)
  }

  /// Returns the operation whose path a sentence writes without the beginning that all announced calls have.
  private func shortened(_ sighting: CallSighting) -> Int? {
    let announced = operations.indices.filter { operations[$0].kind == .announced }
    let meant = announced.filter { index in
      operations[index].method == sighting.method && operations[index].target.ends(like: sighting.target)
    }
    guard meant.count == 1, !sighting.target.isAbsolute else { return nil }
    let beginning = operations[meant[0]].target.segments.dropLast(sighting.target.segments.count)
    return announced.allSatisfy { operations[$0].target.segments.starts(with: beginning) } ? meant[0] : nil
  }

  private func match(_ sighting: CallSighting, _ target: CallTarget) -> Int? {
    func isOf(_ index: Int) -> Bool {
      (sighting.method == nil || operations[index].method == sighting.method) && sameServer(operations[index], sighting)
    }
    let same = index.candidates(target.segments).filter { index in
      CallTarget.matches(operations[index].target.segments, target.segments) && isOf(index)
    }
    if let exact = same.first(where: { operations[$0].target.path == target.path }) { return exact }
    // With the path of a base URL, or without it.
    let others = basePaths.compactMap { base in
      let longer = base + target.segments
      let shorter = Array(target.segments.dropFirst(base.count))
      return [
        index.candidates(longer).first { index in
          CallTarget.matches(operations[index].target.segments, longer) && isOf(index)
        },
        zip(base, target.segments).allSatisfy { $0 == $1 || CallTarget.isParameter($1) }
          ? index.candidates(shorter).first { index in
            CallTarget.matches(base + operations[index].target.segments, target.segments) && isOf(index)
          } : nil,
      ].compactMap { $0 }.min()
    }
    return (same.prefix(1) + others).min()
  }

  private func sameServer(_ operation: OperationDraft, _ sighting: CallSighting) -> Bool {
    guard sighting.target.isAbsolute, !operation.origins.isEmpty else { return true }
    let service = ServiceOrigin(sighting.target.base)
    return operation.origins.contains { ServiceOrigin($0).isOneService(with: service) }
  }

  /// Returns the method of a new operation; `nil` if the sighting is not enough to create one.
  private func newMethod(of sighting: CallSighting) -> String? {
    guard sighting.target.path != "/" || sighting.kind == .announced, !sighting.target.isPlaceholder else { return nil }
    let last = sighting.target.segments.last ?? ""
    let isPage =
      ["swagger", "docs", "redoc", "openapi.json", "swagger.json", "graphql", "index.html", "playground"].contains(
        last.lowercased()
      ) || last.ends(".md", ".html")
    if sighting.target.isFile, sighting.kind > .linked { return nil }
    if isPage, sighting.kind < .announced { return nil }
    switch sighting.kind {
    case .announced, .named, .linked: return sighting.method ?? "GET"
    case .made: return sighting.method ?? (sighting.isEventSource ? "GET" : nil)
    case .mentioned: return nil
    }
  }

  /// The parameter that the segment at `index` is a value of; `nil` where it is not a value.
  private func parameter(_ segments: [String], _ index: Int) -> String? {
    let segment = segments[index]
    guard index > 0, !CallTarget.isParameter(segment) else { return nil }
    let own = Self.singular(segments[index - 1].replacing("-", with: "_")) + "_id"
    if CallTarget.isLiteralID(segment) { return "{\(own)}" }
    // An answer shows it as an id: of what the path names before it, or spelt as no name is.
    guard let id = ids[segment], id.folded == own.folded || segment.contains(where: \.isNumber) else { return nil }
    return "{\(id == "id" ? own : id)}"
  }

  private func hasValue(_ segments: [String]) -> Bool {
    segments.indices.contains { parameter(segments, $0) != nil }
  }

  /// Returns `target` with a parameter in place of each path segment that is a value, such as an id.
  private func templated(_ target: CallTarget) -> CallTarget {
    var result = target
    // One name stands for one value.
    var names = UniqueNames()
    let segments = target.segments.enumerated().map { index, segment in
      let name = parameter(target.segments, index) ?? segment
      return CallTarget.isParameter(name) ? "{\(names.take(String(name.dropFirst().dropLast()), ""))}" : name
    }
    result.path = "/" + segments.joined(separator: "/")
    result.query = []
    return result
  }

  static func singular(_ word: String) -> String {
    if word.hasSuffix("ies") { return String(word.dropLast(3)) + "y" }
    return word.hasSuffix("s") && !word.ends("ss", "tus", "sis") ? String(word.dropLast()) : word
  }

  // MARK: What a sighting tells of its operation

  private mutating func add(_ sighting: CallSighting, to index: Int) {
    var operation = operations[index]
    if sighting.kind > .linked || operation.sources.isEmpty { operation.sources.add(sighting.source) }
    if sighting.target.isAbsolute {
      operation.origins.add(sighting.target.base)
      let paths = bases.filter { $0.origin == sighting.target.base }.map(\.path)
      let isBelow = paths.contains { sighting.target.path == $0 || sighting.target.path.hasPrefix($0 + "/") }
      if !paths.isEmpty, !isBelow { operation.isAtRoot = true }
    }
    if operation.summary.isEmpty { operation.summary = sighting.summary }
    operation.stream.isStated = operation.stream.isStated || sighting.isStream
    let document = sighting.source.document
    operation.addParameters(of: sighting)
    operation.addQuery(of: sighting)
    operation.addHeaders(of: sighting)
    operation.addForm(of: sighting)
    if let body = sighting.body { operation.addBody(Shape(body, in: document)) }
    for answer in sighting.answers {
      if answer.contentType?.contains("event-stream") == true { operation.stream.isStated = true }
      operation.add(answer, in: document)
    }
    operation.addClient(of: sighting)
    operations[index] = operation
  }

  mutating func change(_ indices: some Sequence<Int>, _ act: (inout OperationDraft) -> Void) {
    for index in indices { change(index, act) }
  }

  mutating func change(_ index: Int, _ act: (inout OperationDraft) -> Void) {
    let wasStream = operations[index].stream.isStated
    act(&operations[index])
    if operations[index].stream.isStated != wasStream {
      streams = operations.indices.filter { operations[$0].stream.isStated }
    }
  }
}

/// An index of paths by their literal segments. It finds the paths that may be the same with different values or names
/// of parameters.
private struct SimilarPaths {
  private struct Key: Hashable {
    var count: Int
    var position: Int
    /// The literal segment; `nil` for a parameter.
    var literal: String?
  }

  private var places: [Key: [Int]] = [:]
  private var placesByCount: [Int: [Int]] = [:]

  mutating func add(_ segments: [String], _ place: Int) {
    placesByCount[segments.count, default: []].append(place)
    for (position, segment) in segments.enumerated() {
      let literal = CallTarget.isParameter(segment) ? nil : segment
      places[Key(count: segments.count, position: position, literal: literal), default: []].append(place)
    }
  }

  /// Returns the indices, in order, of all paths that ``CallTarget/matches(_:_:)`` may accept for `segments`. These
  /// have the same literal or a parameter at the position that excludes the most paths.
  func candidates(_ segments: [String]) -> [Int] {
    let count = segments.count
    let lists = segments.enumerated().lazy.filter { !CallTarget.isParameter($0.element) }.map { position, segment in
      (
        places[Key(count: count, position: position, literal: segment)] ?? [],
        places[Key(count: count, position: position, literal: nil)] ?? []
      )
    }
    guard let best = lists.min(by: { $0.0.count + $0.1.count < $1.0.count + $1.1.count }) else {
      return placesByCount[count] ?? []
    }
    return best.1.isEmpty ? best.0 : (best.0 + best.1).sorted()
  }
}
