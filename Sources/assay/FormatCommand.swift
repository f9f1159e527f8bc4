import AssayKit

/// The command `assay fmt`, which formats contracts, and converts between JSON and YAML.
enum FormatCommand {
  static let syntax = CommandSyntax(
    name: "fmt",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "Format contracts, or convert JSON to YAML and back; comments are kept.",
    details: """
      Each file with a different format is rewritten. A file is YAML if its name ends in .yaml or .yml, otherwise JSON,
      which may have comments. With -o, paths in the contract are adjusted to the new place.
      Exit status: 0 formatted, or nothing to do; 1 with --check, a file has a different format; 2 invalid arguments, or a
      file that cannot be read; 3 a file could not be written.
      """,
    flags: [
      Flag(
        name: "-o",
        value: "FILE",
        help: "The output of one contract, JSON or YAML by its name; - is standard output."
      ),
      Flag(name: "--check", help: "Write nothing; list the files with a different format."),
    ],
    examples: [
      "assay fmt contracts/*.json",
      "assay fmt --check contracts/*.json",
      "assay fmt api.json -o api.yaml",
    ],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let paths = arguments.contracts
    if let target = arguments.one("-o") {
      guard paths.count == 1, !arguments.has("--check") else {
        throw ParsedArguments.Mistake(message: "-o FILE takes one contract, and no --check")
      }
      let place = OutputPlace(flag: "-o \(target)", content: "the contract", path: target)
      try [place].checkClashes(with: arguments)
      let isYAML = place.isStandardOutput ? ConformanceSuite.isYAML(paths[0]) : ConformanceSuite.isYAML(target)
      let text = try ConformanceSuite.formatted(contentsOf: paths[0], asYAML: isYAML, for: target)
      guard [place].prepare(), place.write(text) else { return .unverified }
      place.noteFilesOutOfReach()
      return .success
    }
    var status = ExitStatus.success
    for path in paths {
      let text = try ConformanceSuite.formatted(contentsOf: path, asYAML: ConformanceSuite.isYAML(path))
      if let bytes = try? FileAccess.read(path), bytes.elementsEqual(text.utf8) { continue }
      if arguments.has("--check") {
        Terminal.print("\(path) is not formatted")
        status = .failure
        continue
      }
      guard OutputPlace(flag: path, content: "the contract", path: path, isUpdate: true).write(text) else {
        return .unverified
      }
      Terminal.print("\(path) is formatted")
    }
    return status
  }
}
