/// Why a verification could not begin; a broken promise is never an error but a finding.
public enum ConformanceError: Error, Sendable, Hashable {
  /// The contract cannot be used: its diagnostics, ready to print, and how many more there are.
  case contract([String], omitted: Int)
  /// A file cannot be read or written.
  case file(path: String, reason: String)
  /// The options name something the contract does not have, or are malformed.
  case options(String)
  /// The contract or an option needs environment variables that are not set.
  case environment([String])
}

extension ConformanceError: CustomStringConvertible {
  /// What is wrong and how to mend it, in one or more lines.
  public var description: String {
    switch self {
    case .contract(let diagnostics, let omitted):
      (diagnostics + (omitted > 0 ? ["… and \(omitted) more"] : [])).joined(separator: "\n\n")
    case .file(let path, let reason): "cannot use \(path): \(reason)"
    case .options(let message): message
    case .environment(let names):
      "\(names.map { "${\($0)}" }.joined(separator: ", ")) \(names.count == 1 ? "is" : "are") needed, and not set in the environment"
    }
  }
}
