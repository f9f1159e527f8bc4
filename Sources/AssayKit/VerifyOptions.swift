public import AssayFindings
import AssayHTTP

/// The options of a run besides its contract: the flags of `assay verify`.
public struct VerifyOptions: Sendable {
  /// URLs that replace those of the contract's servers, by the server's name.
  public var servers: [String: ServerURL] = [:]
  /// Fields sent with every request; of those with one name, the last is sent.
  public var headers: [HeaderField] = []
  /// The checks that are made.
  public var selection = CheckSelection()
  /// The limits of a run's waiting, reading and concurrency.
  public var limits = RunLimits()
  /// The duration of each check in an earlier run: parts are made to take about as long. The same for all parts of a
  /// run.
  public var timings: Timings?
  /// True if the run ends with the first check that fails.
  public var failsFast = false
  /// The most requests a second; `nil` for as many as come.
  public var rate: Int?
  /// The faults that are known and fail nothing.
  public var baseline: FindingBaseline?
  /// The environment, the state of the contract and the CI job, which reports name.
  public var origin = RunOrigin()
  /// Told what was on the wire for each step, secrets replaced, by the check's id; from any thread.
  public var transcribe: (@Sendable (_ check: String, _ transcript: String) -> Void)?
  /// Folders, besides the contract's own and the Git repository around it, whose files the contract may send.
  public var allowedFolders: [String] = []
  /// The calls besides the scenarios, derived from the contract; `nil` for none.
  public var probes: ProbeOptions?
  /// True if a broken `should` fails its check.
  public var strict = false
  /// The certificates of both sides.
  public var tls = TLSOptions()

  /// Makes options with the defaults of the command line.
  public init() {}
}

/// The certificates that a run trusts, and the one it shows. Files are in PEM.
public struct TLSOptions: Hashable, Sendable {
  /// A file of certificates to trust, in place of the system's.
  public var caFile: String?
  /// A file with the client's certificate.
  public var certificateFile: String?
  /// A file with the key of ``certificateFile``.
  public var keyFile: String?
  /// Accepts any certificate: the server may not be the backend.
  public var isInsecure = false

  /// Trusts what the system trusts, and shows no certificate.
  public init() {}
}

/// The settings of probes: other requests that are right, and ones that are wrong in one way.
public struct ProbeOptions: Sendable {
  /// The most probes of one contract, from 1; of each operation as many as of the next.
  public var most = 300
  /// The seed of values that the contract does not name; the same seed makes the same values.
  public var seed: UInt64 = 0
  /// True if operations called with PUT, PATCH or DELETE are probed even though the contract does not allow it.
  public var isUnsafe = false

  /// Makes options with the defaults of the command line.
  public init() {}
}

/// The address of a contract's server: an absolute `http` or `https` URL without a fragment, paths of operations
/// appended to its own.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL as it was given; user and password in it are secret, and no report shows them.
  public let description: String

  /// Takes `text` as it stands; `nil` where it is no such URL.
  ///
  /// A `${NAME}` in it is taken from the environment when a run begins, and never shown.
  public init?(_ text: String) {
    // A path after a `#` would never be sent (RFC 3986 section 3.5).
    guard !text.contains("#"), text.contains("${") || HTTPURL(text) != nil else { return nil }
    description = text
  }

  /// The URL of a server of our own.
  init(served url: String) { description = url }
}
