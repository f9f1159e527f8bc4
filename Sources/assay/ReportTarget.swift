import AssayContract
import AssayKit

/// A report asked for on the command line in one of a command's formats: `html=FILE`.
struct ReportTarget<Format: RawRepresentable & CaseIterable & Sendable>: Sendable where Format.RawValue == String {
  var format: Format
  var file: String

  init(_ text: String) throws(ParsedArguments.Mistake) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let formats = Format.allCases.map(\.rawValue)
    guard let format = Format(rawValue: parts[0]) else {
      let nearest = SpellingSuggestion.nearest(to: parts[0], among: formats).map { "; did you mean \($0)?" } ?? ""
      throw ParsedArguments.Mistake(
        message: "there is no report format \(parts[0]), only \(formats.joined(separator: ", "))\(nearest)"
      )
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ParsedArguments.Mistake(
        message: "--report \(parts[0]) lacks a file: --report \(parts[0])=FILE, or - for standard output"
      )
    }
    self.format = format
    file = parts[1]
  }

  /// Writes every report that can be written; says which could not, and whether all were.
  static func write(_ targets: [ReportTarget], _ render: (Format) -> String) -> Bool {
    var allWritten = true
    for target in targets {
      do throws(FileAccess.Failure) {
        try FileAccess.write(render(target.format), to: target.file)
      } catch {
        Terminal.complain(
          "error: the \(target.format.rawValue) report cannot be written to \(error.path): \(error.reason)"
        )
        allWritten = false
      }
    }
    return allWritten
  }
}
