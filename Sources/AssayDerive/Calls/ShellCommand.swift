import AssayText

/// Calls by other command line tools, HTTPie and PowerShell, converted to the equivalent `curl` command.
enum ShellCommand {
  /// Returns true if a line makes a call.
  static func isCall(_ line: String) -> Bool { commands(in: [line])[0].contains("curl ") }

  /// Returns the lines of a script with each call as the equivalent `curl` command.
  static func commands(in lines: [String]) -> [String] {
    httpie(in: PowerShellScript(lines).commands)
  }

  /// Returns true if a line is one of a script and shows nothing that a command printed: `if [ "$A" = "b" ]; then`.
  static func isOfScript(_ line: String) -> Bool {
    line.containsAny("] &&", "] ||") || line.parts(" ").first.map { reserved.contains($0.trimming(";")) } == true
  }

  private static let reserved = CommaSeparated.set(
    """
    if, then, elif, else, fi, for, while, until, do, done, case, esac, echo, printf, sleep, break, exit, export
    """
  )

  /// Returns lines with those of HTTPie as `curl` commands.
  static func httpie(in lines: [String]) -> [String] { lines.map { httpie($0) ?? $0 } }

  /// The `curl` command for a line of HTTPie; `nil` for any other line.
  private static func httpie(_ line: String) -> String? {
    let text = line.trimmed.drop { "$> ".contains($0) }
    guard text.utf8.count < 2_000, let name = text.split(separator: " ", maxSplits: 1).first else { return nil }
    return ["http", "https", "xh"].contains(name) ? httpie(CommandWords.words(of: String(text))) : nil
  }

  private static func httpie(_ words: [String]) -> String? {
    var rest = words.dropFirst().filter { !$0.hasPrefix("-") && $0 != "\\" }[...]
    let method = rest.first.flatMap { Methods.named($0) == $0 ? $0 : nil }
    if method != nil { rest = rest.dropFirst() }
    guard var url = rest.popFirst(), url.contains("/"), !url.hasPrefix("/") else { return nil }
    if url.hasPrefix(":") { url = "localhost" + url }
    if !url.contains("://") { url = "http://" + url }
    var (members, headers, query): ([String], [String], [String]) = ([], [], [])
    for item in rest {
      if let parts = split(item, ":=") {
        members.append("\"\(parts.0)\":\(parts.1)")
      } else if let parts = split(item, "==") {
        query.append("\(parts.0)=\(parts.1)")
      } else if let parts = split(item, "=") {
        members.append("\"\(parts.0)\":\"\(parts.1)\"")
      } else if let parts = split(item, ":") {
        headers.append(" -H '\(parts.0): \(parts.1)'")
      }
    }
    if !query.isEmpty { url += "?" + query.joined(separator: "&") }
    let body = members.isEmpty ? "" : " --json '{\(members.joined(separator: ","))}'"
    return "curl -X \(method ?? (members.isEmpty ? "GET" : "POST")) '\(url)'" + headers.joined() + body
  }

  private static func split(_ item: String, _ mark: String) -> (String, String)? {
    guard let range = item.firstRange(of: mark) else { return nil }
    let name = String(item[..<range.lowerBound])
    return name.isFieldName ? (name, String(item[range.upperBound...])) : nil
  }
}
