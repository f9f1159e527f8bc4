import AssayContract
import AssayFaults
package import AssayFindings
import AssayHTTP
package import AssayMock

extension ConformanceSuite {
  /// A mock of the contract that plays the faults of these names; files of the contract are read where it names them.
  package func mock(
    _ settings: MockSettings,
    playing faults: [String] = [],
    onFinding: @escaping @Sendable (Finding) -> Void = { _ in }
  ) async throws(MockError) -> MockServer {
    var settings = settings
    settings.files = file
    let faults = faults.isEmpty ? [] : try await Faults.named(faults, in: contract)
    return try MockServer(contract: contract, settings: settings, playing: faults.map(\.played), onFinding: onFinding)
  }

  /// A result without checks, which names the contract's documents to who prints a finding on its own.
  package var resultOfNothing: RunResult {
    RunResult(
      assay: assayVersion,
      contract: contract.service,
      file: contract.file,
      outcome: .passed,
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) }
    )
  }

  /// The ports the contract's own URLs name, by server.
  package var contractPorts: [String: Int] {
    contract.servers.reduce(into: [:]) { ports, server in ports[server.name] = HTTPURL(server.url)?.port }
  }
}
