/// Why a contract cannot be used: everything that is wrong with it, as far as it could be read.
public struct ContractError: Error, Sendable, Hashable {
  /// What is wrong, in the order of the file; never empty.
  public var diagnostics: [Diagnostic]
  /// How many more there were than are listed.
  public var omitted: Int

  /// Makes an error from what was found.
  public init(diagnostics: [Diagnostic], omitted: Int = 0) {
    self.diagnostics = diagnostics
    self.omitted = omitted
  }
}

extension ContractError: CustomStringConvertible {
  /// All diagnostics one after the other, as a compiler prints them.
  public var description: String {
    var parts = diagnostics.map(\.description)
    if omitted > 0 { parts.append("… and \(omitted) more") }
    return parts.joined(separator: "\n\n")
  }
}
