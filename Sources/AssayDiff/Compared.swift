import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// The parties that a change breaks.
typealias Parties = Set<ContractChange.Party>

/// A row of the table of comparisons: one property of a part of a contract, with the wording of changes and the parties
/// they break.
struct Compared<Part>: Sendable {
  /// The parties that a change breaks, and the function that makes the words for it from the new and the old text.
  struct Told: Sendable {
    let breaks: Parties
    let words: @Sendable (_ now: String, _ was: String) -> String

    init(_ breaks: Parties, _ words: @escaping @Sendable (_ now: String, _ was: String) -> String) {
      self.breaks = breaks
      self.words = words
    }
  }

  /// The key under which the contract writes the property.
  let key: String
  /// Returns the property of the part, for people; `nil` if absent.
  let text: @Sendable (Part) -> String?
  /// Returns the property of the part, as text that is equal for equal meanings.
  let meaning: @Sendable (Part) -> String?
  let changed: Told
  /// The message for an added property; `nil` if the message for a changed one is used, with an empty old text.
  let come: Told?
  let gone: Told?
  /// Returns true if the first part allows all that the second one does; `nil` if the property does not show it.
  let covers: (@Sendable (Part, Part) -> Bool)?

  init(
    _ key: String,
    _ text: @escaping @Sendable (Part) -> String?,
    meaning: (@Sendable (Part) -> String?)? = nil,
    changed: Told,
    come: Told? = nil,
    gone: Told? = nil,
    covers: (@Sendable (Part, Part) -> Bool)? = nil
  ) {
    self.key = key
    self.text = text
    self.meaning = meaning ?? text
    self.changed = changed
    self.come = come
    self.gone = gone
    self.covers = covers
  }

  /// Returns the words for the change from `old` to `new`, and the parties it breaks; `nil` if both are equal.
  func told(_ old: Part, _ new: Part) -> (breaks: Parties, message: String)? {
    guard meaning(old) != meaning(new) else { return nil }
    let (was, now) = (text(old), text(new))
    let told = was == nil ? come : now == nil ? gone : nil
    let row = told ?? changed
    var breaks = row.breaks
    if told == nil, let covers {
      // What is allowed in addition breaks clients, what is allowed no longer the backend.
      if covers(old, new) { breaks.remove(.clients) }
      if covers(new, old) { breaks.remove(.backend) }
      if breaks.isEmpty { return nil }
    }
    return (breaks, row.words(now ?? "not said", was ?? "not said"))
  }
}

extension Compared where Part == ServerDefinition {
  /// The comparison of a server. Its URL is a default for runs, not a promise.
  static var server: [Compared] {
    [.init("url", { $0.url }, changed: .init([]) { "the URL is \($0) now, was \($1)" })]
  }
}

extension Compared where Part == Operation {
  static var server: [Compared] {
    [.init("server", { $0.server }, changed: .init([.clients]) { "it is on the server \($0) now, was on \($1)" })]
  }

  static var redirects: [Compared] {
    [
      .init(
        "redirects",
        { $0.followsRedirects ? "followed" : "judged" },
        changed: .init([.clients, .backend]) { "redirects are \($0) now, were \($1)" }
      )
    ]
  }

  static var retry: [Compared] {
    [
      .init(
        "retry",
        \.retry?.described,
        changed: .init([.clients, .backend]) { "it is called again after \($0) now, was after \($1)" },
        come: .init([.clients]) { now, _ in "it is called again after \(now) now" },
        gone: .init([.backend]) { _, was in "it is called again after \(was) no longer" },
        covers: { $0.retry?.covers($1.retry) == true }
      )
    ]
  }

  /// The comparison of an operation's `client` and `probe`: whether documented clients call it, and whether it is
  /// probed.
  static var callers: [Compared] {
    [
      .init(
        "client",
        { $0.isCalled ? nil : "false" },
        changed: .init([]) { now, _ in now },
        come: .init([]) { _, _ in "no documented client calls it now" },
        gone: .init([]) { _, _ in "documented clients call it now" }
      ),
      .init(
        "probe",
        { $0.isProbed.map(String.init) },
        changed: .init([]) { "`probe` is \($0) now, was \($1)" }
      ),
    ]
  }

