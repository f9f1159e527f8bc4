import AssayHTTP
import AssayJSON
import AssayObservation
import AssayText

/// A path in which varying parts are parameters.
struct FoldedPath: Hashable, Sendable {
  enum Piece: Hashable, Sendable {
    /// A fixed segment, which is the same in every call.
    case literal(String)
    /// A segment with a value, and the constant text around it: `.json`, `:cancel`.
    case parameter(prefix: String, suffix: String)
  }

  var pieces: [Piece] = []

  /// Returns the values of `segments` for the parameters of this path, with percent-encoding decoded.
  func values(_ segments: [String]) -> [String] {
    zip(pieces, segments).compactMap { piece, segment in
      guard case .parameter(let prefix, let suffix) = piece else { return nil }
      let value = segment.dropFirst(prefix.count).dropLast(suffix.count)
      return PercentEncoding.decode(value) ?? String(value)
    }
  }

  /// Returns the path as text with `{name}` for each parameter, taken from `names` in order.
  func text(_ names: [String]) -> String {
    var rest = names[...]
    return pieces.map { piece in
      switch piece {
      case .literal(let text): "/" + text
      case .parameter(let prefix, let suffix): "/\(prefix){\(rest.popFirst() ?? "id")}\(suffix)"
      }
    }.joined()
  }
}

/// Distinguishes names from values in the paths of one server.
///
/// Numbers, UUIDs, hashes, tokens and the like are values anywhere. A word is a value if several words occur in its
/// place with similar responses, and these were in earlier responses or are repeated by their own. A word that occurs
/// once is a name.
struct PathFolding {
  private let calls: [RecordedCall]
  /// The number of the first call whose response contained a text, by that text.
  private let firstSeen: [String: Int]
  /// The path, with parameters, of each call, by the call's number.
  private(set) var paths: [Int: FoldedPath] = [:]

  init(_ calls: [RecordedCall], firstSeen: [String: Int]) {
    self.calls = calls
    self.firstSeen = firstSeen
    let origins = Dictionary(grouping: calls, by: \.url.origin)
    for (_, calls) in origins.sorted(by: { $0.key < $1.key }) { fold(calls, at: 0) }
  }

  private mutating func fold(_ calls: [RecordedCall], at depth: Int) {
    var bySegment = OrderedDictionary<String, [RecordedCall]>()
    for call in calls where call.segments.count > depth {
      bySegment[call.segments[depth], default: []].append(call)
    }
    var folded: [FoldedPath.Piece: [RecordedCall]] = [:]
    var words = OrderedDictionary<String, [RecordedCall]>()
    for (segment, own) in bySegment.elements {
      let (prefix, value, suffix) = Self.parts(segment)
      let before = depth > 0 ? own[0].segments[depth - 1].lowercased() : ""
      let isVersion = ["api", "v", "version", "rest", "apis"].contains(before) && value.utf8.count <= 2
      let text = PercentEncoding.decode(value) ?? value
      if IDText.isID(text) || SeenSecrets.isToken(text), !isVersion, !isSoleDate(text, depth, bySegment.count) {
        folded[.parameter(prefix: prefix, suffix: suffix), default: []] += own
      } else {
        words.set(own, for: segment)
      }
    }
    let values = varying(words, at: depth)
    for (word, own) in words.elements {
      let piece: FoldedPath.Piece = values.contains(word) ? .parameter(prefix: "", suffix: "") : .literal(word)
      if case .literal = piece { descend(own, piece, at: depth) } else { folded[piece, default: []] += own }
    }
    for (piece, own) in folded.sorted(by: { $0.value[0].number < $1.value[0].number }) {
      descend(own.sorted { $0.number < $1.number }, piece, at: depth)
    }
  }

  private mutating func descend(_ calls: [RecordedCall], _ piece: FoldedPath.Piece, at depth: Int) {
    for call in calls { paths[call.number, default: FoldedPath()].pieces.append(piece) }
    fold(calls, at: depth + 1)
  }

  /// Returns true if `text` is a date that begins every path, which makes it a version of the API and not a value.
  private func isSoleDate(_ text: String, _ depth: Int, _ siblings: Int) -> Bool {
    depth == 0 && siblings == 1 && IDText.isDate(text)
  }

  /// The value in a segment, and the text around it: `17.json`, `17:cancel`, `Products(17)`, `Products(id=17)`.
  private static func parts(_ segment: String) -> (prefix: String, value: String, suffix: String) {
    if segment.hasSuffix(")"), let open = segment.firstIndex(of: "(") {
      let start = segment[open...].firstIndex(of: "=") ?? open
      let value = segment[segment.index(after: start)...].dropLast()
      if !value.isEmpty, !value.contains("=") { return (String(segment[...start]), String(value), ")") }
    }
    for mark in [".", ":"] as [Character] {
      guard let place = segment.lastIndex(of: mark) else { continue }
      let (value, end) = (segment[..<place], segment[segment.index(after: place)...])
      let isWord = !end.isEmpty && end.utf8.count <= 12 && end.allSatisfy { $0.isLetter || $0 == "-" }
      if isWord, IDText.isID(value), !(mark == "." && value.contains("@")) {
        return ("", String(value), String(segment[place...]))
      }
    }
    return ("", segment, "")
  }

  // MARK: Words that vary

  private func varying(_ words: OrderedDictionary<String, [RecordedCall]>, at depth: Int) -> Set<String> {
    var values: Set<String> = []
    var likeness: [String: [String]] = [:]
    for (word, calls) in words.elements {
      let signature = Set(calls.map { Self.signature($0, after: depth) }).sorted().joined(separator: "\n")
      if signature.contains("{") { likeness[signature, default: []].append(word) }
    }
    for alike in likeness.values {
      let told = alike.filter { isTold($0, words[$0] ?? []) }
      if alike.count >= 2 && told.count == alike.count || alike.count >= 3 && told.count * 2 >= alike.count
        || alike.count >= 6
      {
        values.formUnion(alike)
      }
    }
    // `job-1` and `job-2`, or `job-1` that an answer contained.
    let maybe = words.elements.filter { IDText.mayBeID($0.key) }
    let stems = Dictionary(grouping: maybe) { $0.key.prefix { !$0.isNumber } }
    for (word, calls) in maybe
    where (stems[word.prefix { !$0.isNumber }]?.count ?? 0) >= 2 || isTold(word, calls) {
      values.insert(word)
    }
    return values
  }

  /// Returns a text that is equal for calls of the same kind: method, the path after the segment at `depth`, and the
  /// members of the response.
  private static func signature(_ call: RecordedCall, after depth: Int) -> String {
    let rest = call.segments[(depth + 1)...].map { IDText.isID($0) ? "*" : $0 }.joined(separator: "/")
    guard call.isSuccess, let json = call.exchange.json, json.isContainer else { return "\(call.method) \(rest)" }
    let keys = json.kind == .object ? json.members.map(\.key).sorted().joined(separator: ",") : "[]"
    return "\(call.method) \(rest) {\(keys)}"
  }

  /// Returns true if the path segment `word` is known from responses: an earlier one contained it, or a response of
  /// `calls` repeats it.
  private func isTold(_ word: String, _ calls: [RecordedCall]) -> Bool {
    let text = PercentEncoding.decode(word) ?? word
    guard text.utf8.count >= 2, let first = calls.first else { return false }
    if let seen = firstSeen[text], seen < first.number { return true }
    return calls.contains { call in
      call.exchange.json?.members.contains { $0.value.string == text } ?? false
    }
  }
}
