#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A command of the person at the keyboard that prints fields to send, as one that fetches a token.
public enum HeaderCommand {
  /// The most bytes that are taken from it.
  private static let most = 1 << 16

  /// Runs `command` by the shell and reads the fields it prints, `NAME: VALUE` a line.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be run, fails, or prints something else; not a word of what it
  /// printed is told.
  public static func fields(of command: String) throws(ConformanceError) -> [HeaderField] {
    guard let pipe = popen(command, "r") else { throw .file(path: command, reason: "it cannot be run") }
    var output: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4_096)
    while output.count < most {
      let count = fread(&piece, 1, piece.count, pipe)
      if count == 0 { break }
      output += piece[..<count]
    }
    let status = pclose(pipe)
    guard status == 0 else {
      throw .file(path: command, reason: "the command failed, with status \(status >> 8 & 0xFF)")
    }
    let lines = String(decoding: output, as: UTF8.self).split(whereSeparator: \.isNewline)
    var fields: [HeaderField] = []
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      guard parts.count == 2, let field = HeaderField(parts[0], String(parts[1].drop { $0 == " " })) else {
        throw .file(path: command, reason: "the command has to print fields, `NAME: VALUE` a line")
      }
      fields.append(field)
    }
    guard !fields.isEmpty else { throw .file(path: command, reason: "the command printed no field") }
    return fields
  }
}
