import AssayDocuments
import AssayText

/// Reads the `curl` commands in a fence, and the responses shown after them.
struct CurlReader {
  private let lines: [String]
  private let first: Int
  private let document: String
  /// The bodies of commands that are known as written, by the indices of their lines.
  private let bodies: [Int: Sample]

  static func calls(in code: CodeBlock, document: String) -> [CallSighting] {
    let script = PowerShellScript(code.code, firstLine: code.firstLine)
    let lines = ShellCommand.httpie(in: script.commands)
    return CurlReader(lines: lines, first: code.firstLine, document: document, bodies: script.bodies).read()
  }

  private func read() -> [CallSighting] {
    var calls: [CallSighting] = []
    var index = 0
    var comment = ""
    var shown: [String] = []
    var shownFrom = 0
    var files: [String: CommandWords.Argument] = [:]
    func finish() {
      defer { shown = [] }
      guard !shown.isEmpty, !calls.isEmpty else { return }
      var status: Int?
      for line in shown where status == nil { status = StatusText.code(inStatusLine: line) }
      let plain = shown.map { line in
        line.trimmed.hasPrefix("#") ? String(line.trimmed.drop { "#=><- ".contains($0) }) : line
      }
      let sample = SampleReader.samples(in: plain, firstLine: first + shownFrom).first
      guard sample != nil || status != nil else { return }
      let range = first + shownFrom...first + shownFrom + shown.count - 1
      calls[calls.count - 1].answers.append(.init(status: status, sample: sample, lines: sample?.lines ?? range))
    }
    while index < lines.count {
      let line = lines[index]
      let words = line.trimmed
      guard let start = line.firstRange(of: "curl "), !words.hasPrefix("#"), !words.hasPrefix("//"),
        isCommand(line[..<start.lowerBound])
      else {
        if let (name, data, next) = file(at: index) {
          finish()
          (files["@" + name], index) = (data, next)
          continue
        }
        if words.hasPrefix("#"), !words.contains("{"), StatusText.code(inStatusLine: words) == nil {
          finish()
          comment = String(words.drop { $0 == "#" || $0 == " " })
        } else if ShellCommand.isOfScript(words) {
          finish()
        } else if !words.isEmpty || !shown.isEmpty {
          if shown.isEmpty { shownFrom = index }
          shown.append(line)
        }
        index += 1
        continue
      }
      finish()
      var (arguments, next) = arguments(from: index, at: start.upperBound)
      next = takeHereDocument(&arguments, next)
      arguments = arguments.map { files[$0.text] ?? $0 }
      if var call = call(arguments, index, next - 1) {
        call.summary = comment
        call.body = bodies[index] ?? call.body
        calls.append(call)
      }
      comment = ""
      index = next
    }
    finish()
    return calls
  }

  /// Returns true if nothing except a prompt or an assignment precedes the command.
  private func isCommand(_ before: Substring) -> Bool {
    let text = before.trimmed
    return text.isEmpty || text.ends("$", "%", ">", "(", "&&", ";", "|", "time", "do", "`")
  }

  /// Returns the words of a command without quotes, and the line after it.
  private func arguments(from index: Int, at start: String.Index) -> ([CommandWords.Argument], Int) {
    var words = CommandWords()
    var current = index
    var text = lines[index][start...]
    while true {
      for character in text where !words.take(character, line: current) {
        words.finish()
        return (words.found, behind(current))
      }
      current += 1
      let isContinued = words.endLine()
      // A command goes on after a backslash, and after one that a comment or a blank hides.
      guard current < lines.count,
        isContinued || lines[current - 1].trimmed.hasSuffix("\\")
          || lines[current].trimmed.hasPrefix("-") && lines[current].hasPrefix(" ")
      else { break }
      text = lines[current][...]
    }
    words.finish()
    return (words.found, current)
  }

