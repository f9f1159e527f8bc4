import AssayKit
import AssayReport
import AssayText

/// The destination of an output, such as a report or a recording, that the command line names.
struct OutputPlace: Sendable {
  /// The flag as given on the command line: `--report junit=FILE`.
  var flag: String
  /// The name of the output for messages: `the junit report`.
  var content: String
  var path: String
  /// True if the output consists of commands that a CI runner reads from the log, such as annotations.
  var isForRunner = false
  /// True if the output is a folder of files.
  var isFolder = false
  /// True if the output replaces a file that the command also reads.
  var isUpdate = false

  /// True if the output goes to standard output, so that the console must not print there.
  var isStandardOutput: Bool { FileAccess.isStandardOutput(path) }

  /// Creates the folders for the output, as compilers and test runners do. Returns false, and prints the reason, if it
  /// cannot be written.
  func prepare() -> Bool {
    tell { () throws(FileAccess.Failure) in
      // A folder can be written where a file in it can.
      try FileAccess.prepareToWrite(isFolder ? "\(path)/report.json" : path)
    }
  }

  /// Writes the output in one step, so that no incomplete file is left. Returns false, and prints the reason, if that
  /// failed.
  func write(_ text: String) -> Bool {
    guard !isStandardOutput else {
      // A failure of standard output is reported once, at the end. In a log no received text may be a command.
      Terminal.output(isForRunner ? text : LogText.harmless(text))
      return true
    }
    return tell { () throws(FileAccess.Failure) in try FileAccess.write(text, to: path) }
  }

  /// Writes the output, if it is a file, by calling `act` with a path; returns false, and prints the reason, if that
  /// failed.
  func write(by act: (_ path: String) throws(FileAccess.Failure) -> Void) -> Bool {
    tell { () throws(FileAccess.Failure) in try act(path) }
  }

  /// Writes the files of a folder, each in one step. Prints those that could not be written; returns true if all were.
  func write(_ files: [ReportFile]) -> Bool {
    files.allSatisfy { file in
      var place = self
      place.isFolder = false
      place.path = "\(path)/\(file.name)"
      return place.write(file.text)
    }
  }

  /// Prints which files the contract written to this place refers to but cannot reach from there.
  func noteFilesOutOfReach() {
    let names = isStandardOutput ? [] : ConformanceSuite.filesOutOfReach(ofContractAt: path)
    guard !names.isEmpty else { return }
    let shown = (names.prefix(3) + (names.count > 3 ? ["\(names.count - 3) more"] : [])).all
    Terminal.complain(
      "warning: \(path) names files outside of its folder and its Git repository, and is allowed them by --allow-files DIR "
        + "alone: \(shown)"
    )
  }

  private func tell(_ act: () throws(FileAccess.Failure) -> Void) -> Bool {
    do throws(FileAccess.Failure) {
      if !isUpdate { try FileAccess.checkUnread(path) }
      try act()
      return true
    } catch {
      Terminal.complain("error: \(content) cannot be written to \(error.path): \(error.reason)")
      return false
    }
  }
}

extension [OutputPlace] {
  /// Throws if two outputs are the same file, in any spelling, since the last one would overwrite the other. Also
  /// throws if an output is a file that `arguments` name to be read.
  func checkClashes(with arguments: ParsedArguments) throws(ParsedArguments.Mistake) {
    let read = Set(arguments.filesRead.compactMap { FileAccess.identity(of: $0, hardLinks: true) })
    var taken: [String: String] = [:]
    for place in self where !place.isUpdate {
      let file = place.isStandardOutput ? "-" : FileAccess.identity(of: place.path, hardLinks: true)
      guard let identity = file else { continue }
      if read.contains(identity) {
        throw ParsedArguments.Mistake(message: "\(place.flag) would overwrite a file that the run reads")
      }
      if let other = taken.updateValue(place.flag, forKey: identity) {
        let shared = place.isStandardOutput ? "standard output" : "the same file"
        throw ParsedArguments.Mistake(message: "\(other) and \(place.flag) both write to \(shared)")
      }
    }
  }

