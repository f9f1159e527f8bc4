/// The version reports and `--version` name.
public let assayVersion = "0.1.0"
