import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayMock
import AssaySecrets
import AssayVerifier
import Synchronization

/// The removal of a client's secrets from a mock's findings about its requests. Secrets are credentials, cookies, the
/// fields of the contract's security schemes, and the values of fields whose names indicate one.
final class ClientSecrets: Sendable {
  private let contract: Contract
  private let fields: [(place: SecurityScheme.Place, name: String)]
  /// The words that occur in the contract, which are public and never treated as secrets; `nil` until the first invalid
  /// request.
  private let words = Mutex<Set<String>?>(nil)

  init(of contract: Contract) {
    self.contract = contract
    fields = contract.securitySchemes.map(\.field)
  }

  /// Returns `findings` of `request` with a token instead of each secret; `path` are the path parameters of the
  /// request.
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

/// The secrets in one client's request, which are replaced in findings about it.
private struct RequestSecrets {
  private let words: Set<String>
  /// The secrets to look for in all texts, each value once.
  private var secrets: [Secret] = []
  private var known: Set<String> = []
  private var short = ShortSecrets()
  /// The number of bytes of all secrets.
  private var size = 0

  /// The maximum total size of the secrets, in bytes, for which every secret is searched for. If the secrets are
  /// larger, only those that occur in the findings are.
  private static let mostBytes = 1 << 12

  init(besides words: Set<String>) { self.words = words }

  var isEmpty: Bool { secrets.isEmpty && short.isEmpty }

  mutating func add(_ value: String, name: String) { add(Secret(name: name, value: value), in: value) { $0 } }

  /// Adds the credentials in a header field. If its name does not show which part is a credential, the whole value is
  /// added if `isSecret`: the contract sends a secret in this field.
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

  /// Returns the findings with a token instead of each secret.
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
