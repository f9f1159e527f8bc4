import AssayText

/// A script of PowerShell, whose calls are written as the equivalent commands of `curl`.
struct PowerShellScript {
  /// A table or a text that a variable holds or a call sends.
  private struct Value {
    var sample: Sample
    /// True if it is sent as JSON; otherwise the members of a table are those of a form.
    var isJSON: Bool
  }

  /// The values of variables, by their names in lower case.
  private var values: [String: Value] = [:]
  /// The line of the statement that is being read.
  private var line = 0
  /// The lines of the script with calls as commands of `curl`, assignments as empty lines, and others as they are.
  private(set) var commands: [String]
  /// The bodies of calls, with their places, by the indices of their commands.
  private(set) var bodies: [Int: Sample] = [:]

  private static let cmdlets = ["invoke-restmethod", "invoke-webrequest"]

  init(_ lines: [String], firstLine: Int = 0) {
    commands = lines
    guard lines.contains(where: { Self.call(in: $0) != nil }) else { return }
    var index = 0
    while index < lines.count {
      var (text, end) = (lines[index], index)
      // A statement continues after a backtick, and while a bracket is open.
      while end + 1 < lines.count, end - index < 100, text.trimmed.hasSuffix("`") || Self.isOpen(text) {
        end += 1
        text = text.trimming("`") + "\n" + lines[end]
      }
      line = firstLine + index
      if let command = take(text, index) {
        for place in index...end { commands[place] = place == index ? command : "" }
      }
      index = end + 1
    }
  }

  private static func isOpen(_ text: String) -> Bool {
    (text.trimmed.hasPrefix("$") || call(in: text) != nil)
      && text.count { "{(".contains($0) } > text.count { "})".contains($0) }
  }

  /// Returns the call in a statement, without an assignment before it.
  private static func call(in text: String) -> String? {
    let lowered = text.lowercased()
    let range = cmdlets.lazy.compactMap { lowered.firstRange(of: $0) }.first
    return range.map { String(text.dropFirst(lowered[..<$0.lowerBound].count)) }
  }

  /// Returns the command for a statement, which is empty for an assignment; `nil` for any other statement.
  private mutating func take(_ text: String, _ index: Int) -> String? {
    if let call = Self.call(in: text) { return curl(call, index) }
    let sides = text.trimmed.halves("=")
    guard text.trimmed.hasPrefix("$"), sides.count == 2 else { return nil }
    values[sides[0].trimming("$").lowercased()] = value(sides[1][...], after: sides[0])
    return ""
  }

  private mutating func curl(_ text: String, _ index: Int) -> String? {
    let words = CommandWords.words(of: text.replacing("\n", with: " "))
    func word(_ flag: String) -> String? {
      words.firstIndex { $0.lowercased() == flag }.flatMap { words[safe: $0 + 1] }
    }
    guard let url = word("-uri") ?? words.dropFirst().first(where: { $0.contains("/") }) else { return nil }
    let method = word("-method")?.uppercased() ?? "GET"
    var command = "curl -X \(method) \"\(url)\""
    for header in argument("-headers", in: text)?.sample.members ?? [] {
      command += Self.flag("-H", "\(header.name): \(header.value.string ?? header.value.json)")
    }
    if let type = word("-contenttype") { command += Self.flag("-H", "Content-Type: \(type)") }
    guard let body = argument("-body", in: text) else { return command }
    if body.isJSON {
      bodies[index] = body.sample
      return command + Self.flag("--json", body.sample.json)
    }
    let pairs = body.sample.members.map { "\($0.name)=\($0.value.string ?? $0.value.json)" }
    return command + (method == "GET" ? " -G" : "") + Self.flag("-d", pairs.joined(separator: "&"))
  }

  private static func flag(_ name: String, _ value: String) -> String {
    " \(name) '\(value.replacing("'", with: #"'\''"#))'"
  }

  /// Returns the value after a flag, which may be that of a variable: `$body`, `($body | ConvertTo-Json)`.
  private func argument(_ flag: String, in text: String) -> Value? {
    guard let range = text.lowercased().firstRange(of: flag + " ") else { return nil }
    let before = text.prefix(text.lowercased()[..<range.upperBound].count)
    let rest = text.dropFirst(before.count).drop { $0 == " " || $0 == "(" }
    guard rest.hasPrefix("$") else { return value(rest, after: before) }
    var value = values[rest.dropFirst().prefix { $0.isPlain(or: "_") }.lowercased()]
    if rest.lowercased().contains("convertto-json") { value?.isJSON = true }
    return value
  }

  /// Reads a table, `@{ name = "x"; tags = @("a", "b") }`, or a text with a value in JSON.
  private func value(_ text: Substring, after before: some StringProtocol) -> Value? {
    var (converted, open): (String, [Character]) = ("", [])
    let start = text.drop { $0.isWhitespace || $0 == "(" }
    for character in start.replacing("[ordered]", with: "").drop(while: { "'\"".contains($0) }) {
      let isMarked = converted.hasSuffix("@")
      if "{(".contains(character) {
        if isMarked { converted.removeLast() }
        open.append(character == "{" ? "}" : isMarked ? "]" : ")")
        converted.append(isMarked && character == "(" ? "[" : character)
      } else {
        converted.append("})".contains(character) ? open.popLast() ?? character : character)
      }
    }
    for word in ["true", "false", "null"] { converted = converted.replacing("$" + word, with: word) }
    guard converted.trimming("@'\"").begins("{", "["),
      let sample = SampleReader.samples(
        in: converted.parts("\n", keepingEmpty: true),
        firstLine: line + before.count { $0 == "\n" }
      ).first
    else { return nil }
    return Value(sample: sample, isJSON: !start.hasPrefix("@{") || text.lowercased().contains("convertto-json"))
  }
}