  /// Prepares all outputs before anything is sent, since a run whose report cannot be written is useless. Returns true
  /// if all can be written.
  func prepare() -> Bool { map { $0.prepare() }.allSatisfy { $0 } }

  /// True if any output already shows the findings in the log of a CI job, so that annotations would repeat them.
  var showFindings: Bool { contains { $0.isStandardOutput || $0.isForRunner } }

  /// True if any output goes to standard output, so that nothing else may be printed there.
  var takeStandardOutput: Bool { contains(where: \.isStandardOutput) }
}

/// A report requested on the command line as `FORMAT=FILE`, such as `html=FILE`.
struct ReportTarget<Format: RawRepresentable & CaseIterable & Sendable>: Sendable where Format.RawValue == String {
  var format: Format
  var place: OutputPlace

  /// Returns the reports that `arguments` request, in order.
  static func all(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> [ReportTarget] {
    try arguments.all(Flag.report.name).map { text throws(ParsedArguments.Mistake) in try ReportTarget(text) }
  }

  private init(_ text: String) throws(ParsedArguments.Mistake) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let formats = Format.allCases.map(\.rawValue)
    guard let format = Format(rawValue: parts[0]) else {
      let nearest = SpellingSuggestion.didYouMean(parts[0], among: formats)
      throw ParsedArguments.Mistake(
        message: "unknown report format \(parts[0]), only \(formats.joined(separator: ", "))\(nearest)"
      )
    }
    guard parts.count == 2, !parts[1].isEmpty else {
      throw ParsedArguments.Mistake(
        message: "--report \(parts[0]) has no file: --report \(parts[0])=FILE, or - for standard output"
      )
    }
    self.format = format
    place = OutputPlace(flag: "--report \(text)", content: "the \(parts[0]) report", path: parts[1])
    let known = ReportFormat(rawValue: format.rawValue)
    place.isForRunner = known?.isForRunner ?? false
    place.isFolder = known?.isFolder ?? false
    if place.isFolder, place.isStandardOutput {
      throw ParsedArguments.Mistake(
        message: "the \(parts[0]) report is a folder of files: --report \(parts[0])=FOLDER"
      )
    }
  }

  /// Writes all reports; a report that is a folder consists of `files`. Prints those that could not be written; returns
  /// true if all were.
  static func write(
    _ targets: [ReportTarget],
    _ render: (Format) -> String,
    files: (Format) -> [ReportFile] = { _ in [] }
  ) -> Bool {
    targets.map { target in
      let (format, place) = (target.format, target.place)
      return place.isFolder ? place.write(files(format)) : place.write(render(format))
    }.allSatisfy { $0 }
  }
}

extension ReportTarget<ReportFormat> {
  /// Writes all reports about `results`. Prints those that could not be written; returns true if all were.
  static func write(_ targets: [ReportTarget], _ results: [RunResult], _ options: ReportOptions = ReportOptions())
    -> Bool
  {
    write(targets, { $0.render(results, options: options) }, files: { $0.files(results, options: options) })
  }
}

extension ReportTarget<DriftFormat> {
  /// Writes all reports about `found`. Prints those that could not be written; returns true if all were.
  static func write(_ targets: [ReportTarget], _ found: [DriftReport], gate: DriftGate, _ options: ReportOptions)
    -> Bool
  {
    write(
      targets,
      { $0.render(found, gate: gate, options: options) },
      files: { $0.files(found, gate: gate, options: options) }
    )
  }
}

extension Flag {
  static let color = Flag(
    name: "--color",
    value: "auto|always|never",
    help: "Colour: on a terminal (default), always, or never."
  )
  static let report = Flag(
    name: "--report",
    value: "FORMAT=FILE",
    repeats: true,
    help: "Write a report; may be given several times."
  )
}
