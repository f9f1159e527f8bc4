#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The options of every transfer of a ``CurlTransport``.
package struct CurlOptions: Hashable, Sendable {
  /// The certificates to trust, as a PEM file; `nil` for `SSL_CERT_FILE`, then the system's.
  package var caFile: String?
  /// The certificate to present if the server asks for one, as a PEM file.
  package var certificateFile: String?
  /// The private key of that certificate, as a PEM file.
  package var keyFile: String?
  /// True if any certificate is accepted. The command prints a warning then.
  package var isInsecure: Bool
  /// The proxy for every request, including loopback. If `nil`, the environment's proxy is used (`http_proxy`,
  /// `https_proxy`, `no_proxy`, …), but never for loopback hosts.
  package var proxy: String?
  /// A Unix domain socket to connect to instead of the URL's host.
  package var unixSocket: String?
  /// The `User-Agent` of requests that do not set one.
  package var userAgent: String
  /// The most concurrent transfers, and so connections, within the system's limit on open files. Further transfers
  /// wait, and their time is not counted. A contract may ask for 256 of one step.
  package var connections: Int
  /// The number of threads, each with an event loop and connections of its own; ``connections`` are those of one thread.
  package var threads: Int
  /// The most bytes in the header sections of one response, including interim ones and trailers.
  package var headerSize: Int

  /// The default: enough for a step made 256 at a time next to other scenarios.
  package static let usualConnections = 320

  package init(
    caFile: String? = nil,
    certificateFile: String? = nil,
    keyFile: String? = nil,
    isInsecure: Bool = false,
    proxy: String? = nil,
    unixSocket: String? = nil,
    userAgent: String = "assay",
    connections: Int = usualConnections,
    threads: Int = 1,
    headerSize: Int = 1 << 20
  ) {
    self.caFile = caFile
    self.certificateFile = certificateFile
    self.keyFile = keyFile
    self.isInsecure = isInsecure
    self.proxy = proxy
    self.unixSocket = unixSocket
    self.userAgent = userAgent
    self.connections = connections
    self.threads = threads
    self.headerSize = headerSize
  }
}

/// The proxy settings of the environment, as libcurl reads them.
enum EnvironmentProxy {
  static let isSet = names.contains { getenv($0) != nil }

  private static let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
}
