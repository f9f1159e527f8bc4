import AssayKit

/// The flags of commands that read contracts and documents, and run nothing.
enum DocumentFlags {
  static let flags =
    RunFlags.flags.filter { names.contains($0.name) } + [
      Flag(name: "--verbose", help: "List what a draft of a document does not carry over.")
    ]

  private static let names: Set<String> = [
    "--header", "--header-command", "--timeout", "--cacert", "--cert", "--key", "--insecure", "--allow-files",
  ]

  /// The options the flags ask for.
  static func options(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> VerifyOptions {
    try RunFlags.options(arguments)
  }
}
