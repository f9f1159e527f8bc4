import AssayContract
import AssayFaults
public import AssayFindings
import AssayHTTP
import AssayJSON
import AssayLint
import AssayMock
import AssayTransport

/// The options of a mock besides its contract: the flags of `assay mock`.
public struct MockOptions: Sendable {
  /// The port of each server by its name, from 0 to 65535. A free port is used for 0, and for servers without an entry.
  public var ports: [String: Int] = [:]
  /// The faults to play, by their names in ``ConformanceSuite/faults()``; faults that hide each other are rejected.
  public var faults: [String] = []
  /// The unusual but valid ways to answer, by their names in ``ConformanceSuite/variations``.
  public var variations: [String] = []
  /// True if streams are played with pauses of a millisecond instead of the contract's.
  public var isFast = false
  /// True if pages of any origin may call the mock from a browser, by the CORS protocol (WHATWG Fetch).
  public var isOpenToPages = false

  /// The folders, besides the contract's own and the Git repository around it, whose files the contract may serve.
  public var allowedFolders: [String] = []

  /// Makes options with the defaults of the command line, except that free ports are used.
  public init() {}
}

/// A fault that a mock can play, or an undocumented part that it can add.
public struct MockFault: Sendable, Hashable {
  /// The fault's name, unique in its contract: `search.results.unsorted`.
  public let name: String
  /// The operation whose answers the fault changes.
  public let operation: String
  /// A description of the fault's effect, in a sentence.
  public let about: String
  /// The level of the broken promise; `nil` if the fault only adds an undocumented part and breaks nothing.
  public let breaks: Level?
  /// The JSON Pointer of the broken promise in the contract; empty if absent.
  public let promise: String
}

/// An unusual way to answer that breaks no promise.
public struct MockVariation: Sendable, Hashable {
  /// The variation's name.
  public let name: String
  /// A description of the variation's effect, in a sentence.
  public let about: String
}

/// A contract being served on this machine; it serves until ``stop()`` is called.
public final class MockBackend: Sendable {
  private let server: MockServer
  /// The base URL of each server, in the contract's order.
  public let servers: [(name: String, url: ServerURL)]

  init(_ server: MockServer) throws(MockError) {
    self.server = server
    servers = try server.start().map { ($0.name, ServerURL(served: $0.url)) }
  }

  /// The clients' requests so far, checked against the contract: one check per operation, one finding per fault.
  public var result: RunResult { server.result() }

  /// Closes every connection, and stops listening.
  public func stop() { server.stop() }
}

extension ConformanceSuite {
  /// Serves the contract, statefully, on loopback, and checks each request against it.
  ///
  /// `onFinding` receives each invalid request, as it happens, on the mock's own thread. Throws
  /// ``ConformanceError/strangeFile(_:service:)``, ``ConformanceError/unknownName(_:kind:nearest:)``, ``ConformanceError/clashingFaults(_:reason:)`` or
  /// ``ConformanceError/listening(reason:)``.
  public func mock(_ options: MockOptions = MockOptions(), onFinding: @escaping @Sendable (Finding) -> Void = { _ in })
    async throws(ConformanceError) -> MockBackend
  {
    let contractFiles = try files(allowing: options.allowedFolders)
    let contract = try resolved()
    var settings = MockSettings(
      ports: options.ports,
      variations: options.variations,
      pace: options.isFast ? .fast : .real,
      isOpenToPages: options.isOpenToPages,
      files: { contractFiles.read($0) },
      version: assayVersion
    )
    let secrets = ClientSecrets(of: contract)
    settings.hide = { secrets.hide($0, of: $1, path: $2) }
    settings.decode = { request, limit in RequestRefusal.decoded(request, limit) }
    do throws(MockError) {
      let faults = options.faults.isEmpty ? [] : try await Faults.named(options.faults, in: contract)
      return try MockBackend(
        MockServer(contract: contract, settings: settings, playing: faults.map(\.played), onFinding: onFinding)
      )
    } catch { throw ConformanceError(error) }
  }

  /// Returns the faults that a mock of the contract can play: at least one for every `must`, except those that
  /// ``musts(withoutFaultIn:)`` gives.
  public func faults() async -> [MockFault] {
    await Faults.all(of: contract).map { fault in
      MockFault(
        name: fault.name,
        operation: fault.operation,
        about: fault.about,
        breaks: fault.kind == .addition ? nil : fault.level,
        promise: fault.breaks?.pointer.description ?? ""
      )
    }
  }

  /// Returns the JSON Pointers of the promises at the level `must` that none of `faults` breaks: no single change of a
  /// mock's answer breaks them without breaking a different one.
  public func musts(withoutFaultIn faults: [MockFault]) -> [String] {
    let broken = Set(faults.map(\.promise))
    let musts = PromiseCatalogue(of: contract).promises.filter { $0.level == .must && !$0.checks.isEmpty }
    var seen: Set<String> = []
    return musts.flatMap(\.pointers).map(\.description).filter { !broken.contains($0) && seen.insert($0).inserted }
  }

  /// The unusual but valid ways in which a mock can answer.
  public static var variations: [MockVariation] {
    LegalVariation.all.map { MockVariation(name: $0.name, about: $0.about) }
  }

  /// The ports in the server URLs that the contract itself contains, by the server's name.
  public var ports: [String: Int] {
    contract.servers.reduce(into: [:]) { ports, server in ports[server.name] = HTTPURL(server.url)?.port }
  }

  /// A result without checks and findings. It contains the contract's documents, so that a single finding can be
  /// printed with its citations.
  package var resultOfNothing: RunResult {
    RunResult(
      assay: assayVersion,
      contract: contract.service,
      file: contract.file,
      outcome: .passed,
      documents: contract.documents.map { .init(name: $0.name, title: $0.title, file: $0.file) }
    )
  }
}

extension RequestRefusal {
  /// Returns the decoded body of `request`, at most `limit` bytes, or the reason why it is refused.
  static func decoded(_ request: ServerRequest, _ limit: Int) -> Result<[UInt8], RequestRefusal> {
    do throws(CodedBody.Refusal) {
      return .success(try CodedBody.decoded(request.body, request.headers, limit: limit))
    } catch {
      switch error {
      case .unknown(let coding): return .failure(.unknownCoding(coding, accepted: CodedBody.accepted))
      case .tooLarge: return .failure(RequestRefusal(413, "The decompressed body is larger than \(limit) bytes."))
      case .malformed(let detail): return .failure(RequestRefusal(400, "The body cannot be read: \(detail)."))
      }
    }
  }
}
