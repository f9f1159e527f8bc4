package import AssayJSON
import AssayText

/// A parsed runtime expression (OpenAPI 3.1 section 4.8.20.4, Arazzo 1.0 section 4.7): its subject, and a place inside
/// the subject's value.
package struct Reference: Hashable, Sendable {
  package var subject: Subject
  /// The place inside the subject's value; empty for the whole value.
  package var pointer: JSONPointer
  /// The reference's text in the rule.
  package var text: String
  /// The column in the expression, from 1.
  package var column: Int

  /// The source that a reference reads from.
  package enum Subject: Hashable, Sendable {
    case exchange(ExchangePart)
    /// A part of a step's results, by the step's id.
    case step(String, StepPart)
    /// The output with this name that any step captured most recently: `$last.outputs.NAME`.
    case lastOutput(String)
    case event(EventPart)
    /// An array of the data of all events with this name in the current stream: `$events.NAME`.
    case events(String)
    /// The current item of the innermost quantifier.
    case item
    /// The current item of an enclosing quantifier, by the name that the quantifier gives it.
    case named(String)
    /// The position of the innermost quantifier's current item, from 0.
    case index
    /// The data of the event before the current one, or the body of the answer before the current one.
    case previous
    /// The time at which the current answer or event was received, in seconds since 1970: `now()`.
    case arrival
    /// A variable of the mock, with the member names after it.
    case variable([String])
  }

  /// The part of an exchange that a reference reads.
  package enum ExchangePart: Hashable, Sendable {
    case statusCode, method, url
    case path(String)
    case query(String)
    case requestHeader(String)
    case multipart(String)
    case requestBody
    case responseHeader(String)
    case responseBody
    /// The time to the complete answer, in milliseconds.
    case responseTime
  }

  /// The part of a step's results that a reference reads.
  package enum StepPart: Hashable, Sendable {
    case output(String)
    /// The step's last exchange.
    case exchange(ExchangePart)
    /// An array over all the step's answers or events.
    case all(AllPart)
  }

  /// The part that is read from each answer or event of a step.
  package enum AllPart: Hashable, Sendable {
    case whole
    case exchange(ExchangePart)
    case output(String)
    case event(EventPart)
  }

  /// The part of an event that a reference reads.
  package enum EventPart: String, Hashable, Sendable, CaseIterable {
    case name, id, index, data
  }
}

extension Reference {
  /// Makes a reference to the arrival of the current answer or event, written as `text`.
  init(arrivalWrittenAs text: String, column: Int) {
    subject = .arrival
    pointer = JSONPointer()
    self.text = text
    self.column = column
  }

  /// The names that may directly follow the dollar sign.
  static let roots = [
    "statusCode", "method", "url", "request", "response", "steps", "last", "event", "events", "item", "index",
    "previous",
  ]

  /// Names that an item may not have, because they mean something in expressions.
  static let taken = Set(roots + ["variables", "row", "run", "mock", "data", "resources", "true", "false", "null"])

