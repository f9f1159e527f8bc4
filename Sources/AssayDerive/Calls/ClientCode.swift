import AssayText

/// The facts in client code: the variables of base URLs, the calls with their bodies, and the use of the responses.
struct ClientCode {
  /// Names of variables that hold base URLs, with their values.
  var bases: [(name: String, url: String, line: Int)] = []
  var calls: [CallSighting] = []

  /// The tokens without comments.
  let tokens: [CodeToken]
  let comments: [CodeToken]
  let document: String
  let models: Set<String>

  init(_ all: [CodeToken], document: String, models: Set<String>) {
    tokens = all.filter { $0.kind != .comment }
    comments = all.filter { $0.kind == .comment }
    self.document = document
    self.models = models
    readBases()
    readCalls()
  }

  // MARK: Base URLs

  /// Returns true if the name of a variable suggests that it holds a base URL.
  static func isBaseName(_ name: String) -> Bool {
    let folded = name.folded
    return ["base", "host", "server", "root", "origin", "service", "api", "backend", "endpoint", "gateway"].contains {
      folded.contains($0)
    }
  }

  mutating func readBases() {
    for (index, token) in tokens.enumerated() where token.kind == .string && token.text.contains("://") {
      var back = index - 1
      var name: String?
      while back >= max(0, index - 8), tokens[back].line == token.line {
        if tokens[back].isMark("="), let word = tokens[safe: back - 1] {
          // let x: String = "…"
          if let colon = tokens[safe: back - 2], colon.isMark(":"), let typed = tokens[safe: back - 3],
            typed.kind == .word
          {
            name = typed.text
          } else if word.kind == .word {
            name = word.text
          }
          break
        }
        if tokens[back].isMark(":"), tokens.at(back - 1).kind == .word, tokens[back + 1].kind == .string {
          name = tokens[back - 1].text
        }
        back -= 1
      }
      guard let name, Self.isBaseName(name), let target = CallTarget(token.text), target.isAbsolute,
        target.query.isEmpty
      else { continue }
      bases.append((name, target.base + (target.path == "/" ? "" : target.path), token.line))
    }
  }

  // MARK: Calls

  static let callers = CommaSeparated.set(
    """
    fetch, url, urlrequest, eventsource, request, axios, requests, httpx, client, http, api, open, useswr,
    apifetch, path, websocket, sse, appendingpathcomponent, appending, endpoint, ajax, $fetch, ky, got,
    superagent, uri, urlcomponents, apicall, apirequest, connect, stream, newrequest, newrequestwithcontext
    """
  )
  static let starts = CommaSeparated.set("func, function, def, fun, it, test, describe")

  struct Site {
    var index: Int
    var method: String?
    var target: CallTarget
  }

  mutating func readCalls() {
    var sites: [Site] = []
    for (index, token) in tokens.enumerated() where token.kind == .string {
      if let site = site(at: index) { sites.append(site) }
    }
    let heads = tokens.indices.filter { isFunctionHead($0) }
    /// Returns the token index of the last function head before `index`; `nil` if absent.
    func head(before index: Int) -> Int? {
      let place = heads.countBefore { $0 < index }
      return place > 0 ? heads[place - 1] : nil
    }
    for (position, site) in sites.enumerated() {
      let next = position + 1 < sites.count ? sites[position + 1].index : tokens.count
      let previous = position > 0 ? sites[position - 1].index : -1
      // From the head of the function, or the line, up to the next function or the line of the next call.
      var from = lineStart(site.index)
      let own = head(before: site.index)
      if let own, own > previous { from = min(from, lineStart(own)) }
      if previous < 0, own == nil { from = 0 }
      var to = next < tokens.count ? lineStart(next) : tokens.count
      let place = heads.countBefore { $0 <= site.index }
      if let following = heads[place...].first(where: { tokens[$0].line > tokens[site.index].line }), following < to {
        to = lineStart(following)
      }
      // An annotation stands before what it is about.
      if tokens[lineStart(site.index)].text.hasPrefix("@") {
        from = lineStart(site.index)
        to = next < tokens.count ? lineStart(next) : tokens.count
      }
      if to <= site.index { to = min(next, tokens.count) }
      calls.append(call(site, max(from, previous + 1)..<max(to, site.index + 1)))
    }
  }

  func isFunctionHead(_ index: Int) -> Bool {
    let token = tokens[index]
    let next = tokens.at(index + 1)
    return token.isWord(in: Self.starts)
      && (next.kind == .word || token.isWord("it", "test", "describe") && next.isMark("("))
  }

