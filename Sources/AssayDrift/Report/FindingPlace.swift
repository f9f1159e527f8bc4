import AssayFindings

/// A finding's place in words that are the same in each run: which event it was, not as how many it came.
struct FindingPlace {
  var subject: String
  var place: String

  /// `eventNames` are those of the finding's stream, in order.
  init(_ finding: Finding, eventNames: [String]) {
    let isOfAnswer: Bool
    switch finding.place.part {
    case .value, .whole: isOfAnswer = finding.place.part != .whole
    case .status, .header: isOfAnswer = true
    default: isOfAnswer = false
    }
    place = finding.place.general.description
    subject =
      switch finding.place.moment {
      case .event(let number):
        eventNames.indices.contains(number - 1) ? "event \(eventNames[number - 1])" : "stream"
      case .afterEvent: "stream"
      case .poll, .answer: "answer"
      case nil: isOfAnswer ? "answer" : place.isEmpty ? Self.whole(of: finding) : ""
      }
  }

  /// What a finding without a place is about.
  private static func whole(of finding: Finding) -> String {
    switch finding.rule.family {
    case .stream: "stream"
    case .poll: "poll"
    // A rule over several calls holds for none of them alone.
    case .invariant where finding.check.hasSuffix("/invariants"): "scenario \(finding.check.dropLast(11))"
    default: "answer"
    }
  }
}
