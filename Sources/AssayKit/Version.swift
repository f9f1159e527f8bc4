/// The version reports and `--version` name.
public let assayVersion = "0.1.0"

/// The repository that publishes Assay, `OWNER/NAME` on GitHub. The owner's decision: the Makefile reads it here; `action.yml`,
/// `.ci/install.sh` and `.ci/gitlab.yml` name it also, and a test compares them.
public let assayRepository = "OWNER/assay"
