import AssayContract
import AssayKit
import AssayText

/// A report asked for on the command line in one of a command's formats: `html=FILE`.
struct ReportTarget<Format: RawRepresentable & CaseIterable & Sendable>: Sendable where Format.RawValue == String {
  var format: Format
  var place: OutputPlace

  /// The reports `arguments` ask for, in order.
  static func all(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> [ReportTarget] {
    try arguments.all(Flag.report.name).map { text throws(ParsedArguments.Mistake) in try ReportTarget(text) }
  }

  private init(_ text: String) throws(ParsedArguments.Mistake) {
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
    place = OutputPlace(flag: "--report \(text)", content: "the \(parts[0]) report", path: parts[1])
  }

  /// Writes every report that can be written; says which could not, and whether all were.
  static func write(_ targets: [ReportTarget], _ render: (Format) -> String) -> Bool {
    targets.map { $0.place.write(render($0.format)) }.allSatisfy { $0 }
  }
}

extension Flag {
  static let report = Flag(name: "--report", value: "FORMAT=FILE", repeats: true, help: "Write a report.")
}
