import AssayText
import CYAML

/// The errors of libyaml for a text that is not YAML, with help on how to fix them.
enum YAMLProblem {
  /// The help text for a file that exceeds a limit which no handwritten file reaches.
  static let wrongFile = "no contract and no description needs this; is this the right file?"

  static func error(of parser: yaml_parser_t, in bytes: UnsafeBufferPointer<UInt8>) -> DocumentError {
    let problem = parser.problem.map { String(cString: $0) } ?? "it is not YAML"
    let context = parser.context.map { String(cString: $0) } ?? ""
    if parser.error == YAML_MEMORY_ERROR { return DocumentError("not enough memory to read it", line: 1) }
    if problem.hasPrefix("Maximum nesting level") || problem.hasPrefix("exceeded") {
      return at(parser, "nested deeper than libyaml reads", help: wrongFile)
    }
    // What libyaml reads bytes by has no line yet.
    if parser.error == YAML_READER_ERROR {
      return DocumentError(
        "not YAML: \(problem)",
        at: Int(parser.problem_offset),
        in: bytes,
        help: "write the character as an escape in double quotes, such as \"\\u0007\""
      )
    }
    if problem == "did not find expected <document start>" {
      return at(
        parser,
        "not YAML: text after the end of the value",
        help: "take it out; is a bracket closed too early, or a line not indented as those above it?"
      )
    }
    if problem == "found character that cannot start any token" {
      let character = character(at: Int(parser.problem_mark.index), in: bytes)
      let help =
        character == "\t"
        ? "indent with spaces, not with tabs" : "put a text that begins with `\(character)` in quotes"
      return at(parser, "not YAML: \(problem)", help: help)
    }
    return at(parser, "not YAML: \(problem)", help: help(problem, context: context))
  }

  /// Returns the Unicode scalar at `index`, or a line feed after the last one.
  private static func character(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Unicode.Scalar {
    String(decoding: bytes, as: UTF8.self).unicodeScalars.dropFirst(index).first ?? "\n"
  }

  private static func at(_ parser: yaml_parser_t, _ message: String, help: String) -> DocumentError {
    DocumentError(
      message,
      line: Int(parser.problem_mark.line) + 1,
      column: Int(parser.problem_mark.column) + 1,
      help: help
    )
  }

  private static func help(_ problem: String, context: String) -> String {
    if problem.contains("',' or ']'") { return "close the list with `]`, or put a comma before this" }
    if problem.contains("',' or '}'") { return "close the mapping with `}`, or put a comma before this" }
    if context.contains("quoted scalar") {
      return problem.contains("end of stream") || problem.contains("document indicator")
        ? "close the quotes; a quote in a text in double quotes is \\\", in single quotes ''"
        : "write a backslash in double quotes as \\\\, or put the text in single quotes"
    }
    if context.contains("directive") || problem.contains("directive") || problem.contains("incompatible YAML") {
      return "take out the line that begins with %; the file is YAML 1.2 without it"
    }
    if context.contains("tag") || problem.contains("tag") { return "put a text that begins with `!` in quotes" }
    if context.contains("anchor") || context.contains("alias") {
      return "put a text that begins with `&` or `*` in quotes"
    }
    if context.contains("block scalar") { return "indent the text below `|` or `>` with spaces, further than its key" }
    return "indent with spaces, and put texts that begin with a sign or hold `: ` or ` #` in quotes"
  }
}
