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
    let language = code.language
    let first = code.code.first { !$0.trimmed.isEmpty }?.trimmed ?? ""
    let hasCurl = code.code.contains { ShellCommand.isCall($0) }
    if !hasCurl, let transcript = Self.transcript(code), !Self.isRequest(first), !first.hasPrefix("HTTP/") {
      self = .transcript(transcript)
      return
    }
    if Self.ignored.contains(language) {
      self = .other
      return
    }
    if Self.shells.contains(language) || language.isEmpty && hasCurl && !Self.languages.contains(language) {
      self = hasCurl ? .commands : Self.isRequest(first) ? .wire : .other
      return
    }
    if Self.languages.contains(language) {
      let isLiteral = first.hasPrefix("{") || first == "["
      self =
        isLiteral && !code.code.contains { $0.contains("=>") || $0.contains("import ") || $0.contains("function") }
        ? .values : .code
      return
    }
    if language == "http" || language == "https" || language == "rest" || Self.isRequest(first)
      || first.hasPrefix("HTTP/")
    {
      self = .wire
      return
    }
    if first.hasPrefix("{")
      || first.hasPrefix("[")
        && (language.hasPrefix("json") || code.code.contains { $0.contains("}") || $0.contains("\"") })
      || language.hasPrefix("json")
      || (first.hasPrefix("//") && code.code.contains { $0.trimmed == "{" || $0.trimmed == "[" })
    {
      self = .values
      return
    }
    let marks = [
      "struct ", "interface ", "data class ", "class ", "fetch(", "URLSession", "requests.", "axios", "EventSource(",
      "const ", "async def", "func ",
    ]
    if code.code.contains(where: { line in marks.contains { line.contains($0) } }) {
      self = .code
    } else {
      self =
        language.isEmpty || ["text", "txt", "plain", "plaintext", "none", "form", "multipart"].contains(language)
        ? .wire : .other
    }
  }

  /// Returns the events in a fence with `event:` and `data:` lines, whatever its label.
  private static func transcript(_ code: CodeBlock) -> EventTranscript? {
    let isMarked = code.code.contains { line in
      let text = line.trimmed
      return line.hasPrefix("event:") || line.hasPrefix("data:") || text.hasPrefix("event: ")
        || text.hasPrefix("data: {")
    }
    guard isMarked else { return nil }
    let isOfCode =
      languages.contains(code.language) && !(code.code.first { !$0.trimmed.isEmpty }?.contains(":") ?? false)
    return isOfCode ? nil : EventTranscript(code)
  }

  private static func isRequest(_ line: String) -> Bool {
    let words = line.split(separator: " ")
    return words.count >= 2 && Methods.all.contains(String(words[0]).trimmingMarks)
      && CallTarget(String(words[1])) != nil
  }
}
