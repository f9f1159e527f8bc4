import AssayText

/// The repository that publishes Assay, `OWNER/NAME` on GitHub, as decided by the owner. The Makefile reads it here;
/// `action.yml`, `.ci/install.sh` and `.ci/gitlab.yml` also name it, and a test compares them.
public let assayRepository = "OWNER/assay"

/// Pages of the repository that reports and help link to.
package enum RepositoryPage {
  /// The front page.
  package static let front = "https://github.com/\(assayRepository)"

  /// Returns the address of the page for the file at `path`, at one of its headings.
  package static func file(_ path: String, heading: String = "") -> String {
    "\(front)/blob/main/\(path)" + (heading.isEmpty ? "" : "#\(anchor(of: heading))")
  }

  /// The anchor that GitHub gives a heading: lower case, words joined by hyphens, without punctuation.
  private static func anchor(of heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
    return kept.replacing(" ", with: "-")
  }
}
