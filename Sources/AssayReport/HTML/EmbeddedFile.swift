import AssayHTTP
import AssayText

/// A style or a script that stands in a file of its own language and is built into the program.
struct EmbeddedFile: Sendable {
  let text: String
  /// What names it in a page's policy: `sha256-…` (Content Security Policy Level 3, section 2.3.1).
  let hash: String

  private init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    hash = "sha256-" + Base64.encode(SHA256.digest(of: bytes))
  }

  /// The style of every page.
  static let reportStyle = EmbeddedFile(PackageResources.report_css)
  /// The filter of the page `--report html=FILE` writes.
  static let reportScript = EmbeddedFile(PackageResources.report_js)
  /// The tables of the drift page.
  static let driftStyle = EmbeddedFile(PackageResources.drift_css)
}