  static var interaction: [Compared] {
    [
      .init(
        "",
        { operation in
          switch operation.interaction {
          case .exchange: "one answer"
          case .poll: "polled"
          case .stream: "a stream"
          }
        },
        changed: .init([.clients, .backend]) { "it is \($0) now, was \($1)" }
      )
    ]
  }
}

extension Compared where Part == RequestTemplate {
  /// The comparison of a body's content coding: the backend must support a new coding, and clients can no longer use a
  /// removed one.
  static var coding: [Compared] {
    [
      .init(
        "contentCoding",
        { $0.contentCoding == .identity ? nil : $0.contentCoding.rawValue },
        changed: .init([.clients, .backend]) { "the body is sent as \($0) now, was as \($1)" },
        come: .init([.backend]) { now, _ in "the body is sent as \(now) now" },
        gone: .init([.clients]) { _, was in "the body is sent as \(was) no longer" }
      )
    ]
  }
}

extension Compared where Part == SentPart {
  static var sent: [Compared] {
    [
      .init(
        "",
        { $0.isRequired ? "required" : nil },
        changed: .init([.clients, .backend]) { now, _ in now },
        come: .init([.clients]) { _, _ in "it is required now" },
        gone: .init([.backend]) { _, _ in "it may be left out now" }
      ),
      // A header in one word has this value and no other.
      .init(
        "",
        { $0.fixed.map { "`\($0)`" } },
        changed: .init([.clients, .backend]) { "it is \($0) now, was \($1)" },
        come: .init([.clients]) { now, _ in "it is \(now) now, was free" },
        gone: .init([.backend]) { _, was in "it is free now, was \(was)" }
      ),
      .init(
        "content",
        \.content,
        meaning: { $0.content?.lowercased() },
        changed: .init([.clients, .backend]) { "its media type is \($0) now, was \($1)" },
        come: .init([.clients]) { "its media type is \($0) now, was \($1)" },
        gone: .init([.backend]) { "its media type is \($0) now, was \($1)" }
      ),
      .init(
        "style",
        { $0.style?.description },
        changed: .init([.clients, .backend]) { "its lists are written as \($0) now, were as \($1)" },
        come: .init([.clients, .backend]) { now, _ in "its lists are written as \(now) now" },
        gone: .init([.clients, .backend]) { _, was in "its lists are no longer written as \(was)" }
      ),
      .init(
        "allowReserved",
        { $0.allowsReserved ? "true" : nil },
        changed: .init([.clients, .backend]) { now, _ in now },
        come: .init([.clients, .backend]) { _, _ in "its reserved characters are sent as they are now" },
        gone: .init([.clients, .backend]) { _, _ in "its reserved characters are percent-encoded now" }
      ),
    ]
  }
}

extension Compared where Part == ResponsePromise {
  static var content: [Compared] {
    [
      .init(
        "content",
        { $0.content?.mediaRange },
        meaning: { $0.content?.mediaRange.lowercased() },
        changed: .init([.clients, .backend]) { "the media type is \($0) now, was \($1)" },
        come: .init([.backend]) { now, _ in "the media type \(now) is promised now" },
        gone: .init([.clients]) { _, was in "the media type \(was) is promised no longer" }
      )
    ]
  }
}

extension Compared where Part == PollPromise {
  static var state: [Compared] {
    [
      .init(
        "state",
        \.state.description,
        meaning: \.state.normalForm,
        changed: .init([.clients, .backend]) { "the state is at `\($0)` now, was at `\($1)`" }
      ),
      .init(
        "ignoreCase",
        { $0.ignoresCase ? "true" : nil },
        changed: .init([.clients, .backend]) { now, _ in now },
        come: .init([.clients]) { _, _ in "a state may now have any case" },
        gone: .init([.backend]) { _, _ in "a state must now have its exact case" }
      ),
      .init(
        "retry",
        \.tolerance?.described,
        changed: .init([.clients, .backend]) { "the statuses tolerated before the end are now \($0), were \($1)" },
        come: .init([.clients]) { now, _ in "\(now), are now tolerated before the end" },
        gone: .init([.backend]) { _, was in "\(was), are no longer tolerated before the end" },
        covers: { $0.tolerance?.covers($1.tolerance) == true }
      ),
    ]
  }

