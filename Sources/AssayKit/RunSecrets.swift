import AssayContract
import AssayHTTP
import AssayJSON
import AssayVerifier

/// The secrets a run begins with: from the environment, from header flags, from the passwords in server URLs.
struct RunSecrets {
  var secrets: [Secret] = []
  /// The fields sent with every request, tokens in place of secrets.
  var headers: [HTTPHeader] = []

  init(contract: Contract, options: VerifyOptions) throws(ConformanceError) {
    let texts =
      EnvironmentReferences.texts(in: contract.document.root) + options.headers.map(\.value)
      + options.servers.values.map(\.description)
    var missing: [String] = []
    var seen: Set<String> = []
    for name in texts.flatMap(EnvironmentReferences.names) where seen.insert(name).inserted {
      if let value = SystemClock.environment(name) {
        secrets.append(Secret(name: name, value: value))
        let isCredentials = texts.contains { EnvironmentReferences.isCredentials(name, in: $0) }
        if isCredentials, let pair = BasicCredentials(base64: value) {
          secrets.append(Secret(name: "\(name).password", value: pair.password))
        }
      } else {
        missing.append(name)
      }
    }
    guard missing.isEmpty else { throw .environment(missing) }
    let fields = options.headers.map { SecretHeader($0, besides: seen) }
    headers = fields.map(\.header)
    // Of a field given twice the last one is sent, so that its secret has the name.
    secrets += fields.reversed().flatMap(\.secrets)
    let urls = contract.servers.map(\.url) + options.servers.values.map(\.description)
    for url in urls {
      guard let userInfo = HTTPURL(url)?.userInfo else { continue }
      secrets.append(Secret(name: "userinfo", value: userInfo))
      if let colon = userInfo.firstIndex(of: ":") {
        let password = String(userInfo[userInfo.index(after: colon)...])
        secrets.append(Secret(name: "password", value: PercentEncoding.decode(password) ?? password))
      }
    }
  }
}
