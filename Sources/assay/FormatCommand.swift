import AssayKit
import AssayText

/// `assay fmt`: lays contracts out, and turns JSON into YAML and back.
enum FormatCommand {
  static let syntax = CommandSyntax(
    name: "fmt",
    operands: "CONTRACT…",
    operandCount: 1...1000,
    summary: "Lay contracts out, or turn JSON into YAML and back; comments are kept.",
    details: """
      Each file is written anew where its layout is another. A file is YAML where its name ends in .yaml or .yml, and else
      JSON, which may have comments. With -o the files a contract names are named as seen from there.
      Exit status: 0 laid out, or nothing to do; 1 with --check, a file is laid out otherwise; 2 bad arguments, or a file
      that cannot be read; 3 one could not be written.
      """,
    flags: [
      Flag(
        name: "-o",
        value: "FILE",
        help: "Where the one contract goes, as its name says: JSON or YAML; - is standard output."
      ),
      Flag(name: "--check", help: "Write nothing; name the files that are laid out otherwise."),
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
      try [place].checkClashes(reading: paths)
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
        Terminal.print("\(path) is laid out otherwise")
        status = .failure
        continue
      }
      guard OutputPlace(flag: path, content: "the contract", path: path).write(text) else { return .unverified }
      Terminal.print("\(path) is laid out")
    }
    return status
  }
}