  func lineStart(_ index: Int) -> Int {
    var index = index
    while index > 0, tokens[index - 1].line == tokens[index].line { index -= 1 }
    return index
  }

  /// Returns the call whose URL or path is the string token at `index`, including concatenated parts (`"/x/" + id`);
  /// `nil` if the string is not the target of a call.
  func site(at index: Int) -> Site? {
    let line = tokens[index].line
    guard tokens[index].text.utf8.count < 400, !tokens[index].text.contains("\n"),
      !tokens[index].text.contains(" ") || tokens[index].text.contains("\\(") || tokens[index].text.contains("${")
    else { return nil }
    let words = tokens.last(6, before: index).filter { $0.line >= line - 1 }
    let near = Self.caller(in: words)
    let caller = near?.text.lowercased() ?? ""
    let method = Methods.named(caller.drop { $0 == "@" }) ?? outerMethod(at: index)
    let isCalled =
      words.suffix(2).contains { $0.kind == .mark && ["(", ":", "+", "=", ",", "`"].contains($0.text) }
      || words.last?.isWord("f") == true
    let isCaller = isCalled && (Self.callers.contains(String(caller.drop { $0 == "@" })) || method != nil)
    var text = joined(at: index)
    // A path that is appended, and that of an annotation, may be written without its slash.
    let isPart =
      ["appendingpathcomponent", "appending"].contains(caller) || caller.hasPrefix("@") && method != nil
      || caller == "path" && near?.line == line && words.contains { $0.isWord("appending") }
    if isPart, !text.hasPrefix("/"), !text.contains("://") { text = "/" + text }
    guard text.contains("/"), var target = CallTarget(text),
      target.path != "/" || isCaller && !target.base.isEmpty && !target.isAbsolute,
      target.segments.allSatisfy({ !$0.contains("..") }),
      !["/Users/", "/home/", "/tmp/"].contains(where: target.path.hasPrefix)
    else { return nil }
    // base + "/x"
    if target.base.isEmpty, words.last?.isMark("+") == true, let name = words.dropLast().last, name.kind == .word {
      target.base = name.text
    }
    if target.isAbsolute {
      guard isCalled, !Hosts.isForeign(target.base), !isValue(at: index, of: isCaller) else { return nil }
      // A base URL in a variable is not a call.
      if bases.contains(where: { $0.line == line && $0.url == target.base + target.path }) { return nil }
    } else if !Self.isBaseName(target.base) {
      guard isCaller else { return nil }
      target.base = ""
    }
    return Site(index: index, method: method, target: target)
  }

  /// Returns true if the text at `index` is the value of a member that is sent, `image_url: "…"`, and no argument.
  private func isValue(at index: Int, of isCaller: Bool) -> Bool {
    guard let colon = tokens[safe: index - 1], colon.isMark(":"), let name = tokens[safe: index - 2] else {
      return false
    }
    let isName = name.text.nameWords.count < 2 || Self.isBaseName(name.text)
    return !isName && (name.kind == .string || !isCaller)
  }

  private static let fillers = CommaSeparated.set("string, self, this, await, try, String, f, r, let, const, new, in")

  /// Returns the word that is called with the text after `words`, without type arguments: `fetch`, `@GET`.
  private static func caller(in words: [CodeToken]) -> CodeToken? {
    var words = words
    if let close = words.lastIndex(where: { $0.isMark(">") }),
      let open = words[..<close].lastIndex(where: { $0.isMark("<") })
    {
      words.removeSubrange(open...close)
    }
    return words.last { $0.kind == .word && !fillers.contains($0.text) }
  }

  /// The method of the call around the one that makes the URL: `http.delete(Uri.parse("…`.
  private func outerMethod(at index: Int) -> String? {
    let outer = (max(1, index - 9)..<max(1, index)).last { place in
      tokens[place].kind == .word && tokens[place - 1].isMark(".") && tokens[place + 1].isMark("(")
        && tokens[place].line >= tokens[index].line - 1 && Methods.named(tokens[place].text) != nil
    }
    return outer.flatMap { Methods.named(tokens[$0].text) }
  }

  private static let mostParts = 32

