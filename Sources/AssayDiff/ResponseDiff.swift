import AssayContract
import AssayFindings
import AssayJSON

/// What is promised differently of an operation's answers.
enum ResponseDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let (before, now) = (old.table("responses"), new.table("responses"))
    let around = (old["responses"] ?? old, new["responses"] ?? new)
    var matched: Set<String> = []
    for response in before {
      if let counterpart = now.first(where: { $0.name == response.name }) ?? substitute(for: response, before, now) {
        matched.insert(counterpart.name)
        compareMatched(response, counterpart, &log)
      } else if let cover = cover(of: response, in: now) {
        let message = "the status has no promise of its own any longer; \(cover.name) covers it"
        log.note([], "answer \(response.name)", message, response, cover)
        comparePromises(response, cover, "answer \(response.name)", &log)
      } else {
        let isSuccess = StatusPattern(response.name)?.isSuccess == true
        log.note(isSuccess ? [.backend] : [], "answer \(response.name)", "the status is gone", response, around.1)
      }
    }
    for response in now where !matched.contains(response.name) {
      if let cover = cover(of: response, in: before) {
        let message = "the status has a promise of its own now; \(cover.name) covered it"
        log.note([], "answer \(response.name)", message, cover, response)
        comparePromises(cover, response, "answer \(response.name)", &log)
        continue
      }
      let isSuccess = StatusPattern(response.name)?.isSuccess == true
      log.note(isSuccess ? [.clients] : [], "answer \(response.name)", "the status is new", around.0, response)
    }
  }

  /// The one success in place of another: `2XX` where `200` was.
  private static func substitute(
    for response: ContractNode,
    _ old: [ContractNode],
    _ new: [ContractNode]
  ) -> ContractNode? {
    func isSuccess(_ node: ContractNode) -> Bool { StatusPattern(node.name)?.isSuccess == true }
    guard isSuccess(response), old.count(where: isSuccess) == 1, new.count(where: isSuccess) == 1 else { return nil }
    return new.first(where: isSuccess)
  }

  /// The class of statuses that speaks of an exact one, where nothing more particular does.
  private static func cover(of response: ContractNode, in others: [ContractNode]) -> ContractNode? {
    others.first { covers($0.name, response.name) && StatusPattern($0.name) != .default }
  }

  private static func compareMatched(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let subject = "answer \(old.name)"
    if old.name != new.name { compareStatuses(old, new, subject, &log) }
    comparePromises(old, new, subject, &log)
  }

  /// What is promised of answers of the one kind and of the other, whatever their statuses.
  static func comparePromises(
    _ old: ContractNode,
    _ new: ContractNode,
    _ subject: String,
    _ log: inout ChangeLog
  ) {
    log.compareLevels(.answer, subject, old, new)
    compareContents(old, new, subject, &log)
    compareBodies(old["body"], new["body"], subject, (old, new), &log)
    for name in ["nonEmpty", "json"] {
      let (before, now) = (isPromised(old["text"]?[name]), isPromised(new["text"]?[name]))
      let places = (old["text"]?[name] ?? old, new["text"]?[name] ?? new)
      if before, now { log.compareLevels(.answer, subject, places.0, places.1) }
      if !before, now { log.note([.backend], subject, "`\(name)` is promised of its text now", places.0, places.1) }
      if before, !now {
        log.note([.clients], subject, "`\(name)` is promised of its text no longer", places.0, places.1)
      }
    }
    log.comparePromises(
      "pattern",
      subject,
      old["text"]?.list("matches") ?? [],
      new["text"]?.list("matches") ?? [],
      around: (old, new),
      text: { $0.value.string ?? $0.string("pattern") ?? "" }
    )
    compareHeaders(old, new, subject, &log)
  }

  private static func isPromised(_ node: ContractNode?) -> Bool { node.map { $0.value.bool != false } ?? false }

  private static func compareStatuses(
    _ old: ContractNode,
    _ new: ContractNode,
    _ subject: String,
    _ log: inout ChangeLog
  ) {
    var breaks: Set<ContractChange.Party> = []
    // A class of statuses takes the place of one of its own, or the other way round.
    if !covers(old.name, new.name) { breaks.insert(.clients) }
    if !covers(new.name, old.name) { breaks.insert(.backend) }
    log.note(breaks, subject, "the status is \(new.name) now, was \(old.name)", old, new)
  }

  private static func covers(_ wide: String, _ narrow: String) -> Bool {
    guard let wide = StatusPattern(wide), case .exact(let code)? = StatusPattern(narrow) else { return false }
    return wide.matches(code)
  }

  private static func compareContents(
    _ old: ContractNode,
    _ new: ContractNode,
    _ subject: String,
    _ log: inout ChangeLog
  ) {
    func type(_ node: ContractNode?) -> String? { node?.value.string ?? node?.string("type") }
    let (before, now) = (old["content"], new["content"])
    switch (type(before), type(now)) {
    case (nil, nil): break
    case (let was?, nil):
      log.note([.clients], subject, "the media type \(was) is promised no longer", before ?? old, new)
    case (nil, let type?): log.note([.backend], subject, "the media type \(type) is promised now", old, now ?? new)
    case (let was?, let type?):
      if was != type {
        log.note([.clients, .backend], subject, "the media type is \(type) now, was \(was)", before ?? old, now ?? new)
      } else if let before, let now {
        log.compareLevels(.answer, "\(subject) content type", before, now)
      }
    }
  }

  /// Compares what is promised of a body, or of an event's data.
  static func compareBodies(
    _ old: ContractNode?,
    _ new: ContractNode?,
    _ subject: String,
    _ around: (ContractNode, ContractNode),
    _ log: inout ChangeLog
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let now?): log.note([.backend], subject, "a schema is promised now", around.0, now)
    case (let before?, nil): log.note([.clients], subject, "no schema is promised any longer", before, around.1)
    case (let before?, let now?):
      var diff = SchemaDiff(side: .answer, subject: subject)
      diff.compare([before], [now], at: JSONPointer(), &log)
    }
  }

  private static func compareHeaders(
    _ old: ContractNode,
    _ new: ContractNode,
    _ subject: String,
    _ log: inout ChangeLog
  ) {
    let (before, now) = (old.table("headers"), new.table("headers"))
    for header in before {
      guard let counterpart = now.first(where: { $0.name.lowercased() == header.name.lowercased() }) else {
        log.note([.clients], subject, "the header `\(header.name)` is promised no longer", header, new)
        continue
      }
      compareBodies(header, counterpart, "\(subject) header \(header.name)", (old, new), &log)
    }
    for header in now where !before.contains(where: { $0.name.lowercased() == header.name.lowercased() }) {
      log.note([.backend], subject, "the header `\(header.name)` is promised now", old, header)
    }
  }
}
