import AssayKit
import AssayText

/// The URLs of servers, as given on the command line.
struct ServerFlags {
  private var urls: [String: ServerURL] = [:]

  /// Parses `NAME=URL`, `CONTRACT.NAME=URL` if several contracts have a server of that name, or only `URL`.
  init(_ texts: [String], suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    for text in texts {
      guard let equals = text.firstIndex(of: "="), !text[..<equals].contains("/") else {
        try take(url: text, suites)
        continue
      }
      let name = String(text[..<equals])
      let known = Set(suites.flatMap { suite in suite.servers.flatMap { [$0, "\(suite.service).\($0)"] } })
      guard known.contains(name) else {
        let nearest = SpellingSuggestion.didYouMean(name, among: known.sorted())
        throw ParsedArguments.Mistake(
          message:
            "no contract has a server \(name), only \(suites.flatMap(\.servers).unique.joined(separator: ", "))\(nearest)"
        )
      }
      if !name.contains("."), suites.count(where: { $0.servers.contains(name) }) > 1 {
        let choices = suites.filter { $0.servers.contains(name) }.map { "\($0.service).\(name)" }
        throw ParsedArguments.Mistake(
          message: "several contracts have a server \(name): say which with \(choices.joined(separator: ", "))=URL"
        )
      }
      try take(Self.url(String(text[text.index(after: equals)...]), of: name), for: name)
    }
  }

  private mutating func take(url: String, _ suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    guard suites.count == 1, suites[0].servers.count == 1 else {
      let names = suites.flatMap(\.servers).unique.joined(separator: ", ")
      throw ParsedArguments.Mistake(
        message: "--server URL needs a contract with just one server; here NAME=URL with one of \(names)"
      )
    }
    try take(Self.url(url, of: suites[0].servers[0]), for: suites[0].servers[0])
  }

  /// Sets the URL of the server `name`; throws if it already has one, since one of the two would not be verified.
  private mutating func take(_ url: ServerURL, for name: String) throws(ParsedArguments.Mistake) {
    guard urls.updateValue(url, forKey: name) == nil else {
      throw ParsedArguments.Mistake(message: "--server \(name) was given twice")
    }
  }

  private static func url(_ text: String, of name: String) throws(ParsedArguments.Mistake) -> ServerURL {
    if let url = ServerURL(text) { return url }
    if text.hasPrefix("ws://") || text.hasPrefix("wss://") {
      throw ParsedArguments.Mistake(
        message: "a WebSocket begins as a call over HTTP: give the server \(name) as http\(text.dropFirst(2))"
      )
    }
    throw ParsedArguments.Mistake(message: "\(ConformanceError.invalidURL(server: name))")
  }

  /// Returns the URLs for one contract's servers, by name.
  func urls(for suite: ConformanceSuite) -> [String: ServerURL] {
    var result: [String: ServerURL] = [:]
    for name in suite.servers { result[name] = urls["\(suite.service).\(name)"] ?? urls[name] }
    return result
  }
}

extension [String] {
  /// The elements, each once, in the order of first appearance.
  var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
