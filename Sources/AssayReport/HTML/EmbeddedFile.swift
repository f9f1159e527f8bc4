import AssayHTTP
import AssayText

/// A style or script in a separate file that is built into the program.
struct EmbeddedFile: Sendable {
  let text: String
  /// The hash of the file, by which a page's Content Security Policy allows it: `sha256-…` (Content Security Policy
  /// Level 3, section 2.3.1).
  let hash: String

  private init(_ bytes: [UInt8]) {
    text = String(decoding: bytes, as: UTF8.self)
    hash = "sha256-" + Base64.encode(SHA256.digest(of: bytes))
  }

  /// The style of every page.
  static let reportStyle = EmbeddedFile(PackageResources.report_css)
  /// The script that filters the page written by `--report html=FILE`.
  static let reportScript = EmbeddedFile(PackageResources.report_js)
}
