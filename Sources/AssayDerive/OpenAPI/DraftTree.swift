import AssayContract
import AssayDocuments
import AssayJSON

/// A JSON value of a draft, with its members in written order.
indirect enum DraftTree: Sendable {
  typealias Member = (key: String, value: DraftTree)
  typealias Members = [Member]

  /// A value that is already JSON text.
  case raw(String)
  case array([DraftTree])
  case object(Members)
  /// The lines that a part is taken from; the first three ranges are written.
  case sources([Source])

  static let null = DraftTree.raw("null")
  static func string(_ text: String) -> DraftTree { .raw(JSONEscapes.quote(text)) }
  static func bool(_ truth: Bool) -> DraftTree { .raw(truth ? "true" : "false") }
  /// A template whose result is exactly `text`.
  static func template(_ text: String) -> DraftTree { .string(ExampleWriter.escaped(text)) }
  static func number(_ number: Int) -> DraftTree { .raw(String(number)) }
  static func strings(_ texts: some Sequence<String>) -> DraftTree { .array(texts.map { .string($0) }) }

  /// A value that a step hands on, read by an expression.
  static func output(_ expression: DraftTree, isSecret: Bool) -> DraftTree {
    isSecret ? ["value": expression, "secret": true] : expression
  }

  func write(to writer: inout JSONWriter) {
    switch self {
    case .raw(let text): writer.raw(text)
    case .array(let items):
      writer.beginArray()
      for item in items { item.write(to: &writer) }
      writer.endArray()
    case .object(let members):
      writer.beginObject()
      for member in members {
        writer.key(member.key)
        member.value.write(to: &writer)
      }
      writer.endObject()
    case .sources(let sources):
      let few = sources.prefix(3).map(\.tree)
      (few.count == 1 ? few[0] : .array(few)).write(to: &writer)
    }
  }

  /// Adds all lines that the value is taken from, including those that are not written, by document.
  func addClaims(to claims: inout [String: Set<Int>]) {
    switch self {
    case .raw: break
    case .array(let items): for item in items { item.addClaims(to: &claims) }
    case .object(let members): for member in members { member.value.addClaims(to: &claims) }
    case .sources(let sources): for source in sources { claims[source.document, default: []].formUnion(source.lines) }
    }
  }

  /// The value as JSON text.
  var text: String {
    var writer = JSONWriter()
    write(to: &writer)
    return writer.text
  }

  /// The value as the text of a file, indented by two spaces.
  var document: String {
    var writer = JSONWriter(indent: "  ")
    write(to: &writer)
    return writer.text + "\n"
  }

  /// The members of an object; none for any other value.
  var members: Members { if case .object(let members) = self { members } else { [] } }

  /// The value of the member `key`; setting a new one appends it, `nil` removes it.
  subscript(key: String) -> DraftTree? {
    get { members.first { $0.key == key }?.value }
    set {
      var members = members
      let place = members.firstIndex { $0.key == key }
      if place == nil, newValue == nil { return }
      // Let go of, so that there is one owner meanwhile and nothing is copied.
      self = .raw("")
      switch (place, newValue) {
      case (let place?, let value?): members[place].value = value
      case (let place?, nil): members.remove(at: place)
      case (nil, let value?): members.append((key, value))
      case (nil, nil): break
      }
      self = .object(members)
    }
  }

  /// Returns the object with each of its values converted; `{}` for any other value.
  func mapValues(_ convert: (DraftTree) -> DraftTree) -> DraftTree {
    .object(members.map { ($0.key, convert($0.value)) })
  }

  /// Sets the member `key` if its value, an object or an array, has content.
  mutating func add(_ key: String, _ value: DraftTree) {
    if !value.members.isEmpty || !value.items.isEmpty { self[key] = value }
  }

  /// Sets a value at a path of members, which are created if missing; `nil` removes the last member of the path.
  mutating func put(_ value: DraftTree?, at way: [String]) {
    guard let first = way.first else { return self = value ?? self }
    if way.count == 1 { return self[first] = value }
    var inner = self[first] ?? .object([])
    inner.put(value, at: Array(way.dropFirst()))
    self[first] = inner
  }
}

/// Literals of Swift as the JSON they look like.
extension DraftTree: ExpressibleByStringInterpolation, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  init(stringLiteral text: String) { self = .string(text) }
  init(booleanLiteral truth: Bool) { self = .bool(truth) }
  init(integerLiteral number: Int) { self = .number(number) }
  init(arrayLiteral items: DraftTree...) { self = .array(items) }
  init(dictionaryLiteral members: (String, DraftTree)...) { self = .object(members.map { ($0, $1) }) }
}

extension String {
  /// The text, if it is an expression of a contract; otherwise `nil`.
  var asExpression: String? { (try? Expression(parsing: self, variables: [])) == nil ? nil : self }
}

extension JSONValue {
  /// Returns the value at a path of members as part of a draft, without the lines it cites; `{}` without one.
  func uncited(_ way: String...) -> DraftTree {
    way.reduce(Optional(self)) { $0?[$1] }?.uncited ?? [:]
  }

  /// The value as part of a draft, without the lines it cites.
  private var uncited: DraftTree {
    switch kind {
    case .object:
      .object(members.filter { $0.key != "source" }.map { ($0.key, $0.value.uncited) })
    case .array: .array(items.map(\.uncited))
    default: .raw(text)
    }
  }
}

extension DocumentValue {
  /// A value that is in no document.
  init(_ kind: Kind) { self.init(kind, lines: 1...1) }

  /// Returns the value with each text in it converted; `nil` if one of them cannot be.
  func converted(_ text: (String) -> DraftTree?) -> DraftTree? {
    switch kind {
    case .string(let own): return text(own)
    case .array(let items):
      let made = items.compactMap { $0.converted(text) }
      return made.count == items.count ? .array(made) : nil
    case .object(let members):
      let made = members.compactMap { member in member.value.converted(text).map { (member.key, $0) } }
      return made.count == members.count ? .object(made) : nil
    default: return tree
    }
  }

  /// The value as a template in which nothing is an expression.
  var template: DraftTree { converted { .raw(ExampleWriter().string($0)) } ?? tree }

  /// The value as written in the document.
  var tree: DraftTree { .raw(json) }
}
