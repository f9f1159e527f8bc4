import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayMock
import AssaySecrets
import AssayVerifier
import Synchronization

/// Takes what a client sent in confidence out of what a mock tells of its request: credentials and cookies, the fields of the
/// contract's security schemes, and whatever stands in a field whose name says that it is secret.
final class ClientSecrets: Sendable {
  private let contract: Contract
  private let fields: [(place: SecurityScheme.Place, name: String)]
  /// The words of the contract, which are not secret; gathered for the first invalid request.
  private let words = Mutex<Set<String>?>(nil)

  init(of contract: Contract) {
    self.contract = contract
    fields = contract.securitySchemes.map(\.field)
  }

  /// `findings` of `request`, whose path has the parameters `path`, with a token instead of each secret.
  func hide(_ findings: [Finding], of request: ServerRequest, path: [(name: String, value: String)]) -> [Finding] {
    if findings.isEmpty { return [] }
    var told = RequestSecrets(besides: contractWords)
    for (name, value) in path.sorted(by: { ($0.name, $0.value) < ($1.name, $1.value) }) where Credentials.isSecret(name)
    {
      told.add(value, name: name)
    }
    for header in request.headers { told.add(header, isSecret: isField(.header, header.name)) }
    // A proxy's client sends the whole URL (RFC 9112 section 3.2.2).
    if let info = HTTPURL(request.target)?.userInfo {
      told.add(info, name: "userinfo")
      if let colon = info.firstIndex(of: ":") { told.add(String(info[info.index(after: colon)...]), name: "password") }
    }
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    for pair in FormPairs.read(query) where isField(.query, pair.name) || Credentials.isSecret(pair.name) {
      told.add(pair.value, name: pair.name)
    }
    told.add(body: request)
    return told.isEmpty ? findings : told.hide(findings)
  }

  private func isField(_ place: SecurityScheme.Place, _ name: String) -> Bool {
    fields.contains {
      $0.place == place && (place == .header ? $0.name.lowercased() == name.lowercased() : $0.name == name)
    }
  }

  private var contractWords: Set<String> {
    words.withLock { made in
      let words = made ?? contract.words
      made = words
      return words
    }
  }
}

/// The secrets of one request.
private struct RequestSecrets {
  private let words: Set<String>
  /// The secrets to look for in all texts, each value once.
  private var secrets: [Secret] = []
  private var known: Set<String> = []
  private var short = ShortSecrets()
  /// The bytes of all that is looked for.
  private var size = 0

  /// More than these are not looked for in all their spellings, but for those that a text holds.
  private static let mostBytes = 1 << 12

  init(besides words: Set<String>) { self.words = words }

  var isEmpty: Bool { secrets.isEmpty && short.isEmpty }

  mutating func add(_ value: String, name: String) { add(Secret(name: name, value: value), in: value) { $0 } }

  /// A field's secrets; where it `isSecret` by the contract and its name does not tell, all of its value.
  mutating func add(_ header: HTTPHeader, isSecret: Bool) {
    let values = Credentials.values(of: header)
    if values.isEmpty, isSecret { add(header.value, name: header.name) }
    for (name, place) in values {
      add(Secret(name: name, value: String(header.value[place])), in: header.value) { token in
        "\(header.value[..<place.lowerBound])\(token)\(header.value[place.upperBound...])"
      }
    }
  }

  /// Adds the secrets in a body of JSON or in a form, including one that is truncated or declared as a different type.
  mutating func add(body request: ServerRequest) {
    let type = request.headers["Content-Type"].flatMap(MediaType.init)
    switch type?.essence {
    case "application/x-www-form-urlencoded":
      for pair in FormPairs.read(String(decoding: request.body, as: UTF8.self)) where Credentials.isSecret(pair.name) {
        add(pair.value, name: pair.name)
      }
      add(writtenIn: request.body)
    case "multipart/form-data":
      let form = MultipartForm(request.body, contentType: request.headers["Content-Type"])
      for part in form?.parts ?? [] where Credentials.isSecret(part.name) {
        add(String(decoding: part.content, as: UTF8.self), name: part.name)
      }
    default:
      guard let root = (try? JSONDocument(parsing: request.body, limits: .answer))?.root else {
        return add(writtenIn: request.body)
      }
      NamedValue.visit(root) { value in if let name = value.secretName { add(value.text, name: name) } }
    }
  }

  private mutating func add(writtenIn text: [UInt8]) {
    var members: [WrittenMember] = []
    WrittenMember.visit(text, inObjects: true, named: Credentials.isSecret) { members.append($0) }
    for member in members { add(member.text, name: member.name) }
  }

  private mutating func add(_ secret: Secret, in whole: String, _ hiding: (String) -> String) {
    guard !secret.value.isEmpty, !words.contains(secret.value) else { return }
    if !secret.isDistinctive {
      short.add(whole, hiding(secret.token), of: secret)
    } else if known.insert(secret.value).inserted {
      secrets.append(secret)
      size += secret.value.utf8.count
    }
  }

  /// The findings with a token instead of each secret.
  func hide(_ findings: [Finding]) -> [Finding] {
    let vault = SecretVault(short.tokens + (size > Self.mostBytes ? held(in: findings) : secrets))
    return findings.map { $0.mapTexts { vault.hide(short.hidden(in: $0)) } }
  }

  private func held(in findings: [Finding]) -> [Secret] {
    var texts: [String] = []
    for finding in findings {
      _ = finding.mapTexts { text in
        texts.append(text)
        return text
      }
    }
    return SecretSieve(texts).held(of: secrets)
  }
}
