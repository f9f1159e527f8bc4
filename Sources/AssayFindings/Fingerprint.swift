package import AssayJSON

/// What two findings have in common where they tell of one fault: the promise that was broken, not the value that broke it.
package struct Fingerprint: Hashable, Sendable {
  /// Among which findings one fault is told once.
  package enum Scope: Sendable {
    /// Those of one answer: a promise broken at items of one array is one fault, at two members it is two.
    case answer
    /// Those of all answers of a run: a promise is broken once, wherever it is referred to.
    case run
  }

  package var rule: Rule
  package var operation: String
  /// The JSON Pointer of the promise; empty where the fault is the same whatever was promised.
  package var promise: String
  /// What tells faults of one promise apart: what is missing, or what came.
  package var subject: [ExactText]
  /// The place, where that tells faults apart.
  package var place: Place?

  package init(rule: Rule, operation: String, promise: String = "", subject: [String] = [], place: Place? = nil) {
    self.rule = rule
    self.operation = operation
    self.promise = promise
    self.subject = subject.map(ExactText.init)
    self.place = place
  }

  /// The fault a finding tells of, as far as rule, place and reason say.
  package init(_ finding: Finding, in scope: Scope = .run) {
    self.init(rule: finding.rule, operation: finding.operation, promise: finding.promise?.pointer ?? "")
    // A missing member's place is the one it should have, so that the place tells those apart, too.
    guard scope == .run else {
      place = finding.place.general
      return
    }
    switch rule.facts.identity {
    case .promise: place = finding.promise == nil ? finding.place : nil
    case .promiseAndSubject: subject = finding.reason.subject.map(ExactText.init)
    case .subject:
      promise = ""
      subject = finding.reason.subject.map(ExactText.init)
    case .rule: promise = ""
    case .server:
      promise = ""
      place = finding.isAboutServer ? finding.place : nil
    }
  }

  /// Whether faults of its kind are told apart from each other.
  package var isOneOfMany: Bool { !subject.isEmpty || place != nil }

  /// What it has in common with others of its kind.
  package var kind: Fingerprint { Fingerprint(rule: rule, operation: operation, promise: promise) }
}

extension Fingerprint {
  /// The fault as a text that is the same in each run and release, by which a baseline knows it again: operation, rule,
  /// and what is broken; never the value that came, unless that is what is new.
  package static func key(of finding: Finding) -> String {
    let promise = finding.promise?.pointer ?? ""
    let place = finding.place.general.description
    var parts = [finding.operation, finding.rule.id]
    switch finding.rule {
    case .schema("required"), .schema("additionalProperties"), .schema("unevaluatedProperties"):
      parts += [promise, place]
    case .pollTransition, .pollUnknownState, .streamUnknownEvent: parts += [finding.expected, finding.actual]
    case .status: parts.append(finding.status.map { String($0) } ?? "")
    // Known as a wrong status it is known, however much could be found out about it.
    case .noRoute:
      parts[1] = Rule.status.id
      parts.append(finding.status.map { String($0) } ?? "")
    case .notJSON, .empty: break
    case .invariant: parts.append(finding.expected)
    case _ where finding.rule.family == .transport: parts.append(finding.isAboutServer ? finding.location : "")
    default: parts.append(promise.isEmpty ? place : promise)
    }
    return parts.joined(separator: " | ")
  }
}

extension Finding {
  /// The status that came, where it is none of those promised or of no route.
  package var status: Int? {
    switch reason.core {
    case .answer(.status(let status)): status.code
    case .answer(.noRoute(let route)): route.code
    default: nil
    }
  }
}

extension Reason {
  /// What tells two breaches of one promise apart.
  fileprivate var subject: [String] {
    switch core {
    // Of wrong calls that go through, what should have come of them tells one fault from another; a crash is a crash.
    case .answer(.status(let status)):
      ["\(status.code)", status.phrase] + (status.isProbe && status.code < 500 ? status.promised : [])
    case .schema(let reason):
      if case .missing(let member) = reason.fact { [member] } else { [reason.words.expected, reason.words.actual] }
    case .rule(let reason): [reason.expression]
    case .poll(.transition(let from, let to, _, _, _, _)): [from, to]
    case .stream(let reason): reason.subject
    default: [words.expected, words.actual]
    }
  }
}

extension StreamReason {
  /// The event that is out of place, whatever it came after.
  fileprivate var subject: [String] {
    switch self {
    case .misplaced(let event, _, _), .early(let event, _, _), .repeated(let event, _), .unknown(let event, _, _):
      [event.name]
    case .missing(let names, let choices, _, let opener, _): (choices.isEmpty ? names : choices) + [opener.name]
    case .late(_, _, let event, let last): [event.name, last]
    case .misspelt(let event, let wanted): wanted + [event.name]
    case .misnamed(let event, let documented, _): [documented, event.name]
    default: []
    }
  }
}

extension Finding {
  /// Whether it tells of a server that cannot be reached rather than of an answer.
  package var isAboutServer: Bool { if case .server = place.part { true } else { false } }
}

extension Finding {
  /// The event that is out of place, where the finding is about the order of events.
  package var misplacedEvent: String? {
    guard rule == .streamOrder || rule == .streamMissing else { return nil }
    switch reason.core {
    case .stream(let reason): return reason.subject.last
    case .words(let words): return words.actual
    default: return nil
    }
  }
}

extension Finding {
  /// The member that is missing, where one is.
  package var missingMember: String? {
    if case .schema(let reason) = reason.core, case .missing(let member) = reason.fact { member } else { nil }
  }
}
