/// A step that was made because checks need it, and was not judged.
public struct SupportingStep: Hashable, Sendable, Codable {
  /// The id of the check it would be: `scenario/after/remove`.
  public var check: String
  /// The message of its first failure, for a step before or after a scenario; `nil` if there was none.
  public var failure: String?

  package init(_ check: String, failure: String? = nil) {
    self.check = check
    self.failure = failure
  }
}
