import AssayText

/// The target of a call in any notation: an origin or a variable for it, a path with `{name}` parameters, a query.
struct CallTarget: Sendable, Hashable {
  /// The origin, `http://host:port`, or the name of the variable that holds the base URL; empty if there is only a
  /// path.
  var base = ""
  /// The path, which begins with a slash; parameters are in braces, whatever the notation in the guide.
  var path: String { didSet { segments = Self.segments(of: path) } }
  /// The parts of the path between its slashes.
  private(set) var segments: [String]
  var query: [Pair] = []
  /// True if the path is written with a slash at its end, which some servers tell from the path without it.
  var isSlashed = false
  /// The path as a request has it.
  var written: String { isSlashed ? path + "/" : path }

  struct Pair: Sendable, Hashable {
    var name: String
    var value: String
  }

  var isAbsolute: Bool { base.contains("://") }
  /// True if the path is that of a document or a script, not of an endpoint.
  var isFile: Bool {
    [".md", ".sh", ".html", ".py", ".swift", ".ts", ".pdf", ".txt", ".yml", ".yaml"].contains { path.hasSuffix($0) }
  }

  static func segments(of path: String) -> [String] { path.parts("/") }

  /// Parses the target of a call: a URL, a path or a string in code; `nil` for anything else.
  init?(_ text: String) {
    var rest = Substring(text.trimmed).drop { "`\"'<(".contains($0) && !text.hasPrefix("<") }
    while let last = rest.last, "`\"',;.)!。，".contains(last), !(last == ")" && rest.contains("(")) { rest.removeLast() }
    if let scheme = rest.firstRange(of: "://") {
      let name = rest[..<scheme.lowerBound].lowercased()
      guard name == "http" || name == "https" else { return nil }
      let end = rest[scheme.upperBound...].firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      let authority = rest[scheme.upperBound..<end]
      // Credentials in front of the host are someone's (RFC 3986 section 3.2.1).
      guard let host = authority.split(separator: "@").last else { return nil }
      base = "\(name)://\(host)"
      // `http://DEVICE_IP:80`
      let parts = host.halves(":", keepingEmpty: true)
      if Self.isVariable(parts[0]) {
        base = "\(name)://" + (["{\(parts[0])}"] + parts.dropFirst()).joined(separator: ":")
      }
      rest = rest[end...]
      if rest.isEmpty || rest.hasPrefix("?") { rest = "/" + rest }
    } else if !rest.hasPrefix("/") {
      guard let (variable, behind) = Self.leadingVariable(rest), behind.hasPrefix("/") else { return nil }
      base = variable
      rest = behind
    }
    if rest.hasPrefix("//") { return nil }
    if let hash = rest.firstIndex(of: "#") { rest = rest[..<hash] }
    let mark = Self.queryStart(rest)
    let pathText = mark.map { rest[..<$0] } ?? rest
    if let mark { query = Self.pairs(rest[rest.index(after: mark)...]) }
    guard let path = Self.normalized(pathText) else { return nil }
    let names = Self.segments(of: path).map { Self.isVariable($0) ? "{\($0.lowercased())}" : $0 }
    self.path = names.isEmpty ? path : "/" + names.joined(separator: "/")
    segments = names
    isSlashed = !names.isEmpty && pathText.hasSuffix("/")
  }

  /// Returns true if a segment is the name of a value in capitals: `LOT_ID`, `USERID`.
  private static func isVariable(_ segment: String) -> Bool {
    segment.allSatisfy { $0.isPlain(or: "_") && !$0.isLowercase } && segment.count > 1
      && (segment.contains("_") || segment.hasSuffix("ID"))
  }

  /// True if the path is a placeholder for any path: `/ENDPOINT`, `/{endpoint}`, `/path/to/resource`, `/your-endpoint`.
  var isPlaceholder: Bool {
    let words: Set<String> = ["endpoint", "path", "resource", "route", "url", "some-endpoint"]
    let own = segments.filter { !SightingReader.isBaseSegment($0) }
    if own.starts(with: ["path", "to"]) || own.first == "some" || own.contains(where: { Placeholder.isReaders($0) }) {
      return true
    }
    guard own.count == 1, let only = own.first else { return false }
    return words.contains(only.trimming("{}").lowercased()) && (only == only.uppercased() || only.hasPrefix("{"))
  }

  init(base: String, path: String, query: [Pair] = []) {
    self.base = base
    self.path = path
    segments = Self.segments(of: path)
    self.query = query
  }

