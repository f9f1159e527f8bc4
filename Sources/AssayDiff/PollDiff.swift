import AssayContract
import AssayFindings
import AssayJSON

/// What is promised differently of a job that is polled.
enum PollDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let (before, now) = (old.string("state") ?? "", new.string("state") ?? "")
    if before != now {
      log.note([.clients, .backend], "poll", "the state is at `\(now)` now, was at `\(before)`", old, new)
    }
    compareStates(old, new, &log)
    compareNames("initial", "job may be seen first as", old, new, emptyIsAll: true, &log)
    ValueDiff.compare("poll", old, new, &log)
    LimitDiff.compare("within", "poll", old, new, &log)
    // How often clients ask is their own choice: nobody relies on it.
    let (was, interval) = (LimitDiff.text(old["every"]), LimitDiff.text(new["every"]))
    if was != interval {
      let message = "`every` is \(interval ?? "not said") now, was \(was ?? "not said")"
      log.note([], "poll", message, old["every"] ?? old, new["every"] ?? new)
    }
    for key in ["stable", "progress"] {
      switch (old[key], new[key]) {
      case (nil, nil): break
      case (let before?, nil): log.note([.clients], "poll", "`\(key)` is promised no longer", before, new)
      case (nil, let now?): log.note([.backend], "poll", "`\(key)` is promised now", old, now)
      case (let before?, let now?): compareSwitches(key, before, now, &log)
      }
    }
  }

  /// What is promised or not, in a word: its level.
  private static func compareSwitches(_ key: String, _ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    func level(_ node: ContractNode) -> Level { node.value.string.flatMap(Level.init(rawValue:)) ?? node.level }
    let (before, now) = (level(old), level(new))
    guard before != now else { return }
    let message = "the level of `\(key)` is \(now.rawValue) now, was \(before.rawValue)"
    log.note([now > before ? .backend : .clients], "poll", message, old, new)
  }

  private static func compareStates(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let (before, now) = (old.table("states"), new.table("states"))
    for state in before {
      let subject = "state \(state.name)"
      guard let counterpart = now.first(where: { $0.name == state.name }) else {
        log.note([.backend], subject, "the state is gone", state, new["states"] ?? new)
        continue
      }
      log.compareLevels(.answer, subject, state, counterpart)
      let (wasFinal, isFinal) = (state.value["final"]?.bool ?? false, counterpart.value["final"]?.bool ?? false)
      if wasFinal != isFinal {
        let message = isFinal ? "the state is final now" : "the state is final no longer"
        log.note([.clients, .backend], subject, message, state, counterpart)
      }
      compareNames("next", "state may be followed by", state, counterpart, emptyIsAll: false, &log)
      ResponseDiff.compareBodies(state["body"], counterpart["body"], subject, (state, counterpart), &log)
      ValueDiff.compareRules(subject, state, counterpart, around: (state, counterpart), &log)
    }
    for state in now where !before.contains(where: { $0.name == state.name }) {
      log.note([.clients], "state \(state.name)", "the state is new", old["states"] ?? old, state)
    }
  }

  /// Compares a list of states that may come: each more is one clients do not expect, each less one the backend has to
  /// do without.
  private static func compareNames(
    _ key: String,
    _ words: String,
    _ old: ContractNode,
    _ new: ContractNode,
    emptyIsAll: Bool,
    _ log: inout ChangeLog
  ) {
    func names(_ node: ContractNode) -> [String] { node.value[key]?.items.compactMap(\.string) ?? [] }
    let (before, now) = (names(old), names(new))
    let subject = key == "next" ? "state \(old.name)" : "poll"
    let places = (old[key] ?? old, new[key] ?? new)
    if emptyIsAll, before.isEmpty != now.isEmpty {
      let message =
        now.isEmpty ? "a job may be seen first in any state now" : "a \(words) \(now.joined(separator: ", ")) only now"
      log.note([now.isEmpty ? .clients : .backend], subject, message, places.0, places.1)
      return
    }
    for name in now where !before.contains(name) {
      log.note([.clients], subject, "the \(words) \(name) now", places.0, places.1)
    }
    for name in before where !now.contains(name) {
      log.note([.backend], subject, "the \(words) \(name) no longer", places.0, places.1)
    }
  }
}
