public import AssayFindings
import AssayHTTP
import AssayText

/// The options of a run besides its contract: the flags of `assay verify`.
public struct VerifyOptions: Sendable {
  /// URLs that replace those of the contract's servers, by the server's name.
  public var servers: [String: ServerURL] = [:]
  /// The fields sent with every request; of several with one name, the last is sent.
  public var headers: [HeaderField] = []
  /// The selection of the checks that the run makes.
  public var selection = CheckSelection()
  /// The limits of a run's waiting, reading and concurrency.
  public var limits = RunLimits()
  /// The duration of each check in an earlier run, by which a run is divided into parts of about equal duration. They
  /// must be the same for all parts of a run.
  public var timings: Timings?
  /// True if the run ends with the first check that fails.
  public var failsFast = false
  /// The maximum number of requests per second; `nil` for no limit.
  public var rate: Int?
  /// The known faults, which do not fail their checks; `nil` if absent.
  public var baseline: FindingBaseline?
  /// The environment, the state of the contract and the CI job, as shown in reports.
  public var origin = RunOrigin()
  /// Receives the transcript of each step, by the check's id, with secrets replaced. It is called on any thread.
  public var transcribe: (@Sendable (_ check: String, _ transcript: String) -> Void)?
  /// The folders, besides the contract's own and the Git repository around it, whose files the contract may send.
  public var allowedFolders: [String] = []
  /// The settings of probes, calls derived from the contract in addition to its scenarios; `nil` for no probes.
  public var probes: ProbeOptions?
  /// True if a broken `should` fails its check.
  public var strict = false
  /// The trusted server certificates, and the client's own certificate.
  public var tls = TLSOptions()

  /// Makes options with the defaults of the command line.
  public init() {}
}

/// The certificates that a run trusts, and the client certificate it presents. Files are in PEM.
public struct TLSOptions: Hashable, Sendable {
  /// A file of certificates to trust, instead of the system's.
  public var caFile: String?
  /// A file with the client's certificate.
  public var certificateFile: String?
  /// A file with the key of ``certificateFile``.
  public var keyFile: String?
  /// True if any certificate is accepted. This is insecure: the server may not be the backend.
  public var isInsecure = false

  /// Makes options that trust the system's certificates and present no client certificate.
  public init() {}
}

/// The settings of probes: different valid requests, and requests that are invalid in one way.
public struct ProbeOptions: Sendable {
  /// The maximum number of probes of one contract, from 1, divided evenly among operations.
  public var most = 300
  /// The seed of values that are not in the contract; the same seed makes the same values.
  public var seed: UInt64 = 0
  /// True if operations called with PUT, PATCH or DELETE are probed even though the contract does not allow it.
  public var isUnsafe = false

  /// Makes options with the defaults of the command line.
  public init() {}
}

/// The address of a contract's server: an absolute `http` or `https` URL without a fragment, to whose path those of
/// operations are appended.
public struct ServerURL: Sendable, Hashable, CustomStringConvertible {
  /// The URL as given; the user and password in it are secret, and no report shows them.
  public let description: String

  /// Makes a URL from `text`, without changing it; returns `nil` if it is not such a URL.
  ///
  /// A `${NAME}` in the URL is read from the environment when a run begins, and never shown.
  public init?(_ text: String) {
    // A path after a `#` would never be sent (RFC 3986 section 3.5).
    guard !text.contains("#"), text.contains("${") || HTTPURL(text) != nil else { return nil }
    description = text
  }

  /// Makes the URL of a mock server that runs in this process; `url` is valid.
  init(served url: String) { description = url }
}