  /// Returns the index of the question mark after the path; one inside an interpolation (`\(a ?? b)`) does not count.
  private static func queryStart(_ text: Substring) -> Substring.Index? {
    var depth = 0
    for index in text.indices {
      if "({[".contains(text[index]) { depth += 1 }
      if ")}]".contains(text[index]) { depth -= 1 }
      if text[index] == "?", depth <= 0 { return index }
    }
    return nil
  }

  /// The brackets around a value that stands for another, in the notations of languages and guides.
  private static let brackets = [("\\(", ")"), ("${", "}"), ("{{", "}}"), ("{", "}"), ("<", ">")]

  /// Splits off a variable for the base URL: `\(baseURL)/x`, `${API}/x`, `$BASE/x`, `{{base}}/x`, `{BASE_URL}/x`,
  /// `<host>/x`, `BASE_URL/x`.
  private static func leadingVariable(_ text: Substring) -> (String, Substring)? {
    for (open, close) in brackets where text.hasPrefix(open) {
      guard let end = text.firstRange(of: close) else { return nil }
      let inner = text[text.index(text.startIndex, offsetBy: open.count)..<end.lowerBound]
      return (lastName(inner), text[end.upperBound...])
    }
    let name = text.drop { $0 == "$" }.prefix { $0.isPlain(or: "_") }
    let isVariable =
      text.hasPrefix("$") || name.contains("_") && name == name.uppercased() || name.contains("URL") || name == "BASE"
      || name == "HOST" || name == "API"
    guard !name.isEmpty, isVariable else { return nil }
    return (String(name), text[name.endIndex...])
  }

  /// Returns the last name of an expression: `image_path` for `result.image_path`, `id` for `encode(id)`.
  static func lastName(_ expression: some StringProtocol) -> String {
    var names: [String] = []
    var name = ""
    let body = expression.parts("?").first ?? String(expression)
    for character in body + " " {
      if character.isASCII,
        character.isLetter || character.isNumber || character == "_" || (character == "-" && !name.isEmpty)
      {
        name.append(character)
      } else {
        if !name.isEmpty { names.append(name) }
        name = ""
      }
    }
    let noise: Set<String> = [
      "uuidString", "toString", "description", "rawValue", "value", "encodeURIComponent", "String", "str", "id",
    ]
    guard let last = names.last else { return "id" }
    if last == "id" || last == "uuidString", names.count > 1 {
      let owner = names[names.count - 2]
      return ["self", "this", "params", "data", "response", "res", "result"].contains(owner)
        ? "id" : owner.lowercased().hasSuffix("id") ? owner : owner + "_id"
    }
    return names.last { !noise.contains($0) } ?? last
  }

  private static func pairs(_ text: Substring) -> [Pair] {
    text.split(separator: "&").compactMap { part in
      let sides = part.halves("=", keepingEmpty: true)
      let name = sides[0].trimmingMarks
      guard name.isFieldName else { return nil }
      return Pair(name: name, value: sides.count > 1 ? sides[1] : "")
    }
  }

  /// Returns the path with every kind of parameter in braces; `nil` if it contains characters that no path has.
  private static func normalized(_ text: Substring) -> String? {
    // "…/v1/..." is any path, and so is "/auth/[...all]".
    if text.hasSuffix("/...") || text.hasSuffix("/…") || text.contains("/[...") { return nil }
    var result = ""
    var rest = text
    while let character = rest.first {
      if let (name, end) = parameter(at: rest, isStart: result.hasSuffix("/")) {
        guard let name else { return nil }
        // `/items${query}`: a value right after a name is part of the query.
        let isQuery = rest.begins("${", "\\(") && end == rest.endIndex && result.suffix(2).allSatisfy(\.isLetter)
        if !isQuery { result += "{\(name)}" }
        rest = rest[end...]
        continue
      }
      guard character.isPlain(or: "-._~/:@+,=%!") else {
        if result.count > 1, !character.isASCII { break }
        return nil
      }
      result.append(character)
      rest.removeFirst()
    }
    while result.count > 1, result.ends("/", ".", ":", ",") { result.removeLast() }
    return result
  }

