import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation

/// What every scenario of a run shares.
struct RunContext: Sendable {
  var contract: Contract
  var settings: RunSettings
  /// Fields sent with every request, their values already tokens.
  var headers: [HTTPHeader]
  var transport: any Transport
  var vault: SecretVault
  var files: @Sendable (String) -> [UInt8]?
  var record: (@Sendable (Observation) -> Void)?
  var emit: @Sendable (RunEvent) -> Void
  let health = ServerHealth()

  /// Where the run finds `server`.
  func baseURL(of server: String) -> String {
    settings.servers[server] ?? contract.servers.first { $0.name == server }?.url ?? ""
  }

  /// Sends `request` with its secrets in, and gives back what came with its secrets out.
  ///
  /// `learn` sees the answer as it came, to keep secrets it brings, before anyone else does.
  func exchange(
    _ request: HTTPRequest,
    _ parameters: RequestParameters,
    limits: TransferLimits,
    learn: (Exchange) -> Void
  ) async -> Exchange {
    let collector = ResponseCollector()
    let end = await transport.send(vault.reveal(request), limits: limits, to: collector)
    var response = collector.response
    if let raw = response {
      learn(Exchange(request: request, parameters: parameters, response: raw, end: end))
      response = HTTPResponse(head: vault.conceal(raw.head), body: vault.conceal(raw.body))
    }
    return Exchange(request: request, parameters: parameters, response: response, end: vault.conceal(end))
  }
}

extension SecretVault {
  /// The end with every secret taken out of what the network layer said.
  func conceal(_ end: TransferEnd) -> TransferEnd {
    var concealed = end
    concealed.detail = conceal(end.detail)
    return concealed
  }
}
