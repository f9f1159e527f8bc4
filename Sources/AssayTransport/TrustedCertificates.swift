import CCurl

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// The file of certificate authorities that servers are checked against when no other is given.
///
/// The system's libcurl has the path built in. A statically linked one runs on many systems and has none, so the usual
/// paths are tried.
enum TrustedCertificates {
  /// The path of the file that is set as libcurl's certificate authorities; `nil` if libcurl chooses.
  static let file: String? = file(
    named: getenv("SSL_CERT_FILE").map { String(cString: $0) },
    isBuiltIn: isBuiltIn,
    isReadable: { access($0, R_OK) == 0 }
  )

  /// The text of the error for a system without any certificate authority.
  static let missing =
    "no trusted certificates were found: install the package ca-certificates, or name a file by --cacert or SSL_CERT_FILE"

  /// True if neither the environment, libcurl nor any usual place names a certificate authority.
  static var areMissing: Bool { file == nil && !isBuiltIn }

  /// The file that `name`, the value of `SSL_CERT_FILE`, names; else, unless libcurl has a place built in, the first
  /// usual place that is readable.
  static func file(named name: String?, isBuiltIn: Bool, isReadable: (String) -> Bool) -> String? {
    if let name, !name.isEmpty { return name }
    return isBuiltIn ? nil : places.first(where: isReadable)
  }

  private static var isBuiltIn: Bool { assay_has_authorities() != 0 }

  /// The paths at which Linux distributions keep the file of certificate authorities, the most common first.
  static let places = [
    "/etc/ssl/certs/ca-certificates.crt",  // Debian, Ubuntu, Arch, Gentoo
    "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora, RHEL, Amazon Linux
    "/etc/ssl/ca-bundle.pem",  // openSUSE
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // RHEL 7 and newer
    "/etc/ssl/cert.pem",  // Alpine
  ]
}