  /// Returns the parameter at the beginning of a text and the index after it: in brackets, or at the start of a segment
  /// after a mark, `:id`. The name is `nil` for a parameter that is not complete; the whole without one.
  private static func parameter(at text: Substring, isStart: Bool) -> (name: String?, end: Substring.Index)? {
    for (open, close) in brackets + [("[", "]")] where text.hasPrefix(open) {
      guard let end = matchingEnd(text, open, close) else { return (nil, text.startIndex) }
      return (lastName(text[text.index(text.startIndex, offsetBy: open.count)..<end.lowerBound]), end.upperBound)
    }
    guard isStart, text.begins(":", "$", "%s", "%d", "%@") else { return nil }
    let name = text.dropFirst().prefix { $0.isPlain(or: "_") }
    if text.hasPrefix("%") { return ("id", name.endIndex) }
    return (name.isEmpty ? nil : text.hasPrefix("$") ? name.lowercased() : String(name), name.endIndex)
  }

  /// Returns the name of the variable at the beginning of a host, and the index after it: `{address}`, `$HOST`.
  static func variable(at text: Substring) -> (name: String, end: Substring.Index)? {
    guard !text.hasPrefix("["), let (name, end) = parameter(at: text, isStart: text.hasPrefix("$")) else { return nil }
    return name.map { ($0, end) }
  }

  private static func matchingEnd(_ text: Substring, _ open: String, _ close: String) -> Range<Substring.Index>? {
    guard open == "\\(" || open == "${" else { return text.firstRange(of: close) }
    let (opening, closing): (Character, Character) = open == "\\(" ? ("(", ")") : ("{", "}")
    var depth = 0
    for index in text.indices {
      if text[index] == opening { depth += 1 }
      if text[index] == closing {
        depth -= 1
        if depth == 0 { return index..<text.index(after: index) }
      }
    }
    return nil
  }

  // MARK: Comparing

  static func isParameter(_ segment: some StringProtocol) -> Bool { segment.hasPrefix("{") && segment.hasSuffix("}") }

  /// The segments that are not parameters.
  var words: [String] { segments.filter { !Self.isParameter($0) } }

  /// Returns true if a segment is the number of a version: `v1`.
  static func isVersion(_ segment: some StringProtocol) -> Bool {
    segment.first == "v" && segment.dropFirst().allSatisfy { $0.isNumber || $0 == "." } && segment.count > 1
  }

  /// Returns true if a segment is a value, not a name: an id, a file, a text of digits only.
  static func isLiteralID(_ segment: some StringProtocol) -> Bool {
    let digits = segment.utf8.count { $0 >= 0x30 && $0 <= 0x39 }
    if digits == segment.utf8.count { return true }
    if isVersion(segment) || segment.isEmpty { return false }
    if digits >= 3 || digits >= 1 && segment.utf8.count >= 8 { return true }
    let isNamed =
      Placeholder.isReaders(segment)
      || ["abc", "xyz", "my-", "test-", "some-"].contains { segment.lowercased().hasPrefix($0) }
    return isNamed && segment.utf8.count <= 12 && digits > 0
  }

  /// Returns true if `other` may be a call of the same path, with a value or a different name in place of a parameter.
  func matches(_ other: CallTarget) -> Bool { Self.matches(segments, other.segments) }

  /// Returns true if the path is that of `other`, perhaps with names before it.
  func ends(like other: CallTarget) -> Bool {
    Self.matches(segments.suffix(other.segments.count), other.segments)
      && !segments.dropLast(other.segments.count).contains { Self.isParameter($0) || Self.isLiteralID($0) }
  }

  static func matches(_ left: [String], _ right: [String]) -> Bool {
    guard left.count == right.count else { return false }
    return left.indices.allSatisfy { index in
      let (one, two) = (left[index], right[index])
      guard isParameter(one) || isParameter(two) else { return one == two }
      if isParameter(one), isParameter(two) { return true }
      let literal = isParameter(one) ? two : one
      // What a name follows is a value, and so is what is spelt as no name is.
      return isLiteralID(literal) || index + 1 < left.count && index > 0
        || literal.contains { $0.isUppercase || $0.isNumber || $0 == "." }
    }
  }
}

/// The HTTP methods that are recognised in guides.
enum Methods {
  static let all = CommaSeparated.list("GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS")
  static func named(_ word: some StringProtocol) -> String? {
    let upper = word.uppercased()
    return all.contains(upper) ? upper : nil
  }
}

/// A call found in a line of text: `POST /p`, `GET: http://…/x`, `/p (POST)`.
struct TextCall: Sendable {
  var method: String?
  var target: CallTarget
  /// The last words before the method, in lower case.
  var before = ""
}

