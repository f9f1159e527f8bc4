import AssayJSON
import AssayText

/// The known facts about a value, combined from examples, models, tables and lists, each with its lines.
struct Shape: Sendable {
  enum Evidence: Int, Sendable, Comparable {
    /// The value is only known from an example.
    case shown
    /// A table, a list or a client's model states the value.
    case stated

    static func < (left: Evidence, right: Evidence) -> Bool { left.rawValue < right.rawValue }
  }

  struct Member: Sendable {
    var name: String
    var shape: Shape
    /// True if the member must be present; `nil` if no document states that.
    var isRequired: Bool?
    /// The number of the object's examples that contain the member.
    var seen = 0
  }

  /// The names of JSON Schema types, except `null`; empty if nothing is known.
  var types: Set<String> = []
  var isNullable = false
  var members: [Member] = []
  /// The shape of an array's items: none or one.
  var items: [Shape] = []
  /// The shape of the values of a map, an object whose member names are data: none or one.
  var entries: [Shape] = []
  /// A listed set of strings; empty if none is listed.
  var values: [String] = []
  /// The only value, as JSON text or that of a header field or a parameter; `nil` if there may be others.
  var constant: String?
  /// The place of the list, once it is put together with others.
  var listing: Source?
  /// The short strings that examples show, in order, each with its place.
  var shown: [(value: String, source: Source)] = []
  /// True if the value is a file's content, which is sent in a part of a form.
  var isFile = false
  var minimum: String?
  var maximum: String?
  var sources: [Source] = []
  var evidence: Evidence = .shown
  /// The example as written; of several, the first that is not a placeholder.
  var sample: Sample?
  /// The types that examples show, and the first place of one.
  var example: (types: Set<String>, source: Source?) = ([], nil)
  /// The first place that states something of the value, once it is put together with others.
  var statedSource: Source?
  /// The number of examples of the object.
  var examples = 0
  /// The name of the client's model that describes the value; `nil` if absent.
  var model: String?
  /// The way client code decodes and reads the value; `nil` if no code shows it.
  var client: ClientDraft?
  /// The member by which an array's items are sorted, and whether the greatest comes first.
  var order: (by: String, isDescending: Bool, source: Source)?
  var about: String = ""
  /// Words of the guide that may name the value's type, to be looked up in the guide's models and headings.
  var named = ""

  /// The most members of one object, and sources of one value, that are taken: each new one is compared with all before.
  static let most = 1_000
  /// The most levels of members that a table or a list describes.
  static let deepest = 32

  /// The shape of a value of which a document states the type.
  static func stated(_ types: Set<String> = [], at source: Source) -> Shape {
    Shape(types: types, sources: [source], evidence: .stated)
  }

  subscript(name: String) -> Shape? {
    get { members.first { $0.name == name }?.shape }
    set {
      guard let newValue else { return }
      if let index = members.firstIndex(where: { $0.name == name }) {
        members[index].shape = newValue
      } else {
        members.append(Member(name: name, shape: newValue))
      }
    }
  }

  private static let made = CommaSeparated.set(
    """
    id, uuid, status, state, token, success, ok, message, created, updated, url, result, results, data, total,
    count, error
    """
  )

  /// True if a member is one that servers make: an id, a time, a state.
  var isMadeByServers: Bool {
    let made = Self.made
    return members.isEmpty
      || members.contains { member in
        let words = member.name.nameWords
        return words.last.map(made.contains) == true || words.last == "at"
          || words.count == 1 && made.contains(words[0])
      }
  }

  var isNumber: Bool { !types.isEmpty && types.isSubset(of: ["integer", "number"]) }
  var isObject: Bool { types.contains("object") || !members.isEmpty }
  var isArray: Bool { types.contains("array") || !items.isEmpty }
  var isEmpty: Bool { types.isEmpty && members.isEmpty && items.isEmpty && sample == nil && model == nil }

