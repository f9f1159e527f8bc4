import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import AssayVerifier
import Foundation
import AssayText
import TestKit
import Testing

/// Recordings judged without a network: those of browsers and proxies, and our own under contracts that changed since.
///
/// A case is a folder in `fixtures/har/foreign` or `fixtures/har/replay`: what is judged by what, and the verdict a
/// person has looked at.
struct ReplayTests {
  static var cases: [String] {
    get throws {
      try ["foreign", "replay"].flatMap { kind in try Fixtures.folders("har/\(kind)").map { "\(kind)/\($0)" } }
    }
  }

  private struct About: Decodable {
    var contract: String
    var recording: String
    var servers: [String: String]
  }

  @Test(arguments: try cases)
  func comesToTheVerdict(name: String) async throws {
    let place = Repository.url("fixtures/har/\(name)")
    let about = try JSONDecoder().decode(About.self, from: Data(contentsOf: place.appending(path: "about.json")))
    let contract = try ContractLoader.load(
      bytes: Array(Data(contentsOf: Repository.url(about.contract))),
      file: about.contract
    )
    let log = try HARReader.read(Array(Data(contentsOf: Repository.url(about.recording))))
    let replay = Replay(of: log, against: contract, servers: about.servers)
    let result = await Verifier(replaying: replay, settings: RunSettings(servers: about.servers))
      .run(version: "0.1.0", started: replay.started.description).value
    let text = told(result, replay)
    try Golden.expect(text, place.appending(path: "verdict.txt"))
  }

  private func told(_ result: RunResult, _ replay: Replay) -> String {
    var lines = ["\(result.outcome.rawValue), begun \(result.started)"]
    lines += result.checks.map { check in
      "\(check.status.rawValue) \(check.id) in \(check.duration)\(check.reason.isEmpty ? "" : ": \(check.reason)")"
    }
    lines += result.findings.map { "\($0.level.rawValue) \($0.check) \($0.rule) at \($0.location): \($0.message)" }
    lines += replay.unjudged.map { unjudged in
      let request = unjudged.entry.exchange.request
      return "not judged \(unjudged.entry.number): \(request.method) \(request.url): \(unjudged.reason)"
    }
    return lines.joined(separator: "\n") + "\n"
  }
}
