import AssayKit

/// The flags of commands that read contracts and documents but make no calls.
enum DocumentFlags {
  static let flags =
    RunFlags.flags.filter { names.contains($0.name) } + [
      Flag(name: "--verbose", help: "List what a draft of a document does not carry over.")
    ]

  private static let names: Set<String> = [
    "--header", "--header-command", "--timeout", "--cacert", "--cert", "--key", "--insecure", "--allow-files",
  ]

  /// Returns the options set by the flags.
  static func options(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> VerifyOptions {
    try RunFlags.options(arguments)
  }
}