  /// Adds all facts of `other`, which describes the same value.
  mutating func merge(_ other: Shape) {
    if statedSource == nil { statedSource = stated ?? other.stated }
    example.types.formUnion(other.example.types)
    example.source = example.source ?? other.example.source
    if other.evidence == evidence {
      types.formUnion(other.types)
    } else if other.evidence > evidence {
      // A statement outweighs what an example happens to show.
      if !other.types.isEmpty { types = other.types }
    } else if types.isEmpty {
      types = other.types
    }
    if types.contains("number") { types.remove("integer") }
    isNullable = isNullable || other.isNullable
    // An example counts in what it shows; a statement about an object no example of which was seen, in nothing.
    for member in other.members {
      if let index = members.firstIndex(where: { $0.name == member.name }) {
        members[index].shape.merge(member.shape)
        members[index].seen += member.seen
        if let required = member.isRequired {
          members[index].isRequired = members[index].isRequired.map { $0 && required } ?? required
        }
      } else if members.count < Self.most {
        members.append(member)
      }
    }
    examples += other.examples
    for place in [\Shape.items, \Shape.entries] {
      guard let inner = other[keyPath: place].first else { continue }
      if self[keyPath: place].isEmpty { self[keyPath: place] = [inner] } else { self[keyPath: place][0].merge(inner) }
    }
    if values.isEmpty || (evidence == .shown && other.evidence == .stated && !other.values.isEmpty) {
      (values, listing) = (other.values, other.listing ?? other.sources.first)
    } else {
      listing = listing ?? sources.first
    }
    for own in other.shown where !shown.contains(where: { $0.value == own.value }) && shown.count < 40 {
      shown.append(own)
    }
    constant = constant ?? other.constant
    minimum = minimum ?? other.minimum
    maximum = maximum ?? other.maximum
    for source in other.sources where sources.count < Self.most { sources.add(source) }
    evidence = max(evidence, other.evidence)
    if sample == nil || sample?.isPlaceholder == true && other.sample?.isPlaceholder == false {
      sample = other.sample ?? sample
    }
    model = model ?? other.model
    if order == nil { order = other.order }
    if about.isEmpty { about = other.about }
    if named.isEmpty { named = other.named }
  }

  /// The first place that states something of the value.
  var stated: Source? { statedSource ?? (evidence == .stated ? sources.first : nil) }

  /// The shape of a list of such values, as stated.
  var asList: Shape { Shape(types: ["array"], items: [self], sources: sources, evidence: .stated) }

  /// Takes an example that a row shows, where it is not of the stated type, or may not be of the listed values.
  mutating func takeExample(_ text: String, at source: Source) {
    if values.count > 1, Remark.isValueWord(text) { shown.append((text, source)) }
    let isWord = !text.isEmpty && text.allSatisfy(\.isLetter) && !["none", "null", "any"].contains(text.lowercased())
    let isTruth = ["true", "false"].contains(text.lowercased())
    if isWord, !types.isEmpty, types.isSubset(of: isTruth ? ["integer", "number"] : ["integer", "number", "boolean"]) {
      example.types.insert(isTruth ? "boolean" : "string")
    }
    example.source = example.source ?? source
  }

  /// Puts a shape in place of each member of a name that is cut off, or of the items of a list that is.
  mutating func fill(_ name: String, with shape: Shape) {
    transform { place, path in
      guard path.last == name, place.sample?.isCut == true, place.members.isEmpty,
        place.items.first?.members.isEmpty ?? true
      else { return }
      if place.isArray { place.items = [shape] } else { place.merge(shape) }
    }
  }

  /// Takes a listed set of values, where it may have one and no other is known.
  mutating func list(_ listed: [String]) {
    if values.isEmpty, types.isSubset(of: ["string"]), items.isEmpty, members.isEmpty { values = listed }
  }

  /// Takes the values that a sentence lists for the member of a name: that of the shape itself, or else the only one.
  mutating func list(_ listed: [String], for name: String, at source: Source, except known: [String]) {
    var paths: [[String]] = []
    walk { _, path in if path.last == name { paths.append(path) } }
    guard paths.count == 1 || paths.contains([name]) else { return }
    let target = paths.count == 1 ? paths[0] : [name]
    transform { place, path in
      guard path == target, path != known, place.values.isEmpty else { return }
      place.list(listed)
      guard !place.values.isEmpty else { return }
      place.statedSource = place.statedSource ?? source
      (place.listing, place.evidence) = (source, .stated)
      place.sources.add(source)
    }
  }