  /// Adds the lines of `<<EOF` to the data, up to the line that ends them.
  private func takeHereDocument(_ arguments: inout [CommandWords.Argument], _ next: Int) -> Int {
    guard let mark = arguments.firstIndex(where: { $0.text.hasPrefix("<<") }) else { return next }
    let end = String(arguments[mark].text.drop { "<-'\"".contains($0) }).trimming("'\"")
    let word = end.isEmpty ? arguments[safe: mark + 1]?.text ?? "EOF" : end
    arguments.removeSubrange(mark...)
    guard let last = lines[min(next, lines.count)...].firstIndex(where: { $0.trimmed == word }) else { return next }
    let data = CommandWords.Argument(text: lines[next..<last].joined(separator: "\n"), line: next)
    if let place = arguments.firstIndex(where: { $0.text.hasPrefix("@") }) {
      arguments[place] = data
    } else {
      arguments += [.init(text: "--data", line: next), data]
    }
    return last + 1
  }

  /// Returns the file that a command writes, its content, and the line after it: `cat > scene.json <<EOF`.
  private func file(at index: Int) -> (name: String, data: CommandWords.Argument, next: Int)? {
    guard lines[index].contains("<<") else { return nil }
    let words = CommandWords.words(of: lines[index])
    guard ["cat", "tee"].contains(words.first), let name = words.dropFirst().first(where: { !$0.hasPrefix("<<") }),
      let mark = words.first(where: { $0.hasPrefix("<<") })
    else { return nil }
    var arguments = ["@", mark].map { CommandWords.Argument(text: $0, line: index) }
    let next = takeHereDocument(&arguments, index + 1)
    return next > index + 1 ? (name, arguments[0], next) : nil
  }

  private func behind(_ index: Int) -> Int {
    var index = index
    while index < lines.count, lines[index].trimmed.hasSuffix("\\") { index += 1 }
    return index + 1
  }

  private static let valued = CommaSeparated.set(
    """
    -o, --output, -u, --user, -A, --user-agent, -e, -b, --cookie, -c, -w, --write-out, -m, --max-time,
    --connect-timeout, -x, --retry, --cacert, -E, --cert, --resolve
    """
  )

  /// A `curl` command whose arguments are being read.
  private struct Command {
    var call: CallSighting
    var method: String?
    var target: CallTarget?
    var isQuery = false
    var data: [CommandWords.Argument] = []
  }

  private func call(_ arguments: [CommandWords.Argument], _ from: Int, _ to: Int) -> CallSighting? {
    let source = Source(document, first + from...first + min(max(to, from), lines.count - 1))
    let call = CallSighting(kind: .made, target: CallTarget(base: "", path: "/"), source: source)
    var command = Command(call: call)
    var rest = arguments[...]
    while let argument = rest.popFirst() { take(argument, &rest, &command) }
    return finished(command)
  }

  /// Processes an argument of a `curl` command. If it is a flag that takes a value, its value is removed from `rest`.
  private func take(
    _ argument: CommandWords.Argument,
    _ rest: inout ArraySlice<CommandWords.Argument>,
    _ command: inout Command
  ) {
    let flag = argument.text
    // -XPOST
    if flag.hasPrefix("-X"), flag.count > 2 {
      command.method = String(flag.dropFirst(2))
      return
    }
    switch flag {
    case "": break
    case "-X", "--request": command.method = rest.popFirst()?.text
    case "-H", "--header": if let header = rest.popFirst() { takeHeader(header, &command) }
    case "-d", "--data", "--data-raw", "--data-binary", "--data-ascii", "--json", "--data-urlencode":
      if let piece = rest.popFirst() { command.data.append(piece) }
    case "-F", "--form", "--form-string": if let piece = rest.popFirst() { takePart(piece, &command) }
    case "-G", "--get": command.isQuery = true
    case "-I", "--head": command.method = command.method ?? "HEAD"
    case "-N", "--no-buffer": command.call.isStream = true
    case "-T", "--upload-file":
      _ = rest.popFirst()
      command.method = command.method ?? "PUT"
    case "--url": command.target = rest.popFirst().flatMap { CallTarget(Self.url($0.text)) }
    case _ where Self.valued.contains(flag): _ = rest.popFirst()
    case _ where flag.hasPrefix("--"): break
    case _ where flag.hasPrefix("-"):
      // -sN, -sSNX
      if flag.contains("N") { command.call.isStream = true }
      if flag.hasSuffix("X") { command.method = rest.popFirst()?.text }
      if flag.hasSuffix("o") { _ = rest.popFirst() }
    default: command.target = command.target ?? CallTarget(Self.url(flag))
    }
  }

