import AssayFindings
package import AssayHTTP
import AssayJSON
package import AssayObservation
import AssayText
import Synchronization

/// The error that the secrets of a response cannot be kept: there are too many, or they are too long.
package struct TooManySecrets: Error, Hashable, CustomStringConvertible {
  package var count: Int
  package var bytes: Int

  package var description: String {
    "the response contains more secrets than can be hidden (\(count.counted("value")), \(bytes) bytes); "
      + "--max-memory allows more"
  }
}

/// The secrets of a run. The vault puts those that the contract names into requests as they are sent, and removes all
/// of them from everything that is kept, recorded or shown.
///
/// The real values are used for judging.
package final class SecretVault: Sendable {
  private struct Contents {
    private(set) var secrets: [Secret] = []
    private var known: Set<Secret> = []
    private var values: Set<String> = []
    private var taken: Set<String> = []
    /// The number of the next value for each token name.
    private var numbers: [String: Int] = [:]
    /// The secrets whose tokens a request may contain.
    private var sent: [Secret] = []
    /// The credentials sent in requests that are too short or common to be searched for in all texts, by their values;
    /// `nil` until needed.
    private var masked: [String: Secret]?
    private(set) var tokens = SecretTokens()
    private var search: SecretSearch?
    /// The number of secrets that the search already contains. The others are added when it is next used, since many
    /// arrive one by one.
    private var searched = 0
    private var guarding: SecretSearch?
    var standIns = StandIns()
    /// The approximate memory that the secrets of answers take, in bytes.
    private var learned = 0

    /// Keeps secrets of an answer, as far as they fit into `memory`, an eighth of it for one answer.
    mutating func learn(_ added: [Secret], within memory: Int) throws(TooManySecrets) {
      let new = added.filter { !values.contains($0.value) }
      // A recording keeps a stand-in of each as well.
      let cost = new.reduce(0) { $0 + 2_772 + 4 * $1.value.utf8.count }
      guard cost <= memory / 8, learned + cost <= memory else {
        throw TooManySecrets(count: new.count, bytes: new.reduce(0) { $0 + $1.value.utf8.count })
      }
      learned += cost
      add(new, isSent: false)
    }

    /// Adds secrets. Several values with one name, for example of a renewed token, are distinguished by a number after
    /// the name.
    mutating func add(_ added: [Secret], isSent: Bool) {
      for var secret in added where !secret.value.isEmpty && known.insert(secret).inserted {
        guard values.insert(secret.value).inserted || isSent else { continue }
        if secret.kind != .standIn { secret.token = free(secret.token) }
        secrets.append(secret)
        if isSent { sent.append(secret) }
      }
      if isSent { (tokens, guarding, masked) = (SecretTokens(sent), nil, nil) }
    }

    /// Returns `token`, or if a different value has it, a token with a number after the name.
    private mutating func free(_ token: String) -> String {
      if taken.insert(token).inserted { return token }
      let name = token.dropFirst(2).dropLast()
      var number = numbers[token] ?? 2
      var other = ""
      repeat {
        other = Secret(name: "\(name).\(number)", value: "").token
        number += 1
      } while !taken.insert(other).inserted
      numbers[token] = number
      return other
    }

    mutating func search(besides words: Set<String>) -> SecretSearch {
      // Taken out and put back: what it replaces is let go of at once.
      var made = search.take() ?? SecretSearch([], tokens: [])
      let added = secrets[searched...]
      made.add(added.filter { $0.isDistinctive && !words.contains($0.value) }, tokens: Array(added))
      (search, searched) = (made, secrets.count)
      return made
    }

    /// Returns the sent credentials that are not searched for, by their values; `words` must be the same each time.
    mutating func masked(besides words: @autoclosure () -> Set<String>) -> [String: Secret] {
      if let masked { return masked }
      let words = words()
      let all = sent.filter { $0.kind == .credential && (!$0.isDistinctive || words.contains($0.value)) }
      let made = Dictionary(all.map { ($0.value, $0) }) { first, _ in first }
      masked = made
      return made
    }

    mutating func guardian() -> SecretSearch? {
      if tokens.isEmpty { return nil }
      let made = guarding ?? SecretSearch([], tokens: sent)
      guarding = made
      return made
    }
  }

  private let contents = Mutex(Contents())
  /// The bytes that the secrets of all answers may take.
  private let memory: Int
  private let makeWords: @Sendable () -> Set<String>
  /// The header fields of the last response in which no secret was found. If the next response has the same fields,
  /// they are not searched again.
  private let harmless = Mutex<[HTTPHeader]>([])
  private let madeWords = Mutex<Set<String>?>(nil)
  /// The names, in lower case, of header fields whose values are secret in every exchange.
  private let fields: Set<String>

  /// Creates a vault with `secrets`, whose tokens requests may contain. A value that is one of the contract's `words`
  /// is not searched for in texts.
  ///
  /// The words are collected when the first secret is added. `fields` are the header fields that are secret under any
  /// name.
  /// The secrets of all answers may take `memory` bytes.
  package init(
    _ secrets: [Secret] = [],
    words: @autoclosure @escaping @Sendable () -> Set<String> = [],
    fields: Set<String> = [],
    memory: Int = RunLimits.usualMemory
  ) {
    makeWords = words
    self.memory = memory
    self.fields = fields.subtracting(Credentials.openFields)
    add(secrets)
  }

  private var words: Set<String> {
    madeWords.withLock { made in
      let words = made ?? makeWords()
      made = words
      return words
    }
  }

  /// Adds the credentials and tokens in an exchange to the secrets. Throws if they need too much memory.
  package func learn(from exchange: Exchange) throws(TooManySecrets) {
    // Servers say much the same again and again: a header section that held nothing, and is the same list, holds nothing.
    let headers = exchange.response?.head.headers ?? []
    let isHarmless = harmless.withLock { $0 == headers }
    let secrets = Credentials.all(in: exchange, fields: fields, besides: isHarmless ? headers.count : 0)
    if secrets.isEmpty, !isHarmless { harmless.withLock { $0 = headers } }
    try learn(secrets)
  }

  /// Adds the tokens in an event to the secrets. Throws if they need too much memory.
  package func learn(from event: ObservedEvent) throws(TooManySecrets) { try learn(Credentials.handedOut(by: event)) }

  /// Adds secrets that are hidden from now on.
  package func add(_ secrets: [Secret]) { if !secrets.isEmpty { contents.withLock { $0.add(secrets, isSent: true) } } }

  /// Adds secrets found in a response; a value that is already known keeps its first token.
  ///
  /// Throws if they would need more memory than a run allows: a response that contains them can be neither judged nor
  /// shown.
  package func learn(_ secrets: [Secret]) throws(TooManySecrets) {
    if secrets.isEmpty { return }
    try contents.withLock { contents throws(TooManySecrets) in try contents.learn(secrets, within: memory) }
  }

  /// The number of secrets known so far.
  package var count: Int { contents.withLock { $0.secrets.count } }

  private var tokens: SecretTokens { contents.withLock { $0.tokens } }
  /// The search for the secrets; `nil` if there is nothing to hide.
  private var search: SecretSearch? { contents.withLock { $0.secrets.isEmpty ? nil : $0.search(besides: words) } }
}

