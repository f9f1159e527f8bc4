public import AssayFindings

/// An error or warning about a contract, with its place and how to fix it.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic: an error makes the contract unusable.
  public enum Severity: String, Sendable, Hashable, Comparable {
    /// The contract is wrong: it cannot be read, or one of its promises can never be kept or never be judged.
    case error
    /// The contract can be used, but a part of it does not mean what it seems to.
    case warning

    /// Puts errors after warnings.
    public static func < (left: Severity, right: Severity) -> Bool { left == .warning && right == .error }
  }

  /// The severity; the contract can still be used if it is a warning.
  public var severity: Severity
  /// The stable id of the kind of problem: `unknown-key`, `unset-output`.
  public var id: String
  /// The description of the problem, as a clause without a full stop.
  public var message: String
  /// The advice for fixing it; empty if the message is enough.
  public var help: String
  /// The place where the problem is visible.
  public var place: ContractPlace
  /// The number of characters affected, at least 1.
  public var length: Int
  /// The line of the contract with the place underlined, ready to print.
  public var excerpt: String

  /// Makes a diagnostic.
  public init(
    severity: Severity,
    id: String,
    message: String,
    help: String = "",
    place: ContractPlace,
    length: Int = 1,
    excerpt: String = ""
  ) {
    self.severity = severity
    self.id = id
    self.message = message
    self.help = help
    self.place = place
    self.length = length
    self.excerpt = excerpt
  }
}

extension Diagnostic: CustomStringConvertible {
  /// The diagnostic as a compiler prints it: a headline with file, line and column, the excerpt, the help.
  public var description: String {
    var text = "\(place.file):\(place.line):\(place.column): \(severity.rawValue): \(message) [\(id)]"
    if !excerpt.isEmpty { text += "\n\(excerpt)" }
    if !help.isEmpty { text += "\n\(String(repeating: " ", count: String(place.line).count)) = help: \(help)" }
    return text
  }
}

/// The kinds of problems that a contract can have, by their stable ids.
package enum DiagnosticKind: String, CaseIterable {
  // Found while loading: the contract cannot be used.
  case jsonSyntax = "json-syntax"
  case yamlSyntax = "yaml-syntax"
  case duplicateKey = "duplicate-key"
  case unknownKey = "unknown-key"
  case missingKey = "missing-key"
  case wrongType = "wrong-type"
  case wrongValue = "wrong-value"
  case badName = "bad-name"
  case badDuration = "bad-duration"
  case badStatus = "bad-status"
  case badSource = "bad-source"
  case badPointer = "bad-pointer"
  case badExpression = "bad-expression"
  case badOrder = "bad-order"
  case badPattern = "bad-pattern"
  case badSchema = "bad-schema"
  case danglingRef = "dangling-ref"
  case unknownServer = "unknown-server"
  case unknownOperation = "unknown-operation"
  case unknownState = "unknown-state"
  case unknownGroup = "unknown-group"
  case unknownEvent = "unknown-event"
  case unknownParameter = "unknown-parameter"
  case notFinalState = "not-final-state"
  case notFinalEvent = "not-final-event"
  case notResumable = "not-resumable"
  case notTwoWay = "not-two-way"
  case pathParameter = "path-parameter"
  case twoBodies = "two-bodies"
  case badStyle = "bad-style"
  case unjudgeableBody = "unjudgeable-body"
  case repeatedMediaType = "repeated-media-type"
  case pollAndStream = "poll-and-stream"
  case sameEvent = "same-event"
  case duplicateStep = "duplicate-step"
  case repeatedPoll = "repeated-poll"
  case unknownVariable = "unknown-variable"
  case badVariable = "bad-variable"
  case secretInRule = "secret-in-rule"
  case unknownSecurityScheme = "unknown-security-scheme"
  case badSecurity = "bad-security"
  case duplicateRow = "duplicate-row"
  case unreadableFile = "unreadable-file"
  case badRows = "bad-rows"
  // Found by the linter: the contract says what cannot be, or does not say all it should.
  case unsetOutput = "unset-output"
  case indistinguishableOperation = "indistinguishable-operation"
  case impossibleSchema = "impossible-schema"
  case idlePromise = "idle-promise"
  case failingExample = "failing-example"
  case missingExample = "missing-example"
  case missingFile = "missing-file"
  case unknownDocument = "unknown-document"
  case longSource = "long-source"
  case sourcePastEnd = "source-past-end"
  case noFinalState = "no-final-state"
  case unrelatedSource = "unrelated-source"
  case noProvenance = "no-provenance"
  case unusedOperation = "unused-operation"
  case unusedDefinition = "unused-definition"
  case unorderedEvent = "unordered-event"
  case unreachableState = "unreachable-state"
  case undocumentedField = "undocumented-field"
  case undocumentedHeader = "undocumented-header"
  case operandType = "operand-type"
  case unknownFormat = "unknown-format"
  case changedDocument = "changed-document"
  case undeclaredScope = "undeclared-scope"
  case unreadEnvironment = "unread-environment"

  /// The severity of the problem.
  package var severity: Diagnostic.Severity {
    switch self {
    case .idlePromise, .missingExample, .missingFile, .unrelatedSource, .noProvenance, .unusedOperation,
      .unusedDefinition,
      .unorderedEvent, .unreachableState, .undocumentedField, .undocumentedHeader, .unknownFormat, .changedDocument,
      .undeclaredScope, .unreadEnvironment:
      .warning
    default: .error
    }
  }
}
