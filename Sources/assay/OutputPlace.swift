import AssayKit

/// A place the command line names for something a run leaves behind: a report, a recording.
struct OutputPlace: Sendable {
  /// As it was given: `--report junit=FILE`.
  var flag: String
  /// What is written there: `the junit report`.
  var content: String
  var path: String

  /// Whether it goes to standard output, where the console's lines would be in its way.
  var isStandardOutput: Bool { FileAccess.isStandardOutput(path) }

  /// Makes the folders it needs, as compilers and test runners do; says why it cannot be written, and whether it can.
  func prepare() -> Bool {
    tell { () throws(FileAccess.Failure) in try FileAccess.prepareToWrite(path) }
  }

  /// Writes it in one step; says why it could not be written, and whether it was.
  func write(_ text: String) -> Bool {
    guard !isStandardOutput else {
      // What becomes of standard output is told once, at the end.
      Terminal.output(text)
      return true
    }
    return tell { () throws(FileAccess.Failure) in try FileAccess.write(text, to: path) }
  }

  private func tell(_ act: () throws(FileAccess.Failure) -> Void) -> Bool {
    do throws(FileAccess.Failure) {
      try act()
      return true
    } catch {
      Terminal.complain("error: \(content) cannot be written to \(error.path): \(error.reason)")
      return false
    }
  }
}

extension [OutputPlace] {
  /// Throws where two of them are one place, however it is spelt: what is written last would be all there is.
  /// So it is where one is a file the run reads, of `inputs`.
  func checkClashes(reading inputs: [String]) throws(ParsedArguments.Mistake) {
    let read = Set(inputs.compactMap { FileAccess.identity(of: $0) })
    var taken: [String: String] = [:]
    for place in self {
      guard let identity = place.isStandardOutput ? "-" : FileAccess.identity(of: place.path) else { continue }
      if read.contains(identity) {
        throw ParsedArguments.Mistake(message: "\(place.flag) would overwrite what is read from that file")
      }
      if let other = taken.updateValue(place.flag, forKey: identity) {
        let shared = place.isStandardOutput ? "standard output" : "the same file"
        throw ParsedArguments.Mistake(message: "\(other) and \(place.flag) both write to \(shared)")
      }
    }
  }

  /// Prepares each, before anything is sent: a run whose report is lost was for nothing.
  func prepare() -> Bool { map { $0.prepare() }.allSatisfy { $0 } }

  /// Whether one of them is standard output, and the console has to be silent.
  var takeStandardOutput: Bool { contains(where: \.isStandardOutput) }
}
