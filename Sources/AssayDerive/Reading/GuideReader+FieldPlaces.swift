import AssayDocuments
import AssayText

extension OperationDraft {
  /// True if the call has examples, and they show none of some fields.
  fileprivate func shows(noneOf names: [String]) -> Bool {
    let shown = ([request.body, success?.shape] + unlabelled.bodies.map(\.shape)).compactMap { $0 }.filter {
      $0.examples > 0
    }
    let known = Set((request.query + request.form).map(\.name) + parameters + shown.flatMap { $0.members.map(\.name) })
    return !shown.isEmpty && known.isDisjoint(with: names.map { Shape.path($0).first ?? "" })
  }

  /// True if the answer shows at least half of some fields.
  fileprivate func answers(_ statements: [OperationDraft.Field]) -> Bool {
    statements.count { success?.shape[$0.name] != nil } * 2 >= statements.count && hasAnswer
  }
}

extension [OperationDraft.Field] {
  /// True if they say of a field whether it must be there.
  fileprivate var hasPresence: Bool { contains { $0.isRequired != nil } }
}

/// The places of fields that tables and lists state: the request, the answer, or an event.
extension GuideReader {
  /// - Parameter kind: What the title of the names' column says they are of.
  mutating func take(_ statements: [OperationDraft.Field], of kind: Role? = nil) -> Bool {
    if walk.role == .failure {
      if walk.operations.isEmpty { loose.failures.append((walk.status, shape(of: statements))) }
      return true
    }
    // The draft promises no header fields of answers.
    let isAnswered =
      walk.role == .response && (walk.isLabelled || !statements.hasPresence)
      || walk.role == .headers && isRoleAlone(walk.title) && self.role(of: walk.title.lowercased()) == .response
    if isAnswered, kind == .headers || walk.label.has(.headers) { return true }
    let isSent = kind == .headers
    let role = isSent || walk.role == .unknown ? kind ?? walk.role : walk.role
    if role == .event || walk.event != nil,
      walk.operations.isEmpty || streams.contains(where: { walk.operations.contains($0) })
    {
      guard let event = walk.event else { return false }
      for statement in statements {
        var shape = Shape.stated(["object"], at: statement.sources[0])
        shape.put(statement.shape, at: Shape.path(statement.name), isRequired: statement.isRequired)
        take(event: event, shape, statement.sources[0], isListed: true)
      }
      return true
    }
    guard !walk.operations.isEmpty else {
      return takeGeneral(statements, isHeaders: role == .headers) || takeBlock(statements)
    }
    let status = walk.status
    walk.isOpen = false
    for index in walk.operations {
      let operation = table.operations[index]
      // A sentence, or a fence, says of the answer what a label would say of the rows.
      let isWeak = role == .response && !walk.isLabelled && (operation.method == "GET" || statements.hasPresence)
      let isGuess = role == .unknown || role == .parameters || role == .state || isWeak
      let names = statements.map(\.name)
      let body = operation.request.body ?? operation.unlabelled.bodies.first?.shape
      let sent = role == .response ? nil : partPrefix(names, body)
      let list =
        sent ?? listPrefix(in: operation.success?.shape)
        ?? (role == .request ? nil : partPrefix(names, operation.success?.shape))
      // What a `GET` is said to have in its body may be that of its answer.
      let isAnswer =
        sent == nil && list != nil || role == .request && !operation.sendsBody && operation.answers(statements)
      let role = isAnswer ? .response : sent != nil ? .request : isGuess ? guess(statements, operation, role) : role
      if isWeak, role != .response, statements.count > 1 { walk.role = .unknown }
      if isGuess, sent ?? list == nil, kind == nil, isNamedOtherwise, operation.shows(noneOf: names) {
        return takeBlock(statements)
      }
      for var statement in statements {
        statement.name = (list ?? "") + statement.name
        table.change(index) { Self.put(statement, role, status, &$0) }
      }
    }
    return true
  }

  /// Returns the beginning of the paths of fields, `jobs[].`, if the label before them is about the items of a list in
  /// `shape`; otherwise `nil`.
  func listPrefix(in shape: Shape?) -> String? {
    walk.list.flatMap { shape?[$0]?.isArray == true ? "\($0)[]." : nil }
  }

  /// True if the label or the heading before a place, below that of the call, names a thing and gives no role: "Edition".
  private var isNamedOtherwise: Bool {
    walk.role == .unknown
      && (walk.label.isEmpty
        ? walk.headingLevel > walk.level && NamedBlock.names(walk.title) : NamedBlock.names(walk.label))
  }

  /// Words next to the name of a member, in titles of tables of what is in it.
  private static let kinds = CommaSeparated.set(
    """
    the, a, an, each, every, of, in, item, entry, element, object, field, property, attribute, member, row, structure,
    data, detail, info
    """
  )

