import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText
import AssayVerifier
import Foundation
import Synchronization
import TestKit
import Testing

/// What is green was kept: no promise unjudged in silence, no `must` hidden, no fault told twice or of the wrong answer.
///
/// A case of `fixtures/kept` is a contract, the answers a backend gives, in order, by method and path, and the verdict.
struct KeptTests {
  @Test(arguments: try Fixtures.folders("kept"))
  func comesToTheVerdict(_ name: String) async throws {
    let folder = Repository.fixtures.appending(path: "kept/\(name)")
    func bytes(_ file: String) throws -> [UInt8] { try Repository.bytes(folder.appending(path: file)) }
    let contract = try ContractLoader.load(bytes: try bytes("contract.json"), file: "contract.json")
    let answers = try JSONDocument(parsing: try bytes("answers.json")).root
    let observations = Mutex<[Observation]>([])
    let ended = Mutex<[String]>([])
    let verifier = Verifier(
      contract: contract,
      settings: RunSettings(jobs: 1),
      transport: ScriptedTransport(answers),
      vault: SecretVault(of: contract),
      files: { _ in nil },
      record: { observation in observations.withLock { $0.append(observation.value) } },
      emit: { event in
        guard case .checkEnded(let check, _) = event.value else { return }
        ended.withLock { $0.append("\(check.id) \(check.status)") }
      }
    )
    let result = await verifier.run(version: "", started: "").value
    try Golden.expect(Self.told(result), folder.appending(path: "expected.txt"))
    // Each check is told of once, and with the verdict it keeps.
    #expect(ended.withLock { $0.sorted() } == result.checks.map { "\($0.id) \($0.status)" }.sorted())
    let log = try Self.recording(observations.withLock { $0 }, of: contract)
    #expect(Self.told(await Self.replayed(log, contract)) == Self.told(result))
    // Machines that share the run come to the same together, whatever each of them saw of a route.
    for count in 2...3 {
      let parts = await Self.parts(count, of: log, contract)
      #expect(Self.told(RunResult(parts.reversed(), assay: "")) == Self.told(result), "\(count) parts")
    }
  }

  /// The run's recording, written and read back.
  private static func recording(_ observations: [Observation], of contract: Contract) throws -> HARLog {
    let started = try #require(DateTime("2024-01-15T10:30:00.000Z"))
    let servers = contract.servers.map { RecordedRun.Server(name: $0.name, url: $0.url) }
    let run = RecordedRun(
      service: contract.service,
      started: started,
      servers: servers,
      observations: observations
    )
    return try HARReader.read(Array(HARWriter.write([run], version: "0.0.0").utf8))
  }

  private static func replayed(_ log: HARLog, _ contract: Contract, _ shard: Shard? = nil) async -> RunResult {
    var settings = RunSettings(jobs: 1)
    settings.selection.shard = shard
    return await Verifier(replaying: Replay(of: log, against: contract), settings: settings).run(
      version: "",
      started: ""
    ).value
  }

  private static func parts(_ count: Int, of log: HARLog, _ contract: Contract) async -> [RunPart] {
    var parts: [RunPart] = []
    for index in 1...count {
      if let part = await replayed(log, contract, Shard(index, of: count)).part { parts.append(part) }
    }
    return parts
  }

  private static func told(_ result: RunResult) -> String {
    let counts = result.promises
    var lines = [
      "\(result.outcome.rawValue): \(counts.kept) kept, \(counts.broken) broken, \(counts.vacuous) vacuous, "
        + "\(counts.blocked) blocked"
    ]
    lines += result.checks.map { "\($0.status.rawValue) \($0.id)\($0.reason.isEmpty ? "" : ": \($0.reason)")" }
    lines += result.findings.map { finding in
      let places = ([finding.place] + finding.alsoAt).map(\.description).joined(separator: ", ")
      return "\(finding.level.rawValue) \(finding.check) \(finding.rule) at \(places): \(finding.message)"
    }
    lines += result.unjudged.map {
      "\($0.kind.rawValue) \($0.level.rawValue) \($0.check): \($0.promise): \($0.explanation)"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}

/// Answers from a table: for each method and path the next one, and the last one ever after. One with the status
/// `none` has no header section.
private final class ScriptedTransport: Transport {
  private let answers: JSONValue
  private let counts = Mutex<[String: Int]>([:])

  var isInstant: Bool { true }

  init(_ answers: JSONValue) { self.answers = answers.detached }

  func send(_ request: HTTPRequest, limits: TransferLimits, to receiver: any TransferReceiver) async -> TransferEnd {
    let path = request.url.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: true).last ?? ""
    let key = "\(request.method) /\(path)"
    let count = counts.withLock { counts in
      counts[key, default: 0] += 1
      return counts[key, default: 1] - 1
    }
    guard let all = answers[key], let answer = all[min(count, all.count - 1)] else {
      _ = receiver.receive(head: HTTPResponseHead(status: 404), at: .zero)
      return TransferEnd(.complete)
    }
    let body = answer["body"].map { $0.string ?? $0.text } ?? ""
    var headers = [HTTPHeader("Content-Type", answer["type"]?.string ?? "application/json")]
    if let fields = answer["headers"] {
      for field in fields.members { headers.append(HTTPHeader(field.key, field.value.string ?? "")) }
    }
    if answer["status"]?.string != "none" {
      let head = HTTPResponseHead(status: answer["status"]?.int ?? 200, headers: headers)
      _ = receiver.receive(head: head, at: .zero)
    }
    if !body.isEmpty { _ = receiver.receive(chunk: Array(body.utf8), at: .zero) }
    let took = answer["took"]?.string.flatMap(Duration.init(written:)) ?? .zero
    let reason = answer["end"]?.string.flatMap(TransferEnd.Reason.init) ?? .complete
    return TransferEnd(reason, timings: TransferTimings(total: took))
  }
}
