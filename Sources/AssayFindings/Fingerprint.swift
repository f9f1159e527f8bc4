package import AssayJSON
import AssayText

/// The identity of a fault: the promise that was broken, not the value that broke it.
package struct Fingerprint: Hashable, Sendable {
  /// The findings among which a fault is reported once.
  package enum Scope: Sendable {
    /// Those of one answer: a promise broken at items of one array is one fault, at two members it is two.
    case answer
    /// Those of all answers of a run: a promise is broken once, no matter how often it is referred to.
    case run
  }

  package var rule: Rule
  package var operation: String
  /// The JSON Pointer of the promise; empty if it does not matter to the identity.
  package var promise: String
  /// The subject that distinguishes faults of one promise: what is missing, or what was received.
  package var subject: [ExactText]
  /// The place, if it distinguishes faults.
  package var place: Place?

  package init(rule: Rule, operation: String, promise: String = "", subject: [String] = [], place: Place? = nil) {
    self.rule = rule
    self.operation = operation
    self.promise = promise
    self.subject = subject.map(ExactText.init)
    self.place = place
  }

  /// The fault of a finding, from its rule, place and reason.
  package init(_ finding: Finding, in scope: Scope = .run) {
    self.init(rule: finding.rule, operation: finding.operation, promise: finding.promise?.pointer ?? "")
    // A missing member's place is the one it should have, so the place distinguishes those also.
    guard scope == .run else {
      place = finding.place.general
      return
    }
    switch rule.facts.identity {
    case .promise: place = finding.promise == nil ? finding.place : nil
    case .promiseAndSubject: subject = finding.subject.map(ExactText.init)
    case .subject:
      promise = ""
      subject = finding.subject.map(ExactText.init)
    case .rule: promise = ""
    case .server:
      promise = ""
      place = finding.isAboutServer ? finding.place : nil
    }
  }

  /// True if faults of its kind differ from each other.
  package var isOneOfMany: Bool { !subject.isEmpty || place != nil }

  /// The parts that it shares with others of its kind.
  package var kind: Fingerprint { Fingerprint(rule: rule, operation: operation, promise: promise) }
}

/// The identity by which a baseline recognises a fault: the same in each run and release, and unique within a run.
package struct FindingIdentity: Hashable, Sendable, Codable {
  package var check: String
  /// The operation, the rule, what is broken, the place and the level; never the value received, unless that is what is new.
  package var key: String

  package init(check: String, key: String) {
    self.check = check
    self.key = key
  }
}

extension Finding {
  /// The identities of all faults that are joined in it.
  package var identities: [FindingIdentity] {
    var known: Set<FindingIdentity> = []
    return traces.compactMap { trace in
      let key = (trace.parts + [trace.place.description, trace.level.rawValue]).joined(separator: " | ")
      let identity = FindingIdentity(check: trace.check, key: key)
      return known.insert(identity).inserted ? identity : nil
    }
  }
}

extension Fingerprint {
  /// The key of the first of a finding's identities.
  package static func key(of finding: Finding) -> String { finding.identities.first?.key ?? "" }

  /// The parts of a fault that are the same at every place.
  func parts(of finding: Finding) -> [String] {
    switch finding.rule {
    // Known as a wrong status it is known, however much could be found out about it.
    case .status, .noRoute: [operation, Rule.status.id, finding.status.map { "\($0)" } ?? ""]
    case .schema: [operation, rule.id, promise, finding.missingMember ?? ""]
    default: [operation, rule.id, promise] + subject.map(\.text)
    }
  }
}

extension Finding {
  /// The received status, if it is undocumented or shows a missing route.
  package var status: Int? {
    switch reason.core {
    case .answer(.status(let status)): status.code
    case .answer(.noRoute(let route)): route.code
    default: nil
    }
  }
}

extension Finding {
  /// The facts that distinguish two breaches of one promise; its wording only where no facts are known.
  fileprivate var subject: [String] {
    switch reason.core {
    // Accepted wrong calls differ by the expected status; a server error is the same fault for all of them.
    case .answer(.status(let status)):
      ["\(status.code)", status.phrase] + (status.isProbe && status.code < 500 ? status.promised : [])
    case .schema(let reason):
      if case .missing(let member) = reason.fact { [member] } else { [place.value?.memberName ?? ""] }
    case .answer(.duplicateKey(let key, _, _)): [key]
    case .rule(let reason): [reason.expression]
    case .poll(.transition(let from, let to, _, _, _, _)): [from, to]
    case .poll(.unknownState(let state, let known, _, _, _)): [known.joined(separator: ", "), state.abridged]
    case .stream(let reason): reason.subject
    case .words(let words): [words.expected, words.actual]
    default: []
    }
  }
}

extension StreamReason {
  /// The event that is out of place, without the event before it.
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
  /// True if it is about a server that cannot be reached, not about a response.
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
