/// Every kind of trouble a contract can be in, by its stable id.
package enum DiagnosticKind: String, CaseIterable {
  // Found while loading: the contract cannot be used.
  case jsonSyntax = "json-syntax"
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
  case unknownEvent = "unknown-event"
  case unknownParameter = "unknown-parameter"
  case notFinalState = "not-final-state"
  case pathParameter = "path-parameter"
  case twoBodies = "two-bodies"
  case pollAndStream = "poll-and-stream"
  case duplicateStep = "duplicate-step"
  // Found by the linter: the contract says what cannot be, or does not say all it should.
  case unsetOutput = "unset-output"
  case impossibleSchema = "impossible-schema"
  case failingExample = "failing-example"
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

  /// How grave the trouble is.
  package var severity: Diagnostic.Severity {
    switch self {
    case .unrelatedSource, .noProvenance, .unusedOperation, .unusedDefinition, .unorderedEvent, .unreachableState,
      .undocumentedField:
      .warning
    default: .error
    }
  }
}
