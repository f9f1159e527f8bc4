import AssayContract
import AssayHTTP
import AssayJSON
import AssaySecrets
import AssayVerifier

/// The secrets known at the start of a run: from the environment, from header flags, from the passwords in server URLs.
struct RunSecrets {
  var secrets: [Secret] = []
  /// The fields sent with requests, with tokens in place of secrets.
  var headers: [SentField] = []

  /// The names of the credentials that are too short or too plain to be searched for in shown texts.
  var weak: [String] {
    let weak = secrets.filter { $0.kind == .credential && !$0.value.isEmpty && !$0.isDistinctive }
    return Set(weak.map { String($0.token.dropFirst(2).dropLast()) }).sorted()
  }

  /// Collects the secrets; `environment` returns the value of an environment variable.
  init(
    contract: Contract,
    options: VerifyOptions,
    environment: (String) -> String?
  ) throws(ConformanceError) {
    let urls = contract.servers.map(\.url) + options.servers.values.map(\.description)
    let given = options.headers.map { Self.limited($0, to: contract.servers.map(\.name)) }
    let texts =
      (contract.document.mayHold("${") ? EnvironmentReferences.texts(in: contract.document.root) : [])
      + given.map { (Credentials.isSecret($0.field.name), $0.field.value) }
      + urls.map { (false, $0) } + urls.compactMap { url in url.lastIndex(of: "@").map { (true, String(url[..<$0])) } }
    let credentials = Set(texts.filter(\.0).flatMap { EnvironmentReferences.names(in: $0.1) })
    // The URL of a server that the run replaces is not read: what only it names may be missing.
    let (kept, replaced) = contract.servers.reduce(into: (Set<String>(), Set<String>())) { urls, server in
      if options.servers[server.name] == nil { urls.0.insert(server.url) } else { urls.1.insert(server.url) }
    }
    let unread = replaced.subtracting(kept)
    let read = texts.map(\.1).filter { text in !unread.contains { $0.hasPrefix(text) } }
    let needed = Set(read.flatMap { EnvironmentReferences.names(in: $0) })
    var missing: [String] = []
    var seen: Set<String> = []
    for name in texts.flatMap({ EnvironmentReferences.names(in: $0.1) }) where seen.insert(name).inserted {
      if let value = environment(name) {
        let isCredential = Credentials.isSecret(name) || credentials.contains(name)
        secrets.append(Secret(name: name, value: value, kind: isCredential ? .credential : .variable))
        let isCredentials = texts.contains { EnvironmentReferences.isCredentials(name, in: $0.1) }
        if isCredentials, let pair = BasicCredentials(base64: value) {
          secrets.append(Secret(name: "\(name).password", value: pair.password))
        }
      } else if needed.contains(name) {
        missing.append(name)
      }
    }
    guard missing.isEmpty else { throw .environment(missing) }
    let fields = given.map { SecretHeader($0.field, besides: seen) }
    headers = zip(fields, given).map { SentField($0.header, server: $1.server) }
    // Of a field given twice the last one is sent, so that its secret has the name.
    secrets += fields.reversed().flatMap(\.secrets)
    for url in urls {
      guard let userInfo = HTTPURL(url)?.userInfo else { continue }
      secrets.append(Secret(name: "userinfo", value: userInfo))
      if let colon = userInfo.firstIndex(of: ":") {
        let password = String(userInfo[userInfo.index(after: colon)...])
        secrets.append(Secret(name: "password", value: PercentEncoding.decode(password) ?? password))
      }
    }
  }

  /// Splits a field that is limited to one server, such as `api:X-Key: VALUE`, into the field and the server's name.
  /// Returns any other field unchanged, with `nil` as the server.
  private static func limited(_ field: HeaderField, to servers: [String]) -> (field: HeaderField, server: String?) {
    guard servers.contains(field.name), let colon = field.value.firstIndex(of: ":"),
      let inner = HeaderField(String(field.value[..<colon]), String(field.value[colon...].dropFirst()))
    else { return (field, nil) }
    return (inner, field.name)
  }
}

extension EnvironmentReferences {
  /// Returns the strings in the sent parts of a contract, in order. `isCredential` is true if a member name on the way
  /// to the string indicates a secret.
  static func texts(in contract: JSONValue) -> [(isCredential: Bool, text: String)] {
    var texts: [(Bool, String)] = []
    func visit(_ value: JSONValue, _ isCredential: Bool = false) {
      if let text = value.string { texts.append((isCredential, text)) }
      for item in value.items { visit(item, isCredential) }
      for member in value.members { visit(member.value, isCredential || Credentials.isSecret(member.key)) }
    }
    for part in sent(in: contract) { visit(part) }
    return texts
  }
}
