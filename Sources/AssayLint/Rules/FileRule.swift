import AssayContract
import AssayJSON

/// The rule that the files that a contract sends and serves exist.
enum FileRule: LintRule {
  static func check(_ run: inout LintRun) {
    for file in run.contract.sentFiles where run.isMissing(file.name) {
      run.log.add(
        .missingFile,
        "the file `\(file.name)` cannot be read, and so neither sent nor served",
        help: FileReference.help,
        range: file.value.byteRange,
        pointer: file.pointer
      )
    }
  }
}