  private func takeHeader(_ header: CommandWords.Argument, _ command: inout Command) {
    let parts = header.text.halves(":").map(\.trimmed)
    guard parts.count == 2 else { return }
    command.call.headers.append(.init(name: parts[0], value: parts[1], line: first + header.line))
  }

  private func takePart(_ piece: CommandWords.Argument, _ command: inout Command) {
    let parts = piece.text.halves("=")
    guard let name = parts.first else { return }
    let text = parts.count > 1 ? parts[1] : ""
    let isFile = text.begins("@", "<")
    let value = isFile ? nil : text.parts(";").first ?? ""
    command.call.form.append(.init(name: name, isFile: isFile, value: value, line: first + piece.line))
  }

  /// The call of a command whose words are all read.
  private func finished(_ command: Command) -> CallSighting? {
    var (call, data) = (command.call, command.data)
    guard var target = command.target else { return nil }
    if command.isQuery {
      for piece in data { target.query += CallTarget("/?" + piece.text)?.query ?? [] }
      data = []
    }
    call.method = command.method.flatMap { Methods.named($0) } ?? (data.isEmpty && call.form.isEmpty ? "GET" : "POST")
    call.target = target
    call.contentType = call.headers.first { $0.name.lowercased() == "content-type" }?.value
    guard let body = data.first else { return call }
    let text = data.map(\.text).joined(separator: "&")
    if text.trimmed.begins("{", "[") {
      let lines = text.parts("\n", keepingEmpty: true)
      call.body = SampleReader.samples(in: lines, firstLine: first + body.line).first
    } else if text.contains("="), !text.hasPrefix("@") {
      call.contentType = call.contentType ?? "application/x-www-form-urlencoded"
      for pair in CallTarget("/?" + text)?.query ?? [] {
        call.form.append(.init(name: pair.name, value: pair.value, line: first + body.line))
      }
    }
    return call
  }

  /// Returns a URL as `curl` interprets it: a host without a scheme gets one.
  private static func url(_ text: String) -> String {
    if text.contains("://") || text.begins("/", "$", "{", "<") {
      return text
    }
    let host = text.prefix { $0 != "/" }
    return host.containsAny(":", ".") || host == "localhost" ? "http://" + text : text
  }
}

/// Splits a command into words, as a shell does.
struct CommandWords {
  struct Argument {
    var text: String
    var line: Int
  }

  private(set) var found: [Argument] = []
  private var word: Argument?
  private var quote: Character?
  private var isEscaped = false

  /// Adds a character to the current word; returns false if it ends the command.
  mutating func take(_ character: Character, line: Int) -> Bool {
    if isEscaped {
      isEscaped = false
      let isPlain = quote == nil || character == "\"" || character == "\\" || character == "$"
      append((isPlain ? "" : "\\") + String(character), line)
    } else if character == "\\", quote != "'" {
      isEscaped = true
    } else if let open = quote {
      if character == open { quote = nil } else { append(String(character), line) }
    } else {
      switch character {
      case "'", "\"":
        append("", line)
        quote = character
      case " ", "\t": finish()
      // `http://<address>/status`: no redirection.
      case ">" where word?.text.contains("<") == true: append(">", line)
      case "|", ";", ">": return false
      case ")" where word == nil: return false
      default: append(String(character), line)
      }
    }
    return true
  }

  /// Ends a line; returns true if the next line also belongs to the command.
  mutating func endLine() -> Bool {
    let isContinued = quote != nil || isEscaped
    isEscaped = false
    if quote != nil { word?.text += "\n" } else { finish() }
    return isContinued
  }

  mutating func finish() {
    if let word { found.append(word) }
    word = nil
  }

  /// Returns the words of a command in one line.
  static func words(of text: String) -> [String] {
    var words = CommandWords()
    for character in text { _ = words.take(character, line: 0) }
    words.finish()
    return words.found.map(\.text)
  }

  private mutating func append(_ text: String, _ line: Int) {
    if word == nil { word = Argument(text: "", line: line) }
    word?.text += text
  }
}
