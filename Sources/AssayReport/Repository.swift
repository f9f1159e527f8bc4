/// The repository that publishes Assay, `OWNER/NAME` on GitHub. The owner's decision: the Makefile reads it here; `action.yml`,
/// `.ci/install.sh` and `.ci/gitlab.yml` name it also, and a test compares them.
public let assayRepository = "OWNER/assay"

/// Pages of the repository that reports and help link to.
package enum RepositoryPage {
  /// The front page.
  package static let front = "https://github.com/\(assayRepository)"

  /// The page that shows the file at `path`, at one of its headings.
  package static func file(_ path: String, heading: String = "") -> String {
    "\(front)/blob/main/\(path)" + (heading.isEmpty ? "" : "#\(anchor(of: heading))")
  }

  /// The anchor that GitHub gives a heading: lower case, words joined by hyphens, without punctuation.
  private static func anchor(of heading: String) -> String {
    let kept = heading.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " || $0 == "-" || $0 == "_" }
    return kept.replacing(" ", with: "-")
  }
}
