/// What a verification is asked to do beyond its contract; the flags of `assay verify`.
public struct VerifyOptions: Sendable {
  /// URLs that replace those of the contract's servers, by the server's name.
  public var servers: [String: String] = [:]
  /// Fields sent with every request, as `NAME: VALUE`. Their values are secret: no report shows them.
  public var headers: [String] = []
  /// Globs (`*`, `?`) over check ids; empty runs every check.
  public var only: [String] = []
  /// Globs over check ids to leave out.
  public var skip: [String] = []
  /// The longest time for one exchange.
  public var timeout: Duration = .seconds(30)
  /// Caps every stream and poll, whatever the contract allows.
  public var maxWait: Duration?
  /// Replaces the interval of every poll.
  public var pollEvery: Duration?
  /// How many scenarios run at once, at least 1.
  public var jobs = 4
  /// Whether a broken `should` fails its check.
  public var strict = false
  /// A file of certificates to trust, in PEM, in place of the system's.
  public var caFile: String?
  /// The client's certificate and its key, in PEM.
  public var certificateFile: String?
  /// The key of ``certificateFile``.
  public var keyFile: String?
  /// Accepts any certificate.
  public var isInsecure = false

  /// Makes options with the defaults of the command line.
  public init() {}
}
