import AssayHTTP
import AssayText

/// A style or a script: a file of its own language that is built into the program.
struct EmbeddedFile: Sendable {
  let text: String
  /// Its name in a page's policy: `sha256-…` (Content Security Policy Level 3, section 2.3.1).
  let hash: String

  private init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    hash = "sha256-" + Base64.encode(SHA256.digest(of: bytes))
  }

  /// The style of every page.
  static let reportStyle = EmbeddedFile(PackageResources.report_css)
  /// The filter of the page `--report html=FILE` writes.
  static let reportScript = EmbeddedFile(PackageResources.report_js)
}
