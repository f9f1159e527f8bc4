/// The models of the guides, and the shapes they stand for.
struct ModelSet: Sendable {
  private(set) var declarations: [String: TypeDeclaration] = [:]
  private(set) var names: [String] = []
  /// The shapes of all models, once they are all known.
  private var shapes: [String: Shape] = [:]

  /// The models that passages describe; an example must have nearly all members to match one.
  private var described: Set<String> = []

  /// The names of models by what they describe, in the singular: `user` for `UserResponse`.
  private var namesByKey: [String: [String]] = [:]

  /// The use of each model that client code decodes, by the model's name.
  private var uses: [String: ModelUse] = [:]
  /// The names of events that client code listens for; the value is true if the code ignores the event's data.
  private var unread: [String: Bool] = [:]

  func use(of model: String) -> ModelUse? { uses[model] }
  func isUnread(event: String) -> Bool { unread[event] ?? false }

  /// Reads the use of models and events in `code`, which has no comments.
  mutating func readUses(in code: [CodeToken]) {
    for (model, use) in ModelUse.all(in: code) {
      if uses[model] == nil { uses[model] = use } else { uses[model]?.merge(use) }
    }
    for (event, isDeaf) in DeafListener.all(in: code) { unread[event] = (unread[event] ?? true) && isDeaf }
  }

  /// Computes the shapes of all models, after which no model may be added.
  mutating func prepare() {
    for name in names {
      shapes[name] = makeShape(named: name, depth: 0)
      namesByKey[OperationTable.singular(NamedBlock.key(name)), default: []].append(name)
    }
  }

  /// Adds the shape that a passage of the guide describes under a name.
  mutating func add(_ shape: Shape, named title: String) {
    guard shapes[title] == nil else { return }
    var shape = shape
    shape.model = title
    shapes[title] = shape
    described.insert(title)
    names.append(title)
    namesByKey[OperationTable.singular(NamedBlock.key(title)), default: []].append(title)
  }

  /// Returns the shape of the model that a word names, in the singular or plural; `nil` if no model matches, or several
  /// do.
  func resolve(_ word: String) -> Shape? {
    let found = namesByKey[OperationTable.singular(NamedBlock.key(word))] ?? []
    return found.count == 1 ? shapes[found[0]] : shapes[word]
  }

  /// Returns the shape that a model stands for; `nil` if no model has this name, or it has no members.
  func shape(named name: String) -> Shape? { shapes[name] }

  /// Adds a model; of two with the same name, the one with more fields is kept.
  mutating func add(_ declaration: TypeDeclaration) {
    guard let known = declarations[declaration.name] else {
      declarations[declaration.name] = declaration
      names.append(declaration.name)
      return
    }
    if declaration.fields.count > known.fields.count { declarations[declaration.name] = declaration }
  }

  private func makeShape(named name: String, depth: Int) -> Shape? {
    guard let declaration = declarations[name], depth < 6 else { return nil }
    let source = Source(declaration.document, declaration.lines)
    if !declaration.values.isEmpty {
      return Shape(types: ["string"], values: declaration.values, sources: [source], evidence: .stated)
    }
    var shape = Shape(types: ["object"], sources: [source], evidence: .stated, model: name)
    for parent in declaration.parents {
      if let inherited = makeShape(named: parent, depth: depth + 1) { shape.members += inherited.members }
    }
    for field in declaration.fields {
      let member = member(field, in: declaration, depth: depth)
      shape.members.removeAll { $0.name == member.name }
      shape.members.append(member)
    }
    return shape.members.isEmpty ? nil : shape
  }

  private func member(_ field: TypeDeclaration.Field, in declaration: TypeDeclaration, depth: Int) -> Shape.Member {
    let source = Source(declaration.document, field.line)
    var shape = shape(of: field.type, source, in: declaration, depth: depth)
    let remark = Remark(field.comment)
    if shape.values.isEmpty, shape.types == ["string"] { shape.values = remark.values }
    if !shape.types.isDisjoint(with: ["integer", "number"]) {
      (shape.minimum, shape.maximum) = (remark.minimum, remark.maximum)
    }
    if field.isOptional { shape.isNullable = true }
    return Shape.Member(name: field.name, shape: shape, isRequired: !field.isOptional)
  }

  private func shape(of type: TypeExpression, _ source: Source, in declaration: TypeDeclaration, depth: Int) -> Shape {
    var shape = Shape.stated(at: source)
    switch type {
    case .any: break
    case .dictionary: shape.types = ["object"]
    case .values(let values):
      shape.types = ["string"]
      if values.count > 1 { shape.values = values }
    case .nullable(let inner):
      shape = self.shape(of: inner, source, in: declaration, depth: depth)
      shape.isNullable = true
    case .array(let item):
      shape.types = ["array"]
      let inner = self.shape(of: item, source, in: declaration, depth: depth)
      if !inner.isEmpty { shape.items = [inner] }
    case .object(let fields):
      shape.types = ["object"]
      shape.members = fields.map { member($0, in: declaration, depth: depth + 1) }
    case .named(let name):
      if let model = makeShape(named: name, depth: depth + 1) {
        shape = model
        if !model.values.isEmpty { shape.listing = model.sources.first }
        if model.values.isEmpty == false || model.members.isEmpty { shape.sources.insert(source, at: 0) }
      } else if let word = TypeWords.type(name) {
        // Swift's Date and URL are strings on the wire unless somebody says otherwise.
        shape.types = word == "file" ? ["string"] : word == "object" ? [] : [word]
      }
    }
    return shape
  }

  /// Returns the model an example most likely shows: it has most of the model's members, and few others.
  func best(for example: Shape, isRequest: Bool = false) -> (name: String, shape: Shape)? {
    var best: (name: String, shape: Shape, score: Double)?
    for name in names {
      guard let shape = shape(named: name), shape.members.count > 0 else { continue }
      if declarations[name]?.isSentOnly == true, !isRequest { continue }
      let forth = shape.overlap(with: example)
      let back = example.overlap(with: shape)
      let required = shape.members.filter { $0.isRequired == true }
      let names = Set(example.members.map(\.name))
      let missing = required.count { !names.contains($0.name) }
      let least = described.contains(name) ? 0.75 : 0.5
      guard forth >= least, back >= least, example.members.count >= 2 || forth == 1 && back == 1,
        missing <= max(0, required.count / 3)
      else { continue }
      let score = forth + back
      if score > best?.score ?? 0 { best = (name, shape, score) }
    }
    return best.map { ($0.name, $0.shape) }
  }
}