// MARK: - What is sent, and what comes

extension SecretVault {
  /// Returns the request as sent, with every token replaced by its value, encoded for its place.
  package func reveal(_ request: HTTPRequest) -> HTTPRequest {
    let tokens = tokens
    var revealed = request
    if !tokens.isEmpty {
      let type = request.headers["Content-Type"].flatMap(MediaType.init)
      revealed.url = Self.url(request.url, with: tokens)
      revealed.headers = request.headers.map { HTTPHeader($0.name, tokens.replacing(in: $0.value)) }
      revealed.body = tokens.replacing(in: request.body) { value in
        if type?.isJSON == true { return Secret.jsonEscaped(value, slashes: false) }
        return type?.isXML == true ? Secret.xmlEscaped(value) : value
      }
    }
    if revealed.url.utf8.contains(0x7B) {
      // What only looked like a token is a server's own text, and no URL may hold it (RFC 3986 appendix A).
      revealed.url = revealed.url.replacing("{", with: "%7B").replacing("}", with: "%7D")
    }
    return revealed
  }

  /// Returns `text` with tokens replaced by their values.
  package func reveal(_ text: String) -> String { tokens.replacing(in: text) }

  /// Returns a WebSocket message as sent; in a JSON message, values are escaped as JSON.
  package func reveal(message: [UInt8]) -> [UInt8] {
    let isJSON = message.first == 0x7B || message.first == 0x5B
    return tokens.replacing(in: message) { isJSON ? Secret.jsonEscaped($0, slashes: false) : $0 }
  }

  /// Returns the inputs of a request with tokens replaced by their values.
  package func reveal(_ parameters: RequestParameters) -> RequestParameters {
    let tokens = tokens
    return tokens.isEmpty ? parameters : parameters.mapTexts { tokens.replacing(in: $0) }
  }