extension TextCall {
  /// Parses a request line: `POST /x HTTP/1.1`, also `POST / x` and one without the first slash; `nil` for any other
  /// line.
  init?(requestLine line: String) {
    let words = line.parts(" ")
    guard words.count >= 2, Methods.all.contains(words[0].trimmingMarks) else { return nil }
    let isApart = words.count == 3 && words[1] == "/" && words[2].first?.isLowercase == true
    guard let target = CallTarget(isApart ? "/" + words[2] : words[1]) ?? Self.bareTarget(words[1]) else { return nil }
    self.init(method: words[0].trimmingMarks, target: target)
  }

  /// Returns the path without its first slash that a request line or a label has: `rest/v2/payments/{id}`.
  static func bareTarget(_ word: String) -> CallTarget? {
    let isLong = word.first?.isLetter == true && !word.contains("://") && word.count { $0 == "/" } > 1
    return isLong || isBarePath(word, isAlone: true) ? CallTarget("/" + word) : nil
  }

  /// Returns every call in a line, in order.
  static func all(in line: String) -> [TextCall] {
    guard line.contains("/") else { return [] }
    let text = line.replacing("：", with: ":").replacing("（", with: "(").replacing("）", with: ")")
    var calls: [TextCall] = []
    let words = Self.words(text)
    var index = 0
    var usedUntil = -1
    while index < words.count {
      defer { index += 1 }
      let methods = Self.methods(words[index])
      guard !methods.isEmpty else { continue }
      // METHOD, perhaps a mark or a word such as "request to", then the target.
      if let next = (index + 1..<min(index + 4, words.count)).first(where: { CallTarget(words[$0]) != nil }),
        next - index == 1 || words[index + 1..<next].allSatisfy({ $0.count <= 3 || $0.lowercased() == "request" })
      {
        add(words[next], next)
      } else if index > 0, CallTarget(words[index - 1]) != nil {
        // The target, then the method: `/upload` (POST).
        add(words[index - 1], index - 1)
      } else if let next = words[safe: index + 1], isBarePath(next, isAlone: index == 0 && words.count == 2) {
        add("/" + next, index + 1)
      }
      func add(_ word: String, _ place: Int) {
        guard place > usedUntil, let target = CallTarget(word) else { return }
        let before = words[max(0, index - 8)..<index].joined(separator: " ").lowercased()
        for method in methods { calls.append(TextCall(method: method, target: target, before: before)) }
        usedUntil = place
      }
    }
    return calls
  }

  /// Returns true if a word after a method is a path without its first slash: with a parameter, `jobs/{id}`, or alone
  /// on its line with its method and below `api`.
  private static func isBarePath(_ word: String, isAlone: Bool) -> Bool {
    word.first?.isLetter == true && !word.contains("://")
      && (word.containsAny("/{", "/:", "/<") || isAlone && word.hasPrefix("api/"))
  }

  /// The methods a word names: `POST`, `[GET]`, `GET/POST`, `调用POST`.
  private static func methods(_ word: String) -> [String] {
    let bare = word.trimmingMarks.split { !$0.isASCII || !$0.isLetter }.map { String($0) }
    guard !bare.isEmpty, bare.allSatisfy({ Methods.all.contains($0) }) else { return [] }
    return bare
  }

  /// Returns the words of a line; a method followed directly by its target is a separate word.
  private static func words(_ text: String) -> [String] {
    var words: [String] = []
    for part in text.split(whereSeparator: {
      $0.isWhitespace || $0 == "|" || $0 == "`" || $0 == "→" || $0 == "—" || $0 == "*"
    }) {
      if !Self.methods(String(part)).isEmpty {
        words.append(String(part))
      } else if let method = Methods.all.first(where: { part.hasPrefix($0) }),
        part.dropFirst(method.count).drop(while: { ":([".contains($0) }).hasPrefix("/")
      {
        words += [method, String(part.dropFirst(method.count).drop { ":([".contains($0) })]
      } else if let slash = part.firstIndex(of: "/"), slash > part.startIndex, !part.contains("://"),
        part[..<slash].contains(where: { !$0.isASCII })
      {
        words += [String(part[..<slash]), String(part[slash...])]
      } else if !part.allSatisfy({ ":-–=>".contains($0) }) {
        words.append(String(part))
      }
    }
    return words
  }
}
