import AssayContract
import AssayKit
import AssayReport

/// A report asked for on the command line: `junit=FILE`.
struct ReportRequest {
  var format: ReportFormat
  var file: String

  init(_ text: String) throws(ParsedArguments.Mistake) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let formats = ReportFormat.allCases.map(\.rawValue)
    guard let format = ReportFormat(rawValue: parts[0]) else {
      let nearest = SpellingSuggestion.nearest(to: parts[0], among: formats).map { "; did you mean \($0)?" } ?? ""
      throw ParsedArguments.Mistake(
        message: "there is no report format \(parts[0]), only \(formats.joined(separator: ", "))\(nearest)"
      )
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ParsedArguments.Mistake(message: "--report takes FORMAT=FILE, such as \(parts[0])=report.xml")
    }
    self.format = format
    file = parts[1]
  }

  /// Writes every report that can be written; says which could not, and whether all were.
  static func write(_ reports: [ReportRequest], _ results: [RunResult], _ options: ReportOptions) -> Bool {
    var plain = options
    plain.colour = false
    var allWritten = true
    for report in reports {
      do throws(FileAccess.Failure) {
        try FileAccess.write(report.format.reporter.render(results, options: plain), to: report.file)
      } catch {
        Terminal.complain(
          "error: the \(report.format.rawValue) report cannot be written to \(error.path): \(error.reason)"
        )
        allWritten = false
      }
    }
    return allWritten
  }
}
