import AssayContract
import AssayFaults
public import AssayFindings
import AssayHTTP
import AssayJSON
import AssayLint
import AssayMock
import AssayTransport

/// Options of a mock beyond its contract; the flags of `assay mock`.
public struct MockOptions: Sendable {
  /// The port of each server by its name, from 0 to 65535; a free one for 0, and for a server that is not named.
  public var ports: [String: Int] = [:]
  /// The faults to play, by the names ``ConformanceSuite/faults()`` gives; those that hide one another are refused.
  public var faults: [String] = []
  /// The unusual but legal ways to answer, by the names ``ConformanceSuite/variations`` gives.
  public var variations: [String] = []
  /// Plays streams with pauses of a millisecond, in place of those of the contract.
  public var isFast = false
  /// Lets pages of any origin call it from a browser, as the CORS protocol asks (WHATWG Fetch).
  public var isOpenToPages = false

  /// Folders, besides the contract's own and the Git repository around it, whose files the contract may serve.
  public var allowedFolders: [String] = []

  /// Makes options with the defaults of the command line, but for the ports, which are free ones.
  public init() {}
}

/// One thing a mock can be told to do wrong, or to add.
public struct MockFault: Sendable, Hashable {
  /// Its name, unique in its contract: `search.results.unsorted`.
  public let name: String
  /// The operation whose answers it changes.
  public let operation: String
  /// A description of the fault's effect, in a sentence.
  public let about: String
  /// The level of the promise it breaks; `nil` where it adds an undocumented part, and breaks nothing.
  public let breaks: Level?
  /// The JSON Pointer of that promise in the contract; empty where it breaks none.
  public let promise: String
}

/// An unusual way to answer that breaks no promise.
public struct MockVariation: Sendable, Hashable {
  /// Its name.
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

  /// The clients' requests so far, checked against the contract: a check an operation, a finding a fault.
  public var result: RunResult { server.result() }

  /// Closes every connection, and listens no longer.
  public func stop() { server.stop() }
}

extension ConformanceSuite {
  /// Serves the contract, statefully, on loopback, and holds each request against it.
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

  /// The promises at the level `must` that none of `faults` breaks, by their JSON Pointers in the contract: those no single
  /// change of an answer of the mock breaks without breaking another.
  public func musts(withoutFaultIn faults: [MockFault]) -> [String] {
    let broken = Set(faults.map(\.promise))
    let musts = PromiseCatalogue(of: contract).promises.filter { $0.level == .must && !$0.checks.isEmpty }
    var seen: Set<String> = []
    return musts.flatMap(\.pointers).map(\.description).filter { !broken.contains($0) && seen.insert($0).inserted }
  }

  /// The unusual but legal ways in which a mock can answer.
  public static var variations: [MockVariation] {
    LegalVariation.all.map { MockVariation(name: $0.name, about: $0.about) }
  }

  /// The ports the contract's own URLs name, by server.
  public var ports: [String: Int] {
    contract.servers.reduce(into: [:]) { ports, server in ports[server.name] = HTTPURL(server.url)?.port }
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
}

extension RequestRefusal {
  /// The body of `request` with its coding undone, `limit` bytes at most, or why it is refused.
  static func decoded(_ request: ServerRequest, _ limit: Int) -> Result<[UInt8], RequestRefusal> {
    do throws(CodedBody.Refusal) {
      return .success(try CodedBody.decoded(request.body, request.headers, limit: limit))
    } catch {
      switch error {
      case .unknown(let coding): return .failure(.unknownCoding(coding, accepted: CodedBody.accepted))
      case .tooLarge: return .failure(RequestRefusal(413, "The body unfolds to more than \(limit) bytes."))
      case .malformed(let detail): return .failure(RequestRefusal(400, "The body cannot be read: \(detail)."))
      }
    }
  }
}
