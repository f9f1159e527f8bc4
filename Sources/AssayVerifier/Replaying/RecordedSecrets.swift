import AssayContract
import AssayHTTP
import AssayJSON
import AssayObservation

/// What a browser or a proxy recorded that is for nobody else's eyes: credentials, cookies, and what the contract says
/// of an answer is secret.
///
/// Nobody said what is secret in such a recording, as one does for a run; places whose only use is to hold secrets say it.
enum RecordedSecrets {
  /// Shorter values, as `lang=en`, tell nothing, and taking them out of every text would make it unreadable.
  private static let shortest = 8
  private static let credentials: Set<String> = [
    "authorization", "proxy-authorization", "x-api-key", "api-key", "x-auth-token", "x-csrf-token", "x-xsrf-token",
  ]

  /// The secrets of `entries`, and those in the answers of `run` that steps of `contract` capture as secret; each once.
  static func all(in entries: [HAREntry], of contract: Contract, _ run: RecordedRun) -> [Secret] {
    var secrets: [Secret] = []
    var seen: Set<String> = []
    func add(_ name: String, _ value: some StringProtocol) {
      let value = String(value)
      guard value.utf8.count >= shortest, seen.insert(value).inserted else { return }
      secrets.append(Secret(name: name, value: value))
    }
    for entry in entries {
      for header in entry.exchange.request.headers + (entry.exchange.response?.head.headers ?? []) {
        take(header, add)
      }
      if let userInfo = HTTPURL(entry.exchange.request.url)?.userInfo { add("userinfo", userInfo) }
    }
    for (name, value) in captured(run, contract) { add(name, value) }
    return secrets
  }

  private static func take(_ header: HTTPHeader, _ add: (String, Substring) -> Void) {
    let name = header.name.lowercased()
    if credentials.contains(name) {
      // RFC 9110 section 11.6.2: the scheme in front is no secret.
      let words = header.value.split(separator: " ", maxSplits: 1)
      if let last = words.last { add(header.name, last) }
    } else if name == "cookie" || name == "set-cookie" {
      // RFC 6265 sections 4.1 and 4.2: pairs in a request; in an answer one, with attributes behind it.
      let pairs = header.value.split(separator: ";")
      for pair in name == "cookie" ? pairs[...] : pairs.prefix(1) {
        let parts = pair.split(separator: "=", maxSplits: 1)
        guard parts.count == 2 else { continue }
        add("\(header.name).\(parts[0].drop { $0 == " " })", parts[1].drop { $0 == "\"" }.prefix { $0 != "\"" })
      }
    }
  }

  private static func captured(_ run: RecordedRun, _ contract: Contract) -> [(String, String)] {
    run.observations.flatMap { observation -> [(String, String)] in
      let steps = contract.scenarios.flatMap(\.steps).filter { $0.operation == observation.operation }
      let outputs = steps.flatMap(\.outputs).filter(\.isSecret)
      guard !outputs.isEmpty else { return [] }
      return exchanges(of: observation).flatMap { exchange -> [(String, String)] in
        var scope = Scope()
        scope.exchange = exchange
        return outputs.compactMap { output in
          guard case .value(let value) = output.expression.evaluate(in: scope) else { return nil }
          return (output.name, value.string ?? value.text)
        }
      }
    }
  }

  private static func exchanges(of observation: Observation) -> [Exchange] {
    switch observation.content {
    case .exchange(let exchange): [exchange]
    case .poll(let poll): poll.answers.map(\.exchange)
    case .stream, .absent: []
    }
  }
}
