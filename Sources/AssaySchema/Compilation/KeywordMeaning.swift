package import AssayJSON

/// The meaning of a keyword for people and for a client, from its row of the table.
package struct KeywordMeaning: Sendable {
  /// The effect of a breach on the documented client if the promise is a `must`.
  package enum Fate: Sendable {
    /// The value does not decode.
    case `throws`
    /// The client continues without some data.
    case losesData
    /// It treats wrong data as right.
    case showsWrong
    /// It never ends.
    case isStuck
    /// It keeps polling.
    case waits
    /// It neither reads nor misses it.
    case ignores
    /// A value of a format clients have types for stops it; any other is treated as right.
    case byFormat
  }

  /// The title of a broken promise of this kind; empty if the keyword's name says it.
  package var title = ""
  package var fate = Fate.showsWrong
  /// True if a client loses the value at every level, because its catch-all takes it.
  package var isLostAnyway = false

  /// Makes the meaning of `keyword` from the table; the default if it is unknown.
  package init(of keyword: String) {
    self = KeywordTable.rows[keyword]?.meaning ?? KeywordMeaning()
  }

  package init(_ title: String = "", fate: Fate = .showsWrong, isLostAnyway: Bool = false) {
    self.title = title
    self.fate = fate
    self.isLostAnyway = isLostAnyway
  }
}

/// The statement of a keyword about a value, as a part of a sentence.
package enum PromiseClause: Hashable, Sendable {
  /// It is of one of these types.
  case types([String])
  /// It is at least, or at most, this number.
  case least(String), most(String)
  /// It has no fewer, or no more, items than this.
  case fewestItems(String), mostItems(String)
  /// Words of its own: ``is one of `1`, `2` ``.
  case words(String)
}

extension JSONPointer {
  /// The place as a promise writes fields: `job_data.progress`, `serials[].confidence`.
  package var field: String {
    tokens.reduce(into: "") { path, token in
      path += Int(token) != nil || token == "-" ? "[\(token)]" : path.isEmpty ? token : ".\(token)"
    }
  }
}

/// A keyword of a schema and a value that keeps it, for anyone who breaks it.
package struct KeptKeyword: Sendable {
  package let keyword: SchemaView.Keyword
  /// The place of the value in `body`.
  package let place: JSONPointer
  package let body: JSONValue
  /// The value at the place.
  package let value: JSONValue

  package init?(_ keyword: SchemaView.Keyword, at place: JSONPointer, in body: JSONValue) {
    guard let value = body[place] else { return nil }
    self.keyword = keyword
    self.place = place
    self.body = body
    self.value = value
  }

  var name: String { keyword.name }
  /// The keyword's value, as the schema writes it.
  var wanted: JSONValue { keyword.value }
  /// A value such as the object's members have.
  var likeMember: JSONValue { value.members.first { _ in true }?.value ?? .string("other") }
  /// The place as a sentence names it.
  var spoken: String { Self.spoken(place) }

  static func spoken(_ place: JSONPointer) -> String { place.tokens.isEmpty ? "the body" : place.description }

  /// The ways to break the keyword here; none where no single change does.
  ///
  /// `listed` gives the values a place may have, where it may have but a few.
  package func breakages(listed: (JSONPointer) -> [JSONValue]) -> [KeywordBreakage] {
    KeywordTable.rows[name]?.type?.breakages(of: self, listed) ?? []
  }
}

/// One way to break a keyword.
package struct KeywordBreakage: Sendable {
  /// The name of a fault of this kind: `missing`.
  package var name: String
  /// The effect of the fault, as a sentence.
  package var about: String
  /// Changes of the body that may break the keyword and nothing else, the plainest first.
  package var edits: [[JSONEdit]]
  /// The member it is about, where that is not the value itself.
  package var member: String?

  init(_ name: String, _ about: String, _ edits: [[JSONEdit]], member: String? = nil) {
    self.name = name
    self.about = about
    self.edits = edits
    self.member = member
  }

  /// Leaves out each of `members` that is there.
  static func missing(_ members: [String], from kept: KeptKeyword) -> [KeywordBreakage] {
    members.filter { kept.value[$0] != nil }.map { member in
      let gone = kept.place.appending(member)
      return KeywordBreakage("missing", "Leaves out \(KeptKeyword.spoken(gone)).", [[.remove(gone)]], member: member)
    }
  }

  /// Values of other types in place of the one at `place`.
  static func otherTypes(_ place: JSONPointer) -> [[JSONEdit]] {
    let values: [JSONValue] = [.string("other"), .integer(7), .bool(true), .object([]), .array([]), .null]
    return [[.transform(place, .retype)]] + values.map { [.replace(place, $0)] }
  }

  /// Other values of the type `value` at `place` is of.
  package static func otherValues(_ place: JSONPointer, _ value: JSONValue) -> [[JSONEdit]] {
    switch value.kind {
    case .string: [[.transform(place, .append("-other"))], [.replace(place, .string("other"))]]
    case .number: [[.transform(place, .add(1))], [.transform(place, .add(-1))], [.transform(place, .add(1_000))]]
    case .true, .false: [[.transform(place, .negate)]]
    default: [[.replace(place, .string("other"))], [.replace(place, .integer(7))]]
    }
  }

  /// Changes of an array's item count, with each of its items' members made new in the copies, and with the numbers
  /// next to it that count its items kept right.
  package static func counts(
    _ counts: [Int],
    _ place: JSONPointer,
    _ array: JSONValue,
    _ body: JSONValue,
    _ listed: (JSONPointer) -> [JSONValue] = { _ in [] }
  ) -> [[JSONEdit]] {
    let members: [JSONPointer?] = array[0]?.members.map { JSONPointer(tokens: [$0.key]) } ?? []
    return counts.filter { $0 >= 0 && $0 != array.count }.flatMap { count -> [[JSONEdit]] in
      let counters = body.members.filter { $0.value.int == array.count }.map {
        JSONEdit.replace(JSONPointer(tokens: [$0.key]), .integer(count))
      }
      let resizes = (count < array.count ? [nil] : [nil] + members).map { [JSONEdit.resize(place, count, varying: $0)] }
      let all = counters.isEmpty ? resizes : resizes + resizes.map { $0 + counters }
      guard count > array.count, count - array.count < 3,
        let longer = continued(array, to: count, at: place, listed)
      else { return all }
      return all + [[.replace(place, longer)]]
    }
  }

  /// The array with items after its last that continue it: whole numbers count on, fractions are 0, texts are new.
  private static func continued(
    _ array: JSONValue,
    to count: Int,
    at place: JSONPointer,
    _ listed: (JSONPointer) -> [JSONValue]
  ) -> JSONValue? {
    guard let last = array[array.count - 1], last.kind == .object else { return nil }
    var items = Array(array.items)
    while items.count < count {
      let number = items.count - array.count + 1
      let members = last.members.map { member -> (String, JSONValue) in
        switch member.value.kind {
        case .number: return (member.key, .integer(member.value.int.map { $0 + number } ?? 0))
        case .string:
          let used = items.compactMap { $0[member.key] }
          let free = listed(place.appending(0).appending(member.key)).first { !used.contains($0) }
          return (member.key, free ?? .string("\(member.value.string ?? "")-\(number)"))
        default: return (member.key, member.value)
        }
      }
      items.append(.object(members))
    }
    return .array(items)
  }
}
