import AssayFindings
import AssayReport

extension ClientVerdict {
  /// The verdict on a broken promise.
  init(on finding: Finding) {
    // A client that takes a promise for no more than a suggestion was written to do without it.
    if finding.level < .must, !Self.lostAnyway.contains(finding.rule) {
      self = .ignores
    } else if Self.unread.contains(finding.rule) {
      self = .ignores
    } else if finding.rule.hasPrefix("transport.") || Self.thrown.contains(finding.rule) {
      self = .throws
    } else if finding.rule == "schema.format" {
      self = Self.decoded.contains(where: finding.expected.contains) ? .throws : .losesData
    } else {
      self = .losesData
    }
  }

  /// Broken promises after which there is nothing to decode, or what there is does not decode.
  private static let thrown: Set<String> = [
    "response.status", "response.contentType", "response.json", "response.empty", "response.time", "schema.required",
    "schema.type", "schema.anyOf", "schema.oneOf",
    "schema.minItems", "schema.dependentRequired", "stream.first", "stream.silence", "stream.within", "stream.ended",
    "stream.truncated", "stream.empty", "stream.missing", "stream.json", "stream.failed", "poll.within", "poll.failed",
  ]
  /// What came beside the fields a client reads.
  private static let unread: Set<String> = ["schema.additionalProperties", "schema.unevaluatedProperties"]
  /// Formats a client has types for: a value that does not parse stops it.
  private static let decoded = ["date-time", "date", "uuid", "uri"]
  /// What is lost on a client whatever its weight: events nobody listens for, or listens for no longer, and values that
  /// end in a catch-all.
  private static let lostAnyway: Set<String> = [
    "stream.unknownEvent", "stream.unnamed", "stream.afterFinal", "schema.enum",
  ]
}
