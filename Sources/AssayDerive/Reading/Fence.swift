import AssayDocuments
import AssayText

/// The content of a fence, by its label and, if that says nothing, by its text.
enum Fence {
  case commands
  case wire
  case transcript(EventTranscript)
  case values
  case code
  case other

  private static let languages = CommaSeparated.set(
    """
    swift, ts, typescript, js, javascript, jsx, tsx, kotlin, kt, java, python, py, dart, go, golang, rust,
    csharp, cs, c#, php, ruby, rb, mjs, vue, svelte, python3, scala, objc, objective-c
    """
  )
  private static let shells = CommaSeparated.set(
    """
    bash, sh, shell, zsh, console, curl, cmd, powershell, terminal, shell-session
    """
  )
  private static let ignored = CommaSeparated.set(
    """
    xml, plist, html, css, sql, mermaid, dockerfile, yaml, yml, toml, ini, nginx, diff, env, dotenv, graphql,
    plantuml, properties, gradle, makefile
    """
  )

  init(_ code: CodeBlock) {
    let lines = code.code.map(\.trimmed).filter { !$0.isEmpty }
    let first = lines.first ?? ""
    // A comment may say what follows it is: "// 200 OK".
    let start = lines.first { !$0.begins("//", "#") } ?? first
    let hasCurl = ShellCommand.commands(in: code.code).contains { $0.contains("curl ") }
    let isRequest = TextCall(requestLine: first) != nil
    let isMessage = isRequest || first.hasPrefix("HTTP/")
    if !hasCurl, !isMessage, let transcript = Self.transcript(code) {
      self = .transcript(transcript)
    } else if Self.ignored.contains(code.language) {
      self = .other
    } else if Self.shells.contains(code.language) || code.language.isEmpty && hasCurl {
      self = hasCurl ? .commands : isRequest ? .wire : Self.isOfValues(code, start) ? .values : .other
    } else if isMessage {
      self = .wire
    } else if Self.languages.contains(code.language) {
      let isCode = code.code.contains { $0.containsAny("=>", "import ", "function") }
      self = (start.hasPrefix("{") || start == "[") && !isCode ? .values : .code
    } else if ["http", "https", "rest"].contains(code.language) {
      self = .wire
    } else if Self.isOfValues(code, first) {
      self = .values
    } else if code.code.contains(where: { line in Self.codeMarks.contains { line.contains($0) } }) {
      self = .code
    } else {
      self = Self.plain.contains(code.language) ? .wire : .other
    }
  }

  private static let codeMarks = [
    "struct ", "interface ", "data class ", "class ", "fetch(", "URLSession", "requests.", "axios", "EventSource(",
    "const ", "async def", "func ",
  ]
  private static let plain = ["", "text", "txt", "plain", "plaintext", "none", "form", "multipart"]

  private static func isOfValues(_ code: CodeBlock, _ first: String) -> Bool {
    if first.hasPrefix("{") || code.language.hasPrefix("json") { return true }
    return first.hasPrefix("[") && code.code.contains { $0.containsAny("}", "\"") }
      || first.hasPrefix("//") && code.code.contains { ["{", "["].contains($0.trimmed) }
      // "Success", and then the value.
      || first.lowercased().has(.response) && first.allSatisfy { $0.isLetter || $0 == " " }
        && code.code.first { !["", first].contains($0.trimmed) }.map { ["{", "["].contains($0.trimmed) } == true
  }

  /// Returns the events in a fence with `event:` and `data:` lines, whatever its label.
  private static func transcript(_ code: CodeBlock) -> EventTranscript? {
    let isMarked = code.code.contains { line in
      let text = line.trimmed
      return line.begins("event:", "data:") || text.begins("event: ", "data: {")
    }
    guard isMarked else { return nil }
    let isOfCode =
      languages.contains(code.language) && !(code.code.first { !$0.trimmed.isEmpty }?.contains(":") ?? false)
    return isOfCode ? nil : EventTranscript(code)
  }
}
