import AssayContract
import AssayFindings
import AssayJSON

/// What has to be sent differently: whatever is asked of clients beyond what was breaks those there are.
enum RequestDiff {
  static func compare(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    let (before, now) = (call(old), call(new))
    if general(before) != general(now) {
      log.note(
        [.clients, .backend],
        "request",
        "the call is \(now) now, was \(before)",
        old["path"] ?? old,
        new["path"] ?? new
      )
    }
    for (table, noun) in [("query", "query parameter"), ("headers", "header"), ("multipart", "part")] {
      compareTable(table, noun, old, new, &log)
    }
    // Path parameters have no names on the wire, only places.
    for (before, now) in zip(pathParameters(old), pathParameters(new)) {
      compareSchemas("request path \(now.name)", before["schema"], now["schema"], (before, now), &log)
    }
    compareBodies(old, new, &log)
  }

  private static func call(_ node: ContractNode) -> String {
    "\(node.string("method") ?? "GET") \(node.string("path") ?? "")"
  }

  /// The path with its parameters' names left out.
  private static func general(_ call: String) -> String {
    var isInside = false
    return call.reduce(into: "") { text, character in
      if character == "{" { isInside = true }
      if !isInside || character == "{" { text.append(character) }
      if character == "}" { isInside = false }
    }
  }

  private static func pathParameters(_ node: ContractNode) -> [ContractNode] {
    let path = node.string("path") ?? ""
    let places = node.table("parameters").compactMap { parameter in
      path.firstRange(of: "{\(parameter.name)").map {
        (parameter, path.distance(from: path.startIndex, to: $0.lowerBound))
      }
    }
    return places.sorted { $0.1 < $1.1 }.map(\.0)
  }

  private static func compareTable(
    _ table: String,
    _ noun: String,
    _ old: ContractNode,
    _ new: ContractNode,
    _ log: inout ChangeLog
  ) {
    let (before, now) = (old.table(table), new.table(table))
    func matches(_ left: ContractNode, _ right: ContractNode) -> Bool {
      table == "headers" ? left.name.lowercased() == right.name.lowercased() : left.name == right.name
    }
    for parameter in before {
      let subject = "request \(noun) \(parameter.name)"
      guard let counterpart = now.first(where: { matches($0, parameter) }) else {
        log.note([.clients], subject, "the \(noun) `\(parameter.name)` is gone", parameter, new)
        continue
      }
      compare(parameter, counterpart, subject, &log)
    }
    for parameter in now where !before.contains(where: { matches($0, parameter) }) {
      let required = isRequired(parameter)
      log.note(
        required ? [.clients] : [],
        "request \(noun) \(parameter.name)",
        "the \(noun) `\(parameter.name)` is new, and \(required ? "required" : "may be left out")",
        old,
        parameter
      )
    }
  }

  /// A header in one word is sent as it stands; anything else says whether it is.
  private static func isRequired(_ node: ContractNode) -> Bool {
    node.value.kind == .object ? node.value["required"]?.bool ?? true : true
  }

  private static func compare(_ old: ContractNode, _ new: ContractNode, _ subject: String, _ log: inout ChangeLog) {
    if isRequired(old) != isRequired(new) {
      let now = isRequired(new)
      log.note([now ? .clients : .backend], subject, now ? "it is required now" : "it may be left out now", old, new)
    }
    // A header in one word has this value and no other.
    let (fixed, value) = (old.value.string, new.value.string)
    if fixed != value {
      let (was, now) = (fixed.map { "`\($0)`" } ?? "free", value.map { "`\($0)`" } ?? "free")
      log.note(parties(fixed, value), subject, "it is \(now) now, was \(was)", old, new)
    }
    let (before, now) = (old.string("content"), new.string("content"))
    if before != now {
      let message = "its media type is \(now ?? "not said") now, was \(before ?? "not said")"
      log.note(parties(before, now), subject, message, old, new)
    }
    compareSchemas(subject, old["schema"], new["schema"], (old, new), &log)
  }

  /// Whom it breaks that what is sent is held to another value, to one, or to none any longer.
  private static func parties(_ old: String?, _ new: String?) -> Set<ContractChange.Party> {
    switch (old, new) {
    case (nil, _): [.clients]
    case (_, nil): [.backend]
    default: [.clients, .backend]
    }
  }

  private static func compareBodies(_ old: ContractNode, _ new: ContractNode, _ log: inout ChangeLog) {
    switch (old["body"], new["body"]) {
    case (nil, nil): break
    case (let before?, nil): log.note([.clients], "request body", "the body is gone", before, new)
    case (nil, let now?):
      let required = now.value["required"]?.bool ?? true
      log.note(required ? [.clients] : [], "request body", "the body is new", old, now)
    case (let before?, let now?): compare(before, now, "request body", &log)
    }
  }

  private static func compareSchemas(
    _ subject: String,
    _ old: ContractNode?,
    _ new: ContractNode?,
    _ around: (ContractNode, ContractNode),
    _ log: inout ChangeLog
  ) {
    switch (old, new) {
    case (nil, nil): break
    case (nil, let now?): log.note([.clients], subject, "it has a schema now", around.0, now)
    case (let before?, nil): log.note([.backend], subject, "its schema is gone", before, around.1)
    case (let before?, let now?):
      var diff = SchemaDiff(side: .request, subject: subject)
      diff.compare([before], [now], at: JSONPointer(), &log)
    }
  }
}
