/// A step that was run only because checks need it; it is not judged.
public struct SupportingStep: Hashable, Sendable, Codable {
  /// The id of the step in the form of a check's: `scenario/after/remove`.
  public var check: String
  /// The message of the step's first failure, if it is a `before` or `after` step; `nil` if it did not fail.
  public var failure: String?

  package init(_ check: String, failure: String? = nil) {
    self.check = check
    self.failure = failure
  }
}
