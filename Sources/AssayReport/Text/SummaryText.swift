package import AssayFindings
package import AssaySchema
import AssayText

/// Sentences that state counts, without those that are zero.
enum SummaryText {
  /// Returns the number of checks: `41 checks: 40 passed, 1 failed`.
  static func checks(_ summary: RunResult.Summary) -> String {
    let parts = [
      (summary.passed, "passed"), (summary.failed, "failed"), (summary.warned, "warned"),
      (summary.unjudged, "not judged"), (summary.skipped, "skipped"),
      (summary.errors, "could not be judged"),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    let total = summary.checks.groupedCount("check")
    return shown.isEmpty ? total : "\(total): " + shown.joined(separator: ", ")
  }

  /// Returns the number of promises: `214 promises: 190 kept, 1 broken, 3 had nothing to judge, 20 blocked (12 must)`.
  static func promises(_ result: RunResult) -> String {
    let counts = result.promises
    let musts = result.unjudged.count { $0.kind == .blocked && $0.level == .must }
    let parts = [
      (counts.kept, "kept"), (counts.broken, "broken"), (counts.vacuous, "had nothing to judge"),
      (counts.blocked, "blocked" + (musts > 0 ? " (\(musts) must)" : "")),
    ]
    let shown = parts.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    return counts.all.groupedCount("promise") + ": " + shown.joined(separator: ", ")
  }

  /// Returns the number of findings: `2 findings (1 must, 1 should), 1 of them known`.
  static func findings(_ findings: [Finding]) -> String {
    let known = findings.count { $0.accepted != nil }
    let levels = Level.allCases.map { level in (findings.count { $0.level == level }, level.rawValue) }
    let shown = levels.filter { $0.0 > 0 }.map { "\($0.0.grouped) \($0.1)" }
    return findings.count.groupedCount("finding") + (shown.isEmpty ? "" : " (\(shown.joined(separator: ", ")))")
      + (known > 0 ? ", \(known) of them known" : "")
  }
}

extension [Finding] {
  /// The findings in reading order: `must`, then `should`, then `may`; at each level grouped by operation, in the order
  /// of the run.
  var weightiestFirst: [Finding] {
    Level.allCases.sorted(by: >).flatMap { level in
      filter { $0.level == level }.groups(by: \.operation).flatMap { $0 }
    }
  }
}

extension Sequence {
  /// Returns the elements grouped by key, in the order of each key's first element.
  func groups(by key: (Element) -> String) -> [[Element]] {
    var places: [String: Int] = [:]
    var groups: [[Element]] = []
    for element in self {
      let place = places[key(element)] ?? groups.count
      if place == groups.count {
        places[key(element)] = place
        groups.append([])
      }
      groups[place].append(element)
    }
    return groups
  }
}

extension Rule {
  /// The title of a broken rule and its effect on a client, such as that decoding fails. Both come from the table of
  /// JSON Schema keywords, or from the table of rules for any other rule.
  package var meaning: KeywordMeaning {
    if case .schema(let keyword) = self { return KeywordMeaning(of: keyword) }
    let fate: KeywordMeaning.Fate =
      switch facts.fate {
      case .throws: .throws
      case .losesData: .losesData
      case .showsWrong: .showsWrong
      case .isStuck: .isStuck
      case .waits: .waits
      }
    return KeywordMeaning(facts.title, fate: fate, isLostAnyway: facts.isLostAnyway)
  }

  /// The name of the rule in a list of rules.
  var shownTitle: String {
    if let driftTitle { return driftTitle }
    return meaning.title.isEmpty ? title { VisibleText.line($0, limit: 60) } : meaning.title
  }
}

extension RunResult {
  /// Returns true if the message of one of the findings at `positions` is the reason why `check` could not be judged.
  func explains(_ check: CheckResult, by positions: [Int]?) -> Bool {
    positions?.contains { findings[$0].message == check.reason } ?? false
  }
}