  /// Returns the beginning of the paths of fields, `payer.` or `jobs[].`, where the label or the heading before them names
  /// an object or a list inside `shape`: "The `payer` object", "Each item:", "Result item".
  func partPrefix(_ names: [String], _ shape: Shape?) -> String? {
    let isHeading = walk.label.isEmpty && walk.headingLevel > walk.level
    let words = (isHeading ? walk.title.lowercased() : walk.label).wordParts("_").map { OperationTable.singular($0) }
    guard let shape, !words.isEmpty, words.count <= 4 else { return nil }
    var parts: [(path: [String], isList: Bool)] = []
    shape.walk { place, path in
      guard let name = path.last(where: { $0 != "*" })?.lowercased(), place.isObject || place.isArray,
        let word = words.firstIndex(of: OperationTable.singular(name)),
        // "The payer object" is about nothing else; "Payer history" may be.
        words.enumerated().allSatisfy({ position, text in
          position == word || Self.kinds.contains(text) || text.first?.isASCII == false
        })
      else { return }
      parts.append((path, place.isArray && !place.isObject))
    }
    // A list is meant by its items.
    guard let (part, isList) = parts.last, part.count <= Shape.deepest,
      parts.allSatisfy({ part.starts(with: $0.path) }),
      !names.contains(where: { part.contains(Shape.path($0).first ?? "") })
    else { return nil }
    return (isList ? part + ["*"] : part).reduce("") { $1 == "*" ? $0.dropLast() + "[]." : $0 + $1 + "." }
  }

  func guess(_ statements: [OperationDraft.Field], _ operation: OperationDraft, _ role: Role) -> Role {
    let names = Set(statements.map { Shape.path($0.name).first ?? "" })
    // An example of a call sends several of them with its path, and none shows a body.
    let isAsked =
      operation.request.body == nil && operation.request.form.isEmpty
      && operation.request.query.count { names.contains($0.name) } > 1
    if role == .parameters { return isAsked ? .query : .request }
    func share(_ has: (String) -> Bool) -> Double { Double(names.count(where: has)) / Double(max(names.count, 1)) }
    func share(of fields: [OperationDraft.Field]) -> Double { share { name in fields.contains { $0.name == name } } }
    let request = operation.request
    let sent = max(share { request.body?[$0] != nil }, share(of: request.form))
    let answered = share { operation.success?.shape[$0] != nil }
    let asked = share(of: request.query)
    if isAsked || asked >= 0.5, asked > answered { return .query }
    if sent != answered { return sent > answered ? .request : .response }
    if operation.sendsBody, operation.success == nil { return .request }
    guard statements.hasPresence else { return .response }
    if operation.method != "GET" { return .request }
    return operation.success == nil && role != .response ? .query : .response
  }

  private static let locations: [(word: String, role: Role)] = [
    ("query", .query), ("header", .headers), ("body", .request), ("form", .form), ("response", .response),
  ]

  static func put(_ statement: OperationDraft.Field, _ role: Role, _ status: Int?, _ operation: inout OperationDraft) {
    let role = locations.first { statement.location.contains($0.word) }?.role ?? role
    let isPath = operation.parameters.contains { $0.folded == statement.name.folded } && role != .response
    let source = statement.sources[0]
    var field = statement
    if field.shape.types.isEmpty { field.shape.types = ["string"] }
    if isPath || statement.location == "path" {
      field.name = operation.parameters.first { $0.folded == statement.name.folded } ?? statement.name
      if operation.parameters.contains(field.name) { operation.add(field, to: \.request.path) }
      return
    }
    switch role {
    case .query: operation.add(field, to: \.request.query)
    case .headers:
      if !OperationTable.plainHeaders.contains(statement.name.lowercased()) {
        operation.add(field, to: \.request.headers)
      }
    case .form: operation.add(field, to: \.request.form)
    case .request:
      let isAsked = operation.request.body == nil && operation.request.query.contains { $0.name == statement.name }
      if operation.method == "GET" || operation.method == "DELETE" && operation.request.body == nil || isAsked {
        operation.add(field, to: \.request.query)
      } else if !operation.request.form.isEmpty || statement.isFile {
        operation.add(field, to: \.request.form)
      } else {
        var body = operation.request.body ?? Shape.stated(["object"], at: source)
        body.put(statement.shape, at: body.path(of: statement.name), isRequired: statement.isRequired)
        operation.request.body = body
      }
    default:
      var path = (operation.success?.shape ?? Shape()).path(of: statement.name)
      var shape = Shape.stated(["object"], at: source)
      // The answer is a list, and the table speaks of its items.
      if let success = operation.success?.shape, success.isArray, !success.isObject, path.first != "[]" {
        path.insert("[]", at: 0)
      }
      if path.first == "[]" { shape = Shape.stated(at: source) }
      shape.put(statement.shape, at: path, isRequired: statement.isRequired)
      operation.addAnswer(status, shape, source: source)
    }
  }
}
