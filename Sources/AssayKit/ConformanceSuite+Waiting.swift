import AssayContract
import AssayHTTP
import AssaySecrets
import AssayText
import AssayTransport
import AssayVerifier

extension ConformanceSuite {
  /// Waits until all called servers answer, at most `limit`; returns the names of those that do not.
  ///
  /// A server is up when its health operation answers with a status below 500. That is a GET without parameters named
  /// `health` or whose path ends that way. A server without a health operation is up when it answers at all. Throws the
  /// errors of ``check(_:)``.
  public func wait(_ limit: Duration, _ options: VerifyOptions = VerifyOptions()) async throws(ConformanceError)
    -> [String]
  {
    let secrets = try RunSecrets(contract: try resolved(), options: options, environment: environmentValue).secrets
    let curl = CurlTransport(options: options.curl)
    defer { curl.shutdown() }
    let clock = ContinuousClock()
    let end = clock.now + limit
    let called = Set(plan(options).compactMap { contract.operation(named: $0.operation)?.server })
    var waiting = contract.servers.map(\.name).filter(called.contains)
    while true {
      var silent: [String] = []
      for server in waiting {
        let left = min(.seconds(5), max(.milliseconds(100), end - clock.now))
        if await !isUp(server, options, secrets, curl, within: left) { silent.append(server) }
      }
      waiting = silent
      if waiting.isEmpty || Task.isCancelled || clock.now >= end { return waiting }
      try? await Task.sleep(for: .milliseconds(250))
    }
  }

  private func isUp(
    _ server: String,
    _ options: VerifyOptions,
    _ secrets: [Secret],
    _ curl: CurlTransport,
    within limit: Duration
  ) async -> Bool {
    let health = contract.operations.first { operation in
      operation.server == server && operation.request.method == "GET" && operation.request.path.parameters.isEmpty
        && (operation.name == "health" || operation.request.path.text.hasSuffix("health"))
    }
    let base = options.servers[server]?.description ?? contract.servers.first { $0.name == server }?.url ?? ""
    var url = base + (health?.request.path.text ?? "/")
    for secret in secrets { url = url.replacing(secret.token, with: secret.value) }
    let receiver = ResponseCollector()
    let limits = TransferLimits(connect: limit, total: limit)
    _ = await curl.send(HTTPRequest(method: "GET", url: url), limits: limits, to: receiver)
    return receiver.response.map { health == nil || $0.head.status < 500 } ?? false
  }
}
