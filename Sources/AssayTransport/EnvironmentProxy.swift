#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Whether the environment names a proxy, as libcurl reads it.
enum EnvironmentProxy {
  static let isSet = names.contains { getenv($0) != nil }

  private static let names: [String] = ["http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
}
