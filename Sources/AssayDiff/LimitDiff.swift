import AssayContract
import AssayFindings
import AssayJSON
import AssayText

/// Times that are promised differently.
enum LimitDiff {
  /// Compares the limit under `key`: a shorter one asks more of the backend, a longer one of the patience of clients.
  static func compare(
    _ key: String,
    _ subject: String,
    _ old: ContractNode,
    _ new: ContractNode,
    _ log: inout ChangeLog
  ) {
    let (before, now) = (old[key], new[key])
    switch (text(before), text(now)) {
    case (nil, nil): break
    case (let was?, nil): log.note([.clients], subject, "`\(key)`, which was \(was), is gone", before ?? old, new)
    case (nil, let limit?):
      log.note([.backend], subject, "`\(key)` is \(limit) now, and was not limited", old, now ?? new)
    case (let was?, let limit?):
      guard let before, let now else { break }
      log.compareLevels(.answer, "\(subject) \(key)", before, now)
      guard let shorter = Duration(written: limit), let longer = Duration(written: was), shorter != longer else {
        break
      }
      let isTighter = shorter < longer
      log.note([isTighter ? .backend : .clients], subject, "`\(key)` is \(limit) now, was \(was)", before, now)
    }
  }

  /// A limit in a word, or as an object that says more of it.
  static func text(_ node: ContractNode?) -> String? { node?.value.string ?? node?.string("limit") }
}
