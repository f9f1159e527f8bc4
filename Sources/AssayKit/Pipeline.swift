import AssayReport

/// A system of continuous integration for which `assay init` writes a pipeline.
public enum Pipeline: String, CaseIterable, Sendable {
  case github, gitlab

  /// The pipeline as a file of the project. It installs this release of Assay and verifies the contracts in
  /// `assay.json`.
  public var file: ProjectDraft.File {
    switch self {
    case .github: ProjectDraft.File(path: ".github/workflows/assay.yml", text: Self.githubText)
    case .gitlab: ProjectDraft.File(path: ".gitlab-ci.yml", text: Self.gitlabText)
    }
  }

  /// The steps of a GitHub job that install Assay, run it and show its JUnit report.
  public static let githubSteps = """
    - uses: \(assayRepository)@v\(assayVersion)
    - run: assay verify --wait 60s --report github=-
    - uses: mikepenz/action-junit-report@v5
      if: always()
      with: { report_paths: reports/assay.xml }
    """

  private static let githubText = """
    name: Contract

    on: [push, pull_request]

    permissions:
      contents: read
      checks: write

    jobs:
      contract:
        runs-on: ubuntu-latest
        steps:
          - uses: actions/checkout@v4
          # Start the backend here, in the background; --wait waits for it.
    \(githubSteps.split(separator: "\n").map { "      \($0)" }.joined(separator: "\n"))

    """

  private static let gitlabText = """
    include:
      - remote: https://github.com/\(assayRepository)/releases/download/v\(assayVersion)/gitlab.yml

    contract:
      extends: .assay
      variables:
        ASSAY_VERSION: \(assayVersion)
      # Start the backend as a service of this job, or in before_script; --wait waits for it.

    """
}
