import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayMock
import AssayVerifier
import Synchronization

/// Takes what a client sent in confidence out of what a mock tells of its request: credentials and cookies, the fields of the
/// contract's security schemes, and whatever stands in a field whose name says that it is secret.
final class ClientSecrets: Sendable {
  private let contract: Contract
  private let fields: [(place: SecurityScheme.Place, name: String)]
  /// The words of the contract, which are nobody's secrets; gathered for the first request with something wrong.
  private let words = Mutex<Set<String>?>(nil)

  init(of contract: Contract) {
    self.contract = contract
    fields = contract.securitySchemes.map(\.field)
  }

  /// `findings` of `request`, whose path has the parameters `path`, with a token in the place of each secret.
  func hide(_ findings: [Finding], of request: ServerRequest, path: [String: String]) -> [Finding] {
    var told = ToldSecrets(besides: contractWords)
    for (name, value) in path.sorted(by: { $0.key < $1.key }) where Credentials.isSecret(name) {
      told.add(value, name: name)
    }
    for header in request.headers { told.add(header, isSecret: isField(.header, header.name)) }
    let query = request.target.split(separator: "?", maxSplits: 1).dropFirst().first.map(String.init) ?? ""
    for pair in FormPairs.read(query) where isField(.query, pair.name) || Credentials.isSecret(pair.name) {
      told.add(pair.value, name: pair.name)
    }
    told.add(body: request)
    if told.isEmpty { return findings }
    let secrets = told
    let vault = SecretVault(secrets.secrets, words: secrets.words)
    return findings.map { $0.mapTexts { vault.hide(secrets.hidingShort($0)) } }
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
private struct ToldSecrets {
  let words: Set<String>
  private(set) var secrets: [Secret] = []
  /// Values too short to be looked for everywhere, as a finding shows them on their own, and what is shown in their place.
  private var short: [(shown: String, hidden: String)] = []

  init(besides words: Set<String>) { self.words = words }

  var isEmpty: Bool { secrets.isEmpty }

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

  /// What is secret in a body of JSON or in a form.
  mutating func add(body request: ServerRequest) {
    let type = request.headers["Content-Type"].flatMap(MediaType.init)
    switch type?.essence {
    case "application/x-www-form-urlencoded":
      for pair in FormPairs.read(String(decoding: request.body, as: UTF8.self)) where Credentials.isSecret(pair.name) {
        add(pair.value, name: pair.name)
      }
    case "multipart/form-data":
      let form = try? MultipartForm(parsing: request.body, boundary: type?.parameters["boundary"] ?? "")
      for part in form?.parts ?? [] where Credentials.isSecret(part.name) {
        add(String(decoding: part.content, as: UTF8.self), name: part.name)
      }
    default:
      guard let root = (try? JSONDocument(parsing: request.body))?.root else { return }
      add(root)
    }
  }

  /// All texts and numbers inside a member whose name says that it is secret.
  private mutating func add(_ root: JSONValue) {
    var pending: [(value: JSONValue, name: String?)] = [(root, nil)]
    while let (value, name) = pending.popLast() {
      if let name, value.kind == .string || value.kind == .number { add(value.string ?? value.text, name: name) }
      for member in value.members {
        pending.append((member.value, name ?? (Credentials.isSecret(member.key) ? member.key : nil)))
      }
      for item in value.items { pending.append((item, name)) }
    }
  }

  private mutating func add(_ secret: Secret, in whole: String, _ hiding: (String) -> String) {
    guard !secret.value.isEmpty, !words.contains(secret.value) else { return }
    secrets.append(secret)
    if !secret.isDistinctive { short.append((whole, hiding(secret.token))) }
  }

  /// `text` without what is too short to be looked for in all texts: as a whole, and where it is quoted.
  func hidingShort(_ text: String) -> String {
    var text = text
    for (shown, hidden) in short {
      if text == shown { return hidden }
      text = text.replacing(JSONEscapes.quote(shown), with: "\"\(hidden)\"")
      // Nobody quotes a number; one of two digits keeps no secret.
      if shown.utf8.count > 2, shown.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
        text = Self.replacing(number: shown, in: text, with: hidden)
      }
    }
    return text
  }

  /// `text` with `hidden` for `number` where it is no part of a longer one, or of a word.
  private static func replacing(number: String, in text: String, with hidden: String) -> String {
    var result = ""
    var rest = text[...]
    while let place = rest.firstRange(of: number) {
      result += rest[..<place.lowerBound]
      rest = rest[place.upperBound...]
      let neighbours = [result.last, rest.first].compactMap { $0 }
      result += neighbours.contains { $0.isLetter || $0.isNumber } ? number : hidden
    }
    return result + rest
  }
}