  /// The comparison of the interval between clients' requests, which is their own choice, so that no one relies on it.
  static var every: [Compared] {
    [
      .init(
        "every",
        \.pace.every.text,
        meaning: { "\($0.pace.every.duration)" },
        changed: .init([]) { "`every` is \($0) now, was \($1)" }
      ),
      .init(
        "after",
        { $0.pace.after == .zero ? nil : $0.pace.after.spoken },
        changed: .init([]) { "`after` is \($0) now, was \($1)" }
      ),
    ]
  }
}

extension Compared where Part == StatePromise {
  static var state: [Compared] {
    [
      .init(
        "",
        { $0.isFinal ? "final" : nil },
        changed: .init([.clients, .backend]) { now, _ in now },
        come: .init([.clients, .backend]) { _, _ in "the state is final now" },
        gone: .init([.clients, .backend]) { _, _ in "the state is final no longer" }
      )
    ]
  }
}

extension Compared where Part == StreamPromise {
  static var format: [Compared] {
    [
      .init(
        "format",
        \.formatName,
        changed: .init([.clients, .backend]) { "its format is \($0) now, was \($1)" }
      ),
      .init(
        "endless",
        { $0.isEndless ? "true" : nil },
        changed: .init([.clients, .backend]) { now, _ in now },
        come: .init([.clients]) { _, _ in "it has no end now, and may stay silent" },
        gone: .init([.backend]) { _, _ in "it has an end now" }
      ),
      .init(
        "send",
        { $0.messages.isEmpty ? nil : $0.messages.written },
        changed: .init([.backend]) { "a client sends \($0) now, sent \($1)" },
        come: .init([.backend]) { now, _ in "a client sends \(now) now" },
        gone: .init([.backend]) { _, was in "a client sends nothing now, sent \(was)" }
      ),
    ]
  }
}

extension Tolerance {
  /// The statuses, and how many in a row.
  fileprivate var described: String {
    "\(statuses.map(\.description).joined(separator: ", ")), \(atMost) in a row"
  }

  /// Returns true if all that `other` tolerates is tolerated.
  fileprivate func covers(_ other: Tolerance?) -> Bool {
    guard let other, atMost >= other.atMost else { return false }
    return other.statuses.allSatisfy { status in statuses.contains { $0 == status || $0.covers(status) } }
  }
}

extension [ClientMessage] {
  /// The messages in order, each with the event it follows, as text.
  var written: String {
    map { message in
      message.data.normalText + (message.operation.map { " by \($0)" } ?? "")
        + (message.after.map { " after \($0)" } ?? "")
    }.joined(separator: ", then ")
  }
}

extension Compared where Part == EventPromise {
  static var event: [Compared] {
    [
      .init(
        "",
        { $0.isFinal ? "always" : $0.finalWhen.map { "where \($0.text)" } ?? "never" },
        meaning: { $0.isFinal ? "always" : $0.finalWhen.map { "where \($0.normalForm)" } ?? "never" },
        changed: .init([.clients, .backend]) { "it ends the stream \($0) now, did \($1)" }
      ),
      .init(
        "name",
        { $0.wireName },
        changed: .init([.clients, .backend]) { "it is now `\($0)`, was `\($1)`" }
      ),
      .init(
        "when",
        { $0.condition?.text },
        meaning: { $0.condition?.normalForm },
        changed: .init([.clients, .backend]) { "it is recognised by `\($0)` now, was by `\($1)`" }
      ),
      .init(
        "text",
        { $0.text?.described },
        changed: .init([.clients, .backend]) { "its text is \($0) now, was \($1)" },
        come: .init([.clients, .backend]) { now, _ in "its data is \(now) now" },
        gone: .init([.clients, .backend]) { _, was in "its data is \(was) no longer" }
      ),
    ]
  }
}