  /// Returns the shape with only the members that `other` has.
  func restricted(to other: Shape) -> Shape {
    var shape = self
    shape.members = members.compactMap { member in
      other[member.name].map { known in
        var member = member
        member.shape = member.shape.restricted(to: known)
        return member
      }
    }
    if let item = items.first { shape.items = [item.restricted(to: other.items.first ?? Shape())] }
    return shape
  }

  func merging(_ other: Shape) -> Shape {
    var merged = self
    merged.merge(other)
    return merged
  }

  /// Adds the facts of `shape` for the member at a dotted path, such as `data.items[].id`.
  mutating func put(_ shape: Shape, at path: [String], isRequired: Bool?) {
    guard path.count <= 2 * Self.deepest else { return }
    guard let first = path.first else { return merge(shape) }
    if first == "[]" {
      types.insert("array")
      var item = items.first ?? Shape(sources: shape.sources, evidence: shape.evidence)
      item.put(shape, at: Array(path.dropFirst()), isRequired: isRequired)
      items = [item]
      return
    }
    types.insert("object")
    if let index = members.firstIndex(where: { $0.name == first }) {
      members[index].shape.put(shape, at: Array(path.dropFirst()), isRequired: isRequired)
      if path.count == 1, let isRequired { members[index].isRequired = isRequired }
      return
    }
    guard members.count < Self.most else { return }
    var inner = Shape(evidence: shape.evidence)
    inner.put(shape, at: Array(path.dropFirst()), isRequired: isRequired)
    if inner.sources.isEmpty { inner.sources = shape.sources }
    members.append(Member(name: first, shape: inner, isRequired: path.count == 1 ? isRequired : nil))
  }

  /// Splits a dotted path: `data.items[].id` into `data`, `items`, `[]`, `id`.
  static func path(_ name: String) -> [String] {
    name.replacing("[*]", with: "[]").split(separator: ".").flatMap { part -> [String] in
      var name = String(part)
      var suffix: [String] = []
      while name.hasSuffix("[]") {
        name = String(name.dropLast(2))
        suffix.append("[]")
      }
      return (name.isEmpty ? [] : [name]) + suffix
    }
  }

  /// The place that a row's name means: a member of the shape, or of the only object inside it that has one of that name,
  /// may have a dot in its own name.
  func path(of name: String) -> [String] {
    if self[name] != nil || !name.contains(".") { return self[name] == nil ? Self.path(name) : [name] }
    return inner(with: [name]).map { $0.map { $0 == "*" ? "[]" : $0 } + [name] } ?? Self.path(name)
  }

  /// Returns the share of `other`'s members that this shape has, from 0 to 1; 0 if either has no members.
  func overlap(with other: Shape) -> Double {
    guard !other.members.isEmpty, !members.isEmpty else { return 0 }
    let names = Set(members.map(\.name))
    let shared = other.members.count { names.contains($0.name) }
    return Double(shared) / Double(max(other.members.count, 1))
  }

  /// Visits every place in the shape, the root first; the path has pointer tokens, where `*` is any item or entry.
  func walk(_ path: [String] = [], _ visit: (Shape, [String]) -> Void) {
    visit(self, path)
    for member in members { member.shape.walk(path + [member.name], visit) }
    for inner in items + entries { inner.walk(path + ["*"], visit) }
  }

  /// Calls `change` with the shape of every value inside this one, the innermost first, and with its path.
  mutating func transform(_ path: [String] = [], _ change: (inout Shape, [String]) -> Void) {
    for index in members.indices { members[index].shape.transform(path + [members[index].name], change) }
    for index in items.indices { items[index].transform(path + ["*"], change) }
    for index in entries.indices { entries[index].transform(path + ["*"], change) }
    change(&self, path)
  }
}
