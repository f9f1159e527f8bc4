import AssayFindings

/// An error of the server that several operations returned alike: same status, same explanation.
///
/// An error about the request of one operation, such as 404 or 422, is not such an error.
struct SharedError: Hashable {
  /// From so many operations on it is one fault; of two it may be a coincidence.
  private static let fewest = 3

  private var level: Level
  private var code: Int
  private var phrase: String
  private var explanation: String

  private init?(_ finding: Finding) {
    guard finding.rule == .status, case .answer(.status(let status)) = finding.reason.core, !status.isProbe,
      let said = status.said, status.code >= 500 || [401, 403, 429].contains(status.code)
    else { return nil }
    (level, code, phrase, explanation) = (finding.level, status.code, status.phrase, said)
  }

  /// Returns `findings` with one finding for each error that several operations share, which names all places.
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
