import AssayContract
import AssayFindings
import AssayJSON

/// Comparisons of the values that variables send or expect, and of the steps before and after scenarios.
extension ChangeLog {
  mutating func compareVariables(_ around: Places) {
    operation = ""
    compareEntries(
      old.variables,
      new.variables,
      name: \.name,
      gone: { $0.note([], "variable \($1.name)", "the variable is gone", around.from($1.promise)) },
      come: { $0.note([], "variable \($1.name)", "the variable is new", around.to($1.promise)) },
      both: { log, before, now in
        let (subject, places) = ("variable \(now.name)", Places(before.promise, now.promise))
        log.compare(Compared.variable, subject, before, now, places)
        log.compareSchemas(.request, before.schema, now.schema, subject, places)
      }
    )
  }

  /// Compares the steps before and after a scenario's own, and the keeping of cookies. That these are sent is promised
  /// to no one.
  mutating func compareSurroundings(
    _ subject: String,
    _ old: JSONValue?,
    _ new: JSONValue?,
    _ keys: [String],
    _ around: Places
  ) {
    for key in keys {
      claim(around, key)
      let (before, now) = (old?[key], new?[key])
      guard before != now else { continue }
      // A client that keeps no cookies is refused where a session is needed.
      let breaks: Parties = key == "cookies" && now?.bool == true ? [.clients] : []
      let message = "`\(key)` is \(now?.brief ?? "not said") now, was \(before?.brief ?? "not said")"
      note(breaks, subject, message, places(around, key))
    }
  }
}

extension Compared where Part == Variable {
  /// The comparison of a variable. A rule that reads it expects a different value if its default changes.
  static var variable: [Compared] {
    func row(_ key: String, _ breaks: Parties, _ text: @escaping @Sendable (Variable) -> String?) -> Compared {
      .init(key, text, changed: .init(breaks) { "`\(key)` is \($0) now, was \($1)" })
    }
    return [
      row("default", [.clients, .backend]) { $0.usual?.normalText },
      row("example", []) { $0.example?.normalText },
      row("placeholder", []) { $0.placeholder?.normalText },
      row("secret", []) { $0.isSecret ? "true" : nil },
    ]
  }
}
