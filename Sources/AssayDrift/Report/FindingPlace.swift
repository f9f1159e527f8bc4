import AssayFindings
import AssayJSON

/// A finding's location as a place that is the same in each run: which event it was, not the how manieth.
struct FindingPlace {
  var subject: String
  var place: String

  /// `eventNames` are those of the finding's stream, in order.
  init(_ finding: Finding, eventNames: [String]) {
    var words = finding.location.split(separator: " ", omittingEmptySubsequences: true)[...]
    subject = ""
    let isBehind = words.first == "after"
    if isBehind { words = words.dropFirst() }
    if words.count >= 2, let number = Int(words[words.startIndex + 1]) {
      switch words.first {
      case "event":
        let isOfEvent = !isBehind && eventNames.indices.contains(number - 1)
        subject = isOfEvent ? "event \(eventNames[number - 1])" : "stream"
        words = words.dropFirst(2)
      case "poll", "answer":
        subject = "answer"
        words = words.dropFirst(2)
      default: break
      }
    }
    // A repeated step that is polled says both.
    if words.count >= 2, words.first == "poll", Int(words[words.startIndex + 1]) != nil { words = words.dropFirst(2) }
    place = words.joined(separator: " ")
    if place.hasPrefix("/") {
      place = Self.general(place)
      if subject.isEmpty { subject = "answer" }
    } else if place == "status" || place.hasPrefix("header ") {
      subject = "answer"
    } else if subject.isEmpty, place.isEmpty {
      subject = Self.whole(of: finding)
    }
  }

  /// What a finding without a place is about.
  private static func whole(of finding: Finding) -> String {
    switch finding.rule.prefix(while: { $0 != "." }) {
    case "stream": "stream"
    case "poll": "poll"
    // A rule over several calls holds for none of them alone.
    case "invariant" where finding.check.hasSuffix("/invariants"): "scenario \(finding.check.dropLast(11))"
    default: "answer"
    }
  }

  /// The pointer with `*` for each position of an item.
  private static func general(_ pointer: String) -> String {
    pointer.split(separator: "/", omittingEmptySubsequences: false).map { token in
      !token.isEmpty && token.utf8.allSatisfy { (0x30...0x39).contains($0) } ? ObservedShape.anyName : String(token)
    }.joined(separator: "/")
  }
}
