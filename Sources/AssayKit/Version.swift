/// The version of Assay, shown in reports and by `--version`.
public let assayVersion = "0.1.0"
