import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySchema
import AssayText

/// The explanation of a mutant that broke no promise: a promise is missing in the contract, or the contract rightly
/// does not restrict the change.
struct MutantAppraisal {
  /// The explanation of a surviving mutant.
  enum Meaning {
    /// No promise is missing; the text gives the reason.
    case equivalent(String)
    case missing(ContractAudit.Remedy?)
  }

  let contract: Contract
  /// The original observation.
  let observation: Observation
  /// The conforming response bodies of each operation, by its name.
  let bodies: [String: [JSONValue]]
  /// The lines of the available documents, by name.
  let documents: [String: [String]]

  func meaning(of mutant: Mutant) -> Meaning {
    if contract.operation(named: mutant.operation)?.isCalled == false {
      return .equivalent("the documented client does not make this call")
    }
    if let value = mutant.value { return meaning(of: mutant, value) }
    switch mutant.change {
    case .status: return status(mutant)
    case .mediaType:
      // A body that is not described may come in any form.
      guard mutant.isDescribed else { return .equivalent("the contract does not describe the body") }
      return missing(#""content": "application/json""#, at: mutant.promise?.pointer)
    case .headerLeftOut: return .equivalent("the contract lets it be left out")
    case .headerChanged: return .equivalent("the contract allows every value")
    case .eventAfterEnd: return .equivalent("clients do not read on after the end")
    case .eventLeftOut, .eventDoubled, .eventRenamed, .eventsSwapped, .cut:
      return .equivalent("the order of events allows it")
    case .earlierAnswer:
      guard let exchange, let echo = RequestEcho(in: exchange) else {
        return .equivalent("nothing in it says which request it belongs to")
      }
      return rule("$response.body#\(echo.member) == \(echo.request)", mutant)
    case .otherID: return otherID(mutant)
    case .changesAfterEnd: return missing("\"stable\": \"must\"", at: mutant.promise?.pointer)
    default: return .missing(nil)
    }
  }

  private var exchange: Exchange? {
    switch observation.content {
    case .exchange(let exchange): exchange
    case .poll(let poll): poll.answers.last?.exchange
    case .stream, .absent: nil
    }
  }

  /// Returns the explanation of a changed status. A promise is missing only if the cited lines contain the original
  /// status.
  private func status(_ mutant: Mutant) -> Meaning {
    let status = observation.content.lastStatus.map(String.init) ?? ""
    let cited = (mutant.promise?.sources ?? []).flatMap { source in
      (documents[source.document] ?? []).dropFirst(source.lines.lowerBound - 1).prefix(source.lines.count)
    }
    let isStated = cited.contains { line in line.split { !$0.isNumber && !$0.isLetter }.contains { $0 == status } }
    guard isStated, let promise = mutant.promise else {
      return .equivalent(
        documents.isEmpty
          ? "the contract allows this status" : "the cited lines state no status, and the contract allows it"
      )
    }
    return missing("\"\(status)\": {}", at: promise.pointer.parent)
  }

  // MARK: Values

  private func meaning(of mutant: Mutant, _ value: MutatedValue) -> Meaning {
    let schema = value.schema.parts.first?.pointer
    switch mutant.change {
    case .leftOut: return .equivalent("the contract lets it be left out")
    case .null where value.schema.types.contains(.null): return .equivalent("the contract allows null")
    case .null, .otherType:
      let type = JSONTypes(of: value.old).names.first ?? "string"
      return missing("\"type\": \"\(type)\"", at: schema)
    case .empty where value.isUnread, .outOfRange where value.isUnread, .itemDoubled where value.isUnread:
      return .equivalent("the documented client does not read it")
    case .empty where values(at: value.path, of: mutant).contains(where: \.isEmptyText):
      return .equivalent("it is empty in a conforming response")
    case .empty: return empty(value, schema)
    case .outOfRange:
      let isNegative = values(at: value.path, of: mutant).contains { ($0.double ?? 0) < 0 }
      if isNegative { return .equivalent("no bound is documented, and the number may be negative") }
      return missing(#""minimum": 0"#, at: schema)
    case .otherListed: return .equivalent("the contract lists this value too")
    case .flipped where value.isUnread, .itemLeftOut where value.isUnread:
      return .equivalent("the documented client does not read it")
    case .flipped: return flipped(mutant, value)
    case .itemLeftOut: return itemLeftOut(mutant, value)
    case .otherText: return otherText(mutant, value)
    case .itemDoubled: return doubled(value, schema)
    case .itemsSwapped:
      guard let member = SortedMember(of: Array(value.old.items)) else { return .missing(nil) }
      let order = member.isDescending ? "descending" : "ascending"
      let by = member.pointer.isEmpty ? "" : "\"by\": \"\(member.pointer)\", "
      return missing("\"sorted\": { \(by)\"order\": \"\(order)\" }", at: schema)
    default: return .missing(nil)
    }
  }

  /// Returns the values at `path` in all conforming responses of the mutant's operation.
  private func values(at path: ValuePath, of mutant: Mutant) -> [JSONValue] {
    path.steps.reduce(bodies[mutant.operation] ?? []) { values, step in
      values.flatMap { value -> [JSONValue] in
        switch step {
        case .member(let name): value[name].map { [$0] } ?? []
        case .item: Array(value.items) + value.members.map(\.value)
        }
      }
    }
  }

  private func empty(_ value: MutatedValue, _ schema: JSONPointer?) -> Meaning {
    let keyword: String
    switch value.old.kind {
    case .string: keyword = "minLength"
    case .array: keyword = "minItems"
    default: return .equivalent("an object may be without members")
    }
    // A schema that says 0 says that nothing has to be there.
    if !value.schema.values(of: keyword).isEmpty { return .equivalent("the contract says \"\(keyword)\": 0") }
    if !value.isRequired { return .equivalent("the contract lets it be left out") }
    return missing("\"\(keyword)\": 1", at: schema)
  }

  private func doubled(_ value: MutatedValue, _ schema: JSONPointer?) -> Meaning {
    let says = value.schema.values(of: "uniqueItems") + value.schema.values(of: "uniqueBy")
    guard says.isEmpty, let item = value.old[0] else { return .equivalent("the contract allows equal items") }
    if item.kind == .string { return missing(#""uniqueItems": true"#, at: schema) }
    guard let name = item.members.map(\.key).first(where: Self.isIdentifying) else {
      return .equivalent("the items have no id")
    }
    let pointer = JSONPointer(tokens: [name]).description
    return missing("\"uniqueBy\": \(JSONValue.string(pointer).text)", at: schema)
  }

  private static func isIdentifying(_ name: String) -> Bool {
    name == "id" || name == "uuid" || name.hasSuffix("_id") || name.hasSuffix("Id")
  }

  /// Returns the explanation of a changed text. A promise is missing if the original text is one of the request's
  /// inputs, or contains the text of a different member.
  private func otherText(_ mutant: Mutant, _ value: MutatedValue) -> Meaning {
    guard let text = value.old.string, text.utf8.count >= RequestEcho.shortest,
      !value.path.steps.contains(.item(nil)), let exchange
    else { return .equivalent("it is free text") }
    let member = "$response.body#\(value.pointer)"
    if let request = RequestEcho.expression(of: text, in: exchange) { return rule("\(member) == \(request)", mutant) }
    for other in value.body.members {
      guard let part = other.value.string, part.utf8.count >= RequestEcho.shortest, part != text, text.contains(part)
      else { continue }
      let pointer = JSONPointer(tokens: [other.key])
      return rule("\(member) contains $response.body#\(pointer)", mutant)
    }
    return .equivalent("it is free text")
  }

  /// Returns the explanation of a flipped Boolean. A promise is missing if its value always corresponds to the presence
  /// of a different member.
  private func flipped(_ mutant: Mutant, _ value: MutatedValue) -> Meaning {
    let known = Set(values(at: value.path, of: mutant).compactMap(\.bool))
    guard let name = value.path.memberName, value.path.steps.count == 1, known.count == 2 else {
      return .equivalent(known.count == 2 ? "conforming responses have both values" : "no document ties it to anything")
    }
    let objects = (bodies[mutant.operation] ?? []).filter { $0[name]?.bool != nil }
    func isThere(_ member: String, _ body: JSONValue) -> Bool { body[member].map { !$0.isNull } ?? false }
    for other in Set(objects.flatMap { $0.members.map(\.key) }).subtracting([name]).sorted() {
      let agreements = objects.map { $0[name]?.bool == isThere(other, $0) }
      guard let first = agreements.first, agreements.allSatisfy({ $0 == first }) else { continue }
      let (flag, place) = (JSONPointer(tokens: [name]), JSONPointer(tokens: [other]))
      let presence = "default($response.body#\(place), null) \(first ? "!=" : "==") null"
      return rule("$response.body#\(flag) == (\(presence))", mutant)
    }
    return .equivalent("conforming responses have both values")
  }

  /// Returns the explanation of an item removed from a list. A promise is missing if a different member or the request
  /// states the number of items.
  private func itemLeftOut(_ mutant: Mutant, _ value: MutatedValue) -> Meaning {
    guard !value.path.steps.contains(.item(nil)), let exchange else {
      return .equivalent("no document says how many items there are")
    }
    let list = value.pointer.tokens.isEmpty ? "$response.body" : "$response.body#\(value.pointer)"
    let count = JSONValue.integer(value.old.count)
    for member in value.body.members where member.value == count && value.old.count > 1 {
      return rule("length(\(list)) == $response.body#\(JSONPointer(tokens: [member.key]))", mutant)
    }
    for member in exchange.requestJSON?.members ?? JSONValue.null.members
    where member.value == count && value.old.count > 1 {
      return rule("length(\(list)) == $request.body#\(JSONPointer(tokens: [member.key]))", mutant)
    }
    return .equivalent("no document says how many items there are")
  }

  /// Returns the explanation of a changed job id in all responses or events: a promise that the id is constant is
  /// missing.
  private func otherID(_ mutant: Mutant) -> Meaning {
    let echo: RequestEcho? =
      switch observation.content {
      case .poll(let poll): poll.answers.lazy.compactMap { RequestEcho(in: $0.exchange) }.first
      case .stream(let stream): stream.events.lazy.compactMap { RequestEcho(of: $0.json, in: stream.exchange) }.first
      case .exchange, .absent: nil
      }
    guard let echo else { return .missing(nil) }
    let (pointer, equals) = (JSONValue.string(echo.member).text, JSONValue.string(echo.request).text)
    return missing("\"constant\": [{ \"pointer\": \(pointer), \"equals\": \(equals) }]", at: mutant.promise?.pointer)
  }

  // MARK: Remedies

  private func missing(_ text: String, at pointer: JSONPointer?) -> Meaning {
    .missing(pointer.map { ContractAudit.Remedy(text, at: contract.place(at: $0)) })
  }

  /// Returns the explanation that the rule `expression` is missing in the contract about the operation's responses.
  private func rule(_ expression: String, _ mutant: Mutant) -> Meaning {
    guard let operation = contract.operation(named: mutant.operation) else { return .missing(nil) }
    var place = operation.promise.pointer
    if case .poll = operation.interaction { place = place.appending("poll") }
    return missing("\"invariants\": [{ \"rule\": \(JSONValue.string(expression).text) }]", at: place)
  }
}

/// A text of a request that also appears in a member of its response.
struct RequestEcho {
  /// The minimum length, in bytes, for a text whose repetition is not treated as a coincidence.
  static let shortest = 4

  /// The JSON Pointer of the response member that contains the same text as the request.
  var member: String
  /// The expression that reads the text from the request: `$request.path.id`.
  var request: String

  init?(in exchange: Exchange) { self.init(of: exchange.json, in: exchange) }

  /// Finds a text of the request in a member of `body`, a response body or the data of an event; `nil` if none exists.
  init?(of body: JSONValue?, in exchange: Exchange) {
    for member in body?.members ?? JSONValue.null.members {
      guard let text = member.value.string, text.utf8.count >= Self.shortest,
        let request = Self.expression(of: text, in: exchange)
      else { continue }
      (self.member, self.request) = (JSONPointer(tokens: [member.key]).description, request)
      return
    }
    return nil
  }

  /// Returns `body` with the repeated text replaced by a different one of the same form; `nil` if `body` does not have
  /// the member.
  func replaced(in body: JSONValue) -> JSONValue? {
    guard let pointer = JSONPointer(member), let text = body[pointer]?.string else { return nil }
    return JSONEdit.replace(pointer, .string(ValueMutation.sameForm(text))).applied(to: body)
  }

  /// Returns the expression that reads the input of the request that equals `text`; `nil` if none exists.
  static func expression(of text: String, in exchange: Exchange) -> String? {
    let inputs = [
      ("path", exchange.parameters.path), ("query", exchange.parameters.query),
      ("multipart", exchange.parameters.multipart),
    ]
    for (name, values) in inputs {
      if let found = values.filter({ $0.value == text }).map(\.key).min() { return "$request.\(name).\(found)" }
    }
    let members = exchange.requestJSON?.members ?? JSONValue.null.members
    for member in members where member.value.string == text {
      return "$request.body#\(JSONPointer(tokens: [member.key]))"
    }
    return nil
  }
}

extension JSONValue {
  /// True if the value is an empty string or an empty list.
  fileprivate var isEmptyText: Bool { kind == .array && count == 0 || string == "" }
}

extension Observation.Content {
  /// The status of the last response.
  var lastStatus: Int? {
    switch self {
    case .exchange(let exchange): exchange.response?.head.status
    case .poll(let poll): poll.answers.last?.exchange.response?.head.status
    case .stream(let stream): stream.head?.status
    case .absent: nil
    }
  }
}
