package import AssayJSON
import AssayText

/// The identity of a fault, by which repeated findings are merged: mainly the broken promise, not the received value.
package struct Fingerprint: Hashable, Sendable {
  /// The set of findings within which equal faults are merged.
  package enum Scope: Sendable {
    /// The findings about one response: a promise broken by several items of one array is one fault, but one broken by
    /// two members is two.
    case answer
    /// The findings of a run: a promise counts as broken once, even if several places of the contract refer to it.
    case run
  }

  package var rule: Rule
  package var operation: String
  /// The JSON Pointer of the promise; empty if it does not matter to the identity.
  package var promise: String
  /// The texts that distinguish faults of one promise, such as the missing member or the received value.
  package var subject: [ExactText]
  /// The place, if it is part of the identity.
  package var place: Place?

  package init(rule: Rule, operation: String, promise: String = "", subject: [String] = [], place: Place? = nil) {
    self.rule = rule
    self.operation = operation
    self.promise = promise
    self.subject = subject.map(ExactText.init)
    self.place = place
  }

  /// Makes the fingerprint of a finding's fault, from its rule, place and reason.
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

  /// True if faults of the same kind can differ in subject or place.
  package var isOneOfMany: Bool { !subject.isEmpty || place != nil }

  /// The fingerprint without ``subject`` and ``place``, which is equal for all faults of the same kind.
  package var kind: Fingerprint { Fingerprint(rule: rule, operation: operation, promise: promise) }
}

/// The identity by which a baseline recognises a fault: the same in each run and release, and unique within a run.
package struct FindingIdentity: Hashable, Sendable, Codable {
  package var check: String
  /// A text made of the operation, the rule, the broken promise, the place and the level. It contains the received
  /// value only if the value itself is the fault.
  package var key: String

  package init(check: String, key: String) {
    self.check = check
    self.key = key
  }
}

extension Finding {
  /// The identities of all faults merged into the finding.
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
  /// Returns the key of the finding's first identity; empty if it has none.
  package static func key(of finding: Finding) -> String { finding.identities.first?.key ?? "" }

  /// Returns the texts that identify the fault of `finding`, apart from its place: operation, rule and promise.
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
  /// The received status, if the finding is about an undocumented status or a missing route; otherwise `nil`.
  package var status: Int? {
    switch reason.core {
    case .answer(.status(let status)): status.code
    case .answer(.noRoute(let route)): route.code
    default: nil
    }
  }
}

extension Finding {
  /// The texts that distinguish two faults of one promise; the message if the reason has no structured data.
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
  /// The names of the events that the fault is about; the events before them do not count. Empty if the fault is not
  /// about the order or the names of events.
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
  /// True if the finding is about a server that cannot be reached, not about a response.
  package var isAboutServer: Bool { if case .server = place.part { true } else { false } }

  /// True if the finding is about a status, and shows a line of the stack trace in the body.
  package var showsTrace: Bool {
    if case .answer(.status(let status)) = reason.core { status.trace != nil } else { false }
  }
}

extension Finding {
  /// The name of the event that was received out of order; `nil` if the finding is not about that.
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
  /// The name of the missing member; `nil` if the finding is not about one.
  package var missingMember: String? {
    if case .schema(let reason) = reason.core, case .missing(let member) = reason.fact { member } else { nil }
  }
}