  /// Parses a reference split at its dots and its `#`. `variables` are the further names that may follow the dollar
  /// sign; `nil` allows any. `items` are the names that the enclosing quantifiers give their items.
  init(
    names: [String],
    pointer: JSONPointer,
    text: String,
    column: Int,
    variables: Set<String>?,
    items: Set<String> = []
  ) throws(ExpressionError) {
    func failure(_ message: String, _ help: String) -> ExpressionError {
      ExpressionError(message: message, column: column, help: help)
    }
    self.text = text
    self.column = column
    self.pointer = pointer
    switch (names[0], names.count) {
    case ("item", 1): subject = .item
    case ("index", 1): subject = .index
    case ("previous", 1): subject = .previous
    case ("event", _):
      guard names.count == 2, let part = EventPart(rawValue: names[1]) else {
        throw failure("\(text) is not part of an event", EventPart.help)
      }
      subject = .event(part)
    case ("events", _):
      guard names.count == 2 else { throw failure("\(text) names no event", "write $events.NAME#/…") }
      subject = .events(names[1])
    case ("last", _):
      guard names.count == 3, names[1] == "outputs" else {
        throw failure("\(text) names no output", "write $last.outputs.NAME")
      }
      subject = .lastOutput(names[2])
    case ("steps", _):
      (subject, self.pointer) = try Self.step(names, pointer, failure)
    case ("statusCode", _), ("method", _), ("url", _), ("request", _), ("response", _):
      guard let (part, rest) = ExchangePart.reading(names[...]), rest.isEmpty else {
        throw failure("\(text) is not part of an exchange", ExchangePart.help(for: names))
      }
      subject = .exchange(part)
    case ("variables", _), ("row", _), ("run", _):
      // A kind of resource of the mock may have one of these names.
      if let variables, !variables.contains(names[0]) { try Self.checkOutside(names, text, variables, failure) }
      subject = .variable(names)
    case ("item", _), ("index", _), ("previous", _):
      throw failure("\(text) has no members after a dot", "write $\(names[0])#/name for its member `name`")
    case (let name, 1) where items.contains(name): subject = .named(name)
    case (let name, _) where items.contains(name):
      throw failure("\(text) has no members after a dot", "write $\(name)#/name for its member `name`")
    default:
      if let variables, !variables.contains(names[0]) {
        let known = Self.roots + Set(variables.map { String($0.prefix { $0 != "." }) }).sorted()
        throw failure("$\(names[0]) is unknown", Self.help(for: names[0], among: known))
      }
      subject = .variable(names)
    }
  }

  /// Checks that a reference to `$variables.NAME`, `$row.NAME` or `$run.NAME` has exactly one name and that the name is
  /// in `variables`.
  private static func checkOutside(
    _ names: [String],
    _ text: String,
    _ variables: Set<String>,
    _ failure: (String, String) -> ExpressionError
  ) throws(ExpressionError) {
    let root = names[0]
    guard names.count == 2 else {
      throw failure("\(text) names no value", "write $\(root).NAME, and $\(root).NAME#/… for a place inside it")
    }
    if variables.contains(names.joined(separator: ".")) { return }
    let known = variables.filter { $0.hasPrefix("\(root).") }.map { String($0.dropFirst(root.count + 1)) }.sorted()
    let (nobody, help, noun): (String, String, String)
    switch root {
    case "row":
      nobody = "$row is not available here"
      help = "give the scenario `examples`; only its steps can read them"
      noun = "the names in `examples`"
    case "run":
      nobody = "\(text) is only available in requests"
      help = "read what was sent: $request.body#/…, $request.query.NAME"
      noun = "what the runner gives a call"
    default:
      nobody = "the contract has no variables"
      help = "declare `\(names[1])` in `variables`"
      noun = "the variables there are"
    }
    if known.isEmpty { throw failure(nobody, help) }
    throw failure("\(text) is unknown", SpellingSuggestion.help(for: names[1], among: known, noun: noun))
  }

  private static func help(for name: String, among known: [String]) -> String {
    // A hyphen is part of a name, as in `Content-Type`, and so no minus sign.
    if let hyphen = name.firstIndex(of: "-"), known.contains(String(name[..<hyphen])) { return "put spaces around -" }
    if let nearest = SpellingSuggestion.nearest(to: name, among: known) { return "did you mean $\(nearest)?" }
    return "use one of " + known.map { "$" + $0 }.joined(separator: ", ")
  }