  /// Returns a URL with tokens replaced by values: unencoded up to the server's name, percent-encoded after it.
  private static func url(_ url: String, with tokens: SecretTokens) -> String {
    let bytes = Array(url.utf8)
    let authority =
      bytes.indices.first { bytes[$0...].starts(with: "://".utf8) }.map { $0 + 3 } ?? bytes.firstIndex(of: 0x7D).map {
        $0 + 1
      } ?? 0
    let path = bytes[authority...].firstIndex(of: 0x2F) ?? bytes.endIndex
    let server = tokens.replacing(in: Array(bytes[..<path]))
    let rest = tokens.replacing(in: Array(bytes[path...]), spelt: Secret.percentEncoded)
    return String(decoding: server + rest, as: UTF8.self)
  }

  /// Returns a response in which every token of a secret is broken up. Otherwise, a server could send a token and
  /// receive the secret when a later call uses the captured value.
  package func guarded(_ response: HTTPResponse) -> HTTPResponse {
    HTTPResponse(head: guarded(response.head), body: guarded(response.body))
  }

  package func guarded(_ body: [UInt8]) -> [UInt8] {
    contents.withLock { $0.guardian() }?.replacing(in: body, isData: true, isShallow: true, token: Self.broken) ?? body
  }

  package func guarded(_ head: HTTPResponseHead) -> HTTPResponseHead {
    guard let guardian = contents.withLock({ $0.guardian() }) else { return head }
    return head.mapTexts { guardian.replacing(in: $0, token: Self.broken) }
  }

  package func guarded(_ event: ServerSentEvent) -> ServerSentEvent {
    guard let guardian = contents.withLock({ $0.guardian() }) else { return event }
    return event.mapTexts { guardian.replacing(in: $0, token: Self.broken) }
  }

  private static func broken(_ token: [UInt8], _: ArraySlice<UInt8>) -> [UInt8] { [0x24, 0x20] + token.dropFirst() }
}

// MARK: - What is kept, recorded and shown

extension SecretVault {
  /// True if there is nothing to hide.
  package var isEmpty: Bool { contents.withLock { $0.secrets.isEmpty } }

  /// Returns `text`, which may already contain tokens, with every form of every secret replaced by its token, including
  /// those cut by an ellipsis.
  package func hide(_ text: String) -> String { search?.replacing(in: text, isCut: true) ?? text }

  /// Returns a body with its secrets hidden; a JSON body stays valid JSON.
  package func hide(_ body: [UInt8]) -> [UInt8] { search?.replacing(in: body, isData: true) ?? body }

  /// Returns an observation for recording, with the stand-ins by which it can be judged again.
  package func hide(_ observation: Observation) -> Hidden<Observation> {
    guard let search else { return Hidden(observation) }
    var hidden = observation
    switch observation.content {
    case .exchange(let exchange): hidden.content = .exchange(hide(exchange, search))
    case .stream(let stream): hidden.content = .stream(hide(stream, search))
    case .poll(let poll): hidden.content = .poll(hide(poll).value)
    case .absent(let obstacle): hidden.content = .absent(obstacle.mapTexts { hide($0) })
    }
    return Hidden(hidden)
  }

  package func hide<Call: ObservedCall>(_ call: Call) -> Hidden<Call> {
    Hidden(search.map { hide(call, $0) } ?? call)
  }
  package func hide(_ poll: PollObservation) -> Hidden<PollObservation> {
    guard let search else { return Hidden(poll) }
    var hidden = poll
    for index in poll.answers.indices { hidden.answers[index].exchange = hide(poll.answers[index].exchange, search) }
    return Hidden(hidden)
  }

  private func hide<Call: ObservedCall>(_ call: Call, _ search: SecretSearch) -> Call {
    var call = call
    mask(&call.request.headers)
    var texts: [HiddenText] = []
    let secret = { (token: [UInt8], value: ArraySlice<UInt8>) -> [UInt8] in
      let standIn = self.contents.withLock { $0.standIns.text(for: value, keeping: self.words) }
      texts.append(HiddenText(String(decoding: token, as: UTF8.self), standIn))
      return token
    }
    var hidden = call.mapTexts {
      String(decoding: search.replacing(in: Array($0.utf8), isData: false, secret: secret), as: UTF8.self)
    } data: {
      search.replacing(in: $0, isData: true, secret: secret)
    }
    hidden.hidden += texts
    return hidden
  }

  /// Hides values that are too short, or too common, to be searched for, in the fields meant for credentials.
  private func mask(_ headers: inout [HTTPHeader]) {
    let masked = contents.withLock { $0.masked(besides: words) }
    guard !masked.isEmpty else { return }
    for index in headers.indices {
      for place in Credentials.values(of: headers[index], fields: fields).reversed() {
        guard let secret = masked[String(headers[index].value[place.value])] else { continue }
        headers[index].value.replaceSubrange(place.value, with: secret.token)
      }
    }
  }
}
