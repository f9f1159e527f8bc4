import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Synchronization
import Testing

/// HTTP Digest: the transport is handed user and password, and nothing shows them.
@Suite(.timeLimit(.minutes(1)))
struct LiveSourceSecurityTests {
  private static let contract = #"""
    { "contract": "1", "service": "cameras", "title": "Cameras", "servers": { "api": { "url": "http://api.test" } },
      "variables": { "password": { "default": "a-digest-password-1", "secret": true } },
      "securitySchemes": { "operator": { "type": "http", "scheme": "digest",
        "credentials": { "username": "site operator", "password": "$variables.password" } } },
      "security": [ { "operator": [] } ],
      "operations": {
        "list": { "request": { "method": "GET", "path": "/cameras" }, "responses": { "200": {} } },
        "open": { "request": { "method": "GET", "path": "/open" }, "responses": { "200": {} }, "security": [] } },
      "scenarios": { "all": { "steps": [ { "operation": "list" }, { "operation": "open" } ] } } }
    """#

  /// Answers each call with a status, after a challenge where the request has credentials of HTTP Digest.
  private final class Cameras: Transport {
    let status: Int
    let seen = Mutex<[DigestCredentials?]>([])
    init(_ status: Int) { self.status = status }

    func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd {
      seen.withLock { $0.append(request.digest) }
      let code = request.digest == nil ? 200 : status
      _ = receiver.receive(head: HTTPResponseHead(status: code), at: .zero)
      var end = TransferEnd(.complete)
      end.wasChallenged = request.digest != nil
      return end
    }
  }

  private static func run(_ cameras: Cameras) async throws -> (RunResult, [Observation]) {
    let contract = try ContractLoader.load(bytes: Array(contract.utf8), file: "cameras.json")
    let recorded = Mutex<[Observation]>([])
    let result = await Verifier(
      contract: contract,
      settings: RunSettings(jobs: 1),
      transport: cameras,
      vault: SecretVault(of: contract),
      files: { _ in nil },
      record: { observation in recorded.withLock { $0.append(observation.value) } }
    ).run(version: "", started: "").value
    return (result, recorded.withLock { $0 })
  }

  @Test func credentialsAreHandedOverAndNotShown() async throws {
    let cameras = Cameras(200)
    let (result, observations) = try await Self.run(cameras)
    #expect(result.outcome == .passed, "\(result.findings)")
    let digest = DigestCredentials(user: "site operator", password: "a-digest-password-1")
    #expect(cameras.seen.withLock { $0 } == [digest, nil])
    #expect(!"\(observations)".contains("a-digest-password-1"))
    let recording = HARWriter.write(
      [
        RecordedRun(
          service: "cameras",
          started: .init(millisecondsSinceEpoch: 0),
          servers: [],
          observations: observations
        )
      ],
      version: "0"
    )
    #expect(recording.contains("\"challenged\": true") || recording.contains("\"challenged\":true"))
    #expect(!recording.contains("a-digest-password-1"))
  }

  /// The first 401 is not a finding. The one after it is, and says that the credentials were refused.
  @Test func aRefusalSaysThatTheChallengeWasAnswered() async throws {
    let (result, _) = try await Self.run(Cameras(401))
    #expect(result.findings.map(\.rule) == [.status])
    let details = result.findings.flatMap(\.details).map(\.text)
    #expect(details.contains("sent again with HTTP Digest credentials after the challenge, and refused"))
    let command = result.checks.first?.command ?? ""
    #expect(command.contains("--digest -u 'site operator:'\"$"), "\(command)")
    #expect(!"\(result)".contains("a-digest-password-1"))
    #expect(result.checks.first?.transcript.contains("401, which asked for HTTP Digest; sent again") == true)
  }
}

/// Credentials that nobody gave: a call goes out without them.
@Suite(.timeLimit(.minutes(1)))
struct UnknownCredentialsTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "variables": {
        "token": { "default": "${API_TOKEN}", "secret": true, "placeholder": "no-known-value" },
        "key": { "default": "${API_KEY}", "secret": true, "placeholder": "no-known-value" } },
      "securitySchemes": {
        "bearer": { "type": "http", "scheme": "bearer", "credentials": { "token": "$variables.token" } },
        "key": { "type": "apiKey", "in": "header", "name": "X-Key", "credentials": { "value": "$variables.key" } } },
      "security": [ { "bearer": [] }, { "key": [] } ],
      "operations": { "list": { "request": { "method": "GET", "path": "/items" }, "responses": { "200": {} } } },
      "scenarios": { "all": { "steps": [ { "operation": "list" } ] } } }
    """#

  /// Runs the contract against a server that answers `status`; returns also the credentials it received.
  private static func run(_ status: Int, _ known: [String: String] = [:], headers: [SentField] = []) async throws
    -> (check: CheckResult?, sent: [String])
  {
    var contract = try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json")
    for index in contract.variables.indices {
      contract.variables[index].given = known[contract.variables[index].name].map { .string($0) }
      contract.variables[index].isUnset = contract.variables[index].given == nil
    }
    let received = Mutex<[String]>([])
    let backend = Backend(seeing: { request, _, _ in
      let fields = request.headers.filter { $0.isNamed("Authorization") || $0.isNamed("X-Key") }
      received.withLock { $0 += fields.map(\.value) }
      return .answer(status, "")
    })
    let result = await Verifier(
      contract: contract,
      settings: RunSettings(),
      headers: headers,
      transport: backend,
      vault: SecretVault(of: contract),
      files: { _ in nil }
    ).run(version: "", started: "").value
    return (result.checks.first, received.withLock { $0 })
  }

  @Test func aServerThatNeedsNoneIsJudged() async throws {
    let (check, sent) = try await Self.run(200)
    #expect(check?.status == .passed)
    #expect(sent.isEmpty)
  }

  @Test(arguments: [401, 403]) func aRefusalSaysHowToGiveThem(_ status: Int) async throws {
    let (check, sent) = try await Self.run(status)
    #expect(check?.status == .error)
    let reason = "needs credentials: without any it was answered \(status); give them with API_TOKEN in the environment"
    #expect(check?.reason.contains(reason) == true, "\(check?.reason ?? "")")
    #expect(sent.isEmpty)
  }

  /// No other status is about credentials.
  @Test(arguments: [400, 404, 422, 500]) func anyOtherStatusIsAFault(_ status: Int) async throws {
    #expect(try await Self.run(status).check?.status == .failed)
  }

  @Test func theAlternativeThatIsKnownIsSent() async throws {
    let (check, sent) = try await Self.run(200, ["key": "a-known-key"])
    #expect(check?.status == .passed)
    #expect(sent == ["a-known-key"])
    #expect(try await Self.run(200, ["key": "a-known-key", "token": "a-known-token"]).sent == ["Bearer a-known-token"])
  }

  @Test func knownOnesThatAreRefusedAreAFault() async throws {
    #expect(try await Self.run(401, ["token": "a-known-token"]).check?.status == .failed)
    let field = SentField(HTTPHeader("Authorization", "Bearer another-token"))
    let (check, sent) = try await Self.run(401, headers: [field])
    #expect(check?.status == .failed)
    #expect(sent == ["Bearer another-token"])
  }
}