  /// Returns the string at `index` joined with the parts added by `+`; a value becomes a parameter.
  private func joined(at index: Int) -> String {
    var text = tokens[index].text
    if text.hasPrefix("f\"") { text = String(text.dropFirst(2)) }
    var cursor = index + 1
    // No URL is made of more; each part begins a text of its own, which is joined as well.
    let end = cursor + 2 * Self.mostParts
    while cursor < end, tokens.at(cursor).isMark("+"), let part = tokens[safe: cursor + 1],
      part.line - tokens[index].line <= 1
    {
      cursor += 2
      if part.kind == .string { text += part.text }
      guard part.kind == .word, !part.isWord("new") else { continue }
      var name = part.text
      while let dot = tokens[safe: cursor], dot.isMark(".", "("), let next = tokens[safe: cursor + 1],
        next.kind == .word
      {
        name += "." + next.text
        cursor += 2
      }
      while tokens.at(cursor).isMark("(", ")") { cursor += 1 }
      text += "{\(CallTarget.lastName(name))}"
    }
    return text
  }

  func call(_ site: Site, _ range: Range<Int>) -> CallSighting {
    var call = CallSighting(
      kind: .made,
      method: site.method,
      target: site.target,
      source: Source(document, tokens[site.index].line)
    )
    let part = Array(tokens[range])
    let place = site.index - range.lowerBound
    if call.method == nil { call.method = Self.method(in: part, at: place) }
    call.isStream = part.contains {
      $0.isWord("EventSource", "fetchEventSource", "aiter_lines", "iter_lines")
        || $0.kind == .string && $0.text.contains("text/event-stream")
    }
    // `new EventSource(url)` can do nothing else (WHATWG HTML section 9.2.2).
    let isEventSource = part.contains { $0.isWord("EventSource") }
    if isEventSource { (call.method, call.isEventSource) = (nil, true) }
    for (index, token) in part.enumerated() where token.isWord("@Query") {
      guard let name = part[safe: index + 2], name.kind == .string else { continue }
      call.target.query.append(.init(name: name.text, value: ""))
    }
    readModels(part, &call)
    readForm(part, &call)
    if call.form.isEmpty, !isEventSource { readBody(part, at: place, &call) }
    readListeners(part, &call.client)
    if call.method == nil, !isEventSource {
      call.method = call.body != nil || !call.form.isEmpty ? "POST" : call.isStream || part.count > 3 ? "GET" : nil
    }
    return call
  }

  static func method(in part: [CodeToken], at place: Int) -> String? {
    // `url = "…"` and then `requests.post(url`.
    let variable = part.at(place - 1).isMark("=") ? part.at(place - 2).text : nil
    // The word closest to the target.
    let marked = part.indices.filter { index in
      let token = part[index]
      if token.kind == .string { return Methods.all.contains(token.text) }
      guard token.kind == .word else { return false }
      if token.text.hasPrefix("Method"), Methods.named(token.text.dropFirst(6)) != nil { return true }
      guard let method = Methods.named(token.text), let before = part[safe: index - 1], before.isMark(".") else {
        return false
      }
      // .post as a value, HttpMethod.Post; not a method called on something else: request.get("x") stands at the target.
      let isCalled = part.at(index + 1).isMark("(")
      return token.text == method || !isCalled || index > place && part.at(index + 2).text == variable
    }
    guard let nearest = marked.min(by: { abs($0 - place) < abs($1 - place) }) else { return nil }
    let text = part[nearest].text
    return Methods.named(text.hasPrefix("Method") ? String(text.dropFirst(6)) : text)
  }
}

/// Hosts that guides link to but that are not a backend.
enum Hosts {
  static let foreign = CommaSeparated.list(
    """
    github.com, githubusercontent.com, developer.apple.com, npmjs.com, pypi.org, stackoverflow.com,
    wikipedia.org, w3.org, ietf.org, mozilla.org, swagger.io, openapis.org, json-schema.org, docker.com,
    docker.io, brew.sh, google.com, apple.com, microsoft.com, shields.io, medium.com, youtube.com, jwt.io,
    editor.swagger, getpostman.com, postman.com, nodejs.org, python.org, deb.debian.org, hackingwithswift.com,
    slack.com, discord.gg, unpkg.com, jsdelivr.net, cdn.
    """
  )

  static func isForeign(_ origin: String) -> Bool {
    let host = origin.lowercased()
    return foreign.contains { host.contains($0) }
  }

  static func isLocal(_ origin: String) -> Bool {
    ["localhost", "127.0.0.1", "0.0.0.0", "://10.", "://192.168.", "://172."].contains { origin.contains($0) }
  }
}

extension [Int] {
  /// Returns the number of elements before the first for which `isBefore` is false; the elements are in ascending
  /// order.
  fileprivate func countBefore(_ isBefore: (Int) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
