import AssayContract
import AssayFindings
import AssayJSON

/// The keys of a contract that a comparison reads, or that promise nothing.
///
/// Both contracts are walked as JSON. A difference under any other key is not classified, and counts as breaking until a
/// comparison knows the key.
indirect enum ClassifiedKeys: Sendable {
  /// All inside is classified.
  case all
  /// The keys of an object; of a key that is not listed, nothing is.
  case keys([String: ClassifiedKeys])
  /// The members of a table, by their names. One that is new or gone is a change of its own.
  case table(ClassifiedKeys)

  /// The same for several keys of an object.
  private static func all(_ names: [String], and others: [String: ClassifiedKeys] = [:]) -> ClassifiedKeys {
    .keys(others.merging(names.map { ($0, .all) }) { first, _ in first })
  }

  static let contract = all(
    [
      "$schema", "contract", "service", "title", "description", "documents", "notes", "mock", "$defs", "security",
      // Schemes are compared where operations use them, and environments are addresses for runs.
      "securitySchemes", "environments", "before", "after", "groups", "cookies",
    ],
    and: [
      "servers": .table(all(["url", "description", "source"])), "operations": .table(operation),
      "scenarios": .table(
        all(["summary", "source", "tags", "steps", "invariants", "examples", "before", "after", "cookies"])
      ),
      "variables": .table(all(["schema", "default", "example", "placeholder", "secret", "description"])),
    ]
  )

  private static let operation = all(
    [
      "summary", "source", "level", "server", "responses", "invariants", "within", "security", "redirects", "mock",
    ],
    and: [
      "request": all(["method", "path", "parameters", "query", "headers", "multipart", "body", "contentCoding"]),
      "poll": all(
        [
          "state", "ignoreCase", "after", "retry", "states", "initial", "constant", "nondecreasing", "every", "within",
          "stable", "progress", "invariants", "examples", "level", "source",
        ]
      ),
      "stream": all(
        [
          "format", "send", "events", "order", "constant", "nondecreasing", "first", "silence", "within", "resume",
          "invariants", "examples", "level", "source",
        ]
      ),
    ]
  )
}

extension ChangeLog {
  /// Notes each key whose values differ and that is not classified, unless a comparison noted what is inside.
  mutating func noteUnclassified() {
    compare(old.document.root, new.document.root, at: JSONPointer(), .contract)
  }

  private mutating func compare(
    _ before: JSONValue?,
    _ now: JSONValue?,
    at pointer: JSONPointer,
    _ keys: ClassifiedKeys?
  ) {
    guard before != now else { return }
    switch (keys, before, now) {
    case (.all, _, _): break
    case (.table(let entry), let before?, let now?):
      for member in before.members {
        if let other = now[member.key] { compare(member.value, other, at: pointer.appending(member.key), entry) }
      }
    case (.keys(let known), let before?, let now?):
      for name in Self.names(of: before, and: now) where !name.hasPrefix("x-") {
        compare(before[name], now[name], at: pointer.appending(name), known[name])
      }
    // A poll or a stream that is new or gone is a change of its own.
    case (.table, _, _), (.keys, _, _): break
    case (nil, _, _):
      if hasChange(inside: pointer) { return }
      let (place, was, becomes) = Self.firstDifference(before, now, at: pointer)
      let places = Places(old: pointer.parent ?? pointer, new: pointer.parent ?? pointer)
      let message =
        "`\(place)` is \(becomes?.brief ?? "not said") now, was \(was?.brief ?? "not said"); "
        + "not classified"
      note([.clients, .backend], pointer.description, message, self.places(places, pointer.tokens.last ?? ""))
    }
  }

  private static func names(of before: JSONValue, and now: JSONValue) -> [String] {
    let known = before.members.map(\.key)
    return known + now.members.map(\.key).filter { !known.containsExactly($0) }
  }

  /// The first place inside two values at which they differ, with what they have there.
  private static func firstDifference(
    _ before: JSONValue?,
    _ now: JSONValue?,
    at pointer: JSONPointer
  ) -> (place: JSONPointer, before: JSONValue?, now: JSONValue?) {
    guard let before, let now, before.kind == now.kind else { return (pointer, before, now) }
    let tokens =
      before.kind == .array
      ? (0..<max(before.count, now.count)).map(String.init) : Self.names(of: before, and: now)
    for token in tokens {
      let (left, right) = (before[JSONPointer(tokens: [token])], now[JSONPointer(tokens: [token])])
      if left != right { return firstDifference(left, right, at: pointer.appending(token)) }
    }
    return (pointer, before, now)
  }
}
