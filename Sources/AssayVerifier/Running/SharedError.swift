import AssayFindings

/// A server error that several operations returned with the same status and explanation, apart from words in it that are
/// like ids.
///
/// An error about a single request, such as 404 or 422, does not count; nor does one that explains nothing, except 5xx.
struct SharedError: Hashable {
  /// The minimum number of operations that must return an error for it to count as one fault; two may be a coincidence.
  private static let fewest = 3

  private var level: Level
  private var code: Int
  private var phrase: String
  private var explanation: String

  private init?(_ finding: Finding) {
    guard finding.rule == .status, case .answer(.status(let status)) = finding.reason.core, !status.isProbe,
      status.code >= 500 || status.said != nil && [401, 403, 429].contains(status.code)
    else { return nil }
    (level, code, phrase) = (finding.level, status.code, status.phrase)
    explanation = (status.said ?? "").split(separator: " ").map { Self.isUnique($0) ? "#" : $0 }.joined(separator: " ")
  }

  /// Returns true if a word is like the id of a request or a time, which is different in each answer.
  private static func isUnique(_ word: Substring) -> Bool { word.count >= 8 && word.count(where: \.isNumber) >= 3 }

  /// Returns `findings`, in which those about the same server error of several operations are replaced by one that
  /// lists all places.
  static func join(_ findings: [Finding]) -> [Finding] {
    var operations: [SharedError: Set<String>] = [:]
    for finding in findings {
      if let error = SharedError(finding) { operations[error, default: []].insert(finding.operation) }
    }
    operations = operations.filter { $0.value.count >= fewest }
    if operations.isEmpty { return findings }
    var joined: [Finding] = []
    var places: [SharedError: Int] = [:]
    for var finding in findings {
      guard let error = SharedError(finding), let count = operations[error]?.count else {
        joined.append(finding)
        continue
      }
      if let place = places[error] {
        joined[place].absorb(finding)
      } else {
        finding.reason = .during(finding.reason, .elsewhere(operations: count - 1))
        places[error] = joined.count
        joined.append(finding)
      }
    }
    return joined
  }
}