  private static func step(
    _ names: [String],
    _ pointer: JSONPointer,
    _ failure: (String, String) -> ExpressionError
  ) throws(ExpressionError) -> (Subject, JSONPointer) {
    let help =
      "use $steps.ID.outputs.NAME, $steps.ID.response.body#/…, $steps.ID.request.… or $steps.ID.all#/response/body/…"
    guard names.count >= 3 else { throw failure("the reference names no part of a step", help) }
    let id = names[1]
    switch names[2] {
    case "outputs" where names.count == 4:
      return (.step(id, .output(names[3])), pointer)
    case "all" where names.count == 3:
      guard let (part, rest) = AllPart.reading(pointer.tokens[...]) else {
        throw failure(
          "\(pointer) is not part of a response",
          "use #/response/body/…, #/response/statusCode, #/outputs/NAME, #/request/… or #/event/data/…"
        )
      }
      return (.step(id, .all(part)), JSONPointer(tokens: Array(rest)))
    default:
      guard let (part, rest) = ExchangePart.reading(names[2...]), rest.isEmpty else {
        throw failure("\(names[2...].joined(separator: ".")) is not part of a step", help)
      }
      return (.step(id, .exchange(part)), pointer)
    }
  }
}

extension Reference.ExchangePart {
  /// Returns advice for an unknown reference to a request or response: the correct spelling of `names`, or the list of
  /// valid references.
  static func help(for names: [String]) -> String {
    let known =
      names[0] == "response" ? ["body", "header", "time"] : ["path", "query", "header", "multipart", "body"]
    if names.count > 1, let nearest = SpellingSuggestion.nearest(to: names[1], among: known) {
      let needsName = nearest != "body" && nearest != "time"
      return needsName ? "write $\(names[0]).\(nearest).NAME" : "did you mean $\(names[0]).\(nearest)?"
    }
    return "use $statusCode, $method, $url, $request.path.NAME, $request.query.NAME, $request.header.NAME, "
      + "$request.multipart.NAME, $request.body#/…, $response.header.NAME, $response.body#/… or $response.time"
  }

  /// Reads a part from the first of `names`, and returns the remaining names with it; `nil` if they do not name a part.
  static func reading(_ names: ArraySlice<String>) -> (Self, ArraySlice<String>)? {
    guard let first = names.first else { return nil }
    let rest = names.dropFirst()
    switch first {
    case "statusCode": return (.statusCode, rest)
    case "method": return (.method, rest)
    case "url": return (.url, rest)
    case "request", "response": break
    default: return nil
    }
    guard let second = rest.first else { return nil }
    let tail = rest.dropFirst()
    switch (first, second) {
    case ("request", "body"): return (.requestBody, tail)
    case ("request", "method"): return (.method, tail)
    case ("request", "url"): return (.url, tail)
    case ("response", "body"): return (.responseBody, tail)
    case ("response", "time"): return (.responseTime, tail)
    case ("response", "statusCode"): return (.statusCode, tail)
    default: break
    }
    guard let name = tail.first else { return nil }
    let last = tail.dropFirst()
    switch (first, second) {
    case ("request", "path"): return (.path(name), last)
    case ("request", "query"): return (.query(name), last)
    case ("request", "header"): return (.requestHeader(name), last)
    case ("request", "multipart"): return (.multipart(name), last)
    case ("response", "header"): return (.responseHeader(name), last)
    default: return nil
    }
  }
}

extension Reference.EventPart {
  static let help = "use " + allCases.map { "$event.\($0.rawValue)" }.joined(separator: ", ")
}

extension Reference.AllPart {
  /// Reads a part from the first of `tokens`, and returns the remaining tokens with it; `nil` if they do not name a
  /// part.
  static func reading(_ tokens: ArraySlice<String>) -> (Self, ArraySlice<String>)? {
    guard let first = tokens.first else { return (.whole, tokens) }
    let rest = tokens.dropFirst()
    switch first {
    case "outputs":
      guard let name = rest.first else { return nil }
      return (.output(name), rest.dropFirst())
    case "event":
      guard let part = rest.first.flatMap(Reference.EventPart.init(rawValue:)) else { return nil }
      return (.event(part), rest.dropFirst())
    default:
      guard let (part, tail) = Reference.ExchangePart.reading(tokens) else { return nil }
      return (.exchange(part), tail)
    }
  }
}
