package import AssayJSON

/// The consequences of breaking a keyword for people and clients, from the keyword's row in the table.
package struct KeywordMeaning: Sendable {
  /// The consequence of a broken `must` for a client that follows the documents.
  package enum Fate: Sendable {
    /// The value does not decode.
    case `throws`
    /// The client continues without some data.
    case losesData
    /// The client treats wrong data as right.
    case showsWrong
    /// The client never finishes.
    case isStuck
    /// The client keeps polling.
    case waits
    /// The client neither reads the value nor misses it.
    case ignores
    /// The client fails to decode the value if it has a special type for the format; otherwise it treats the wrong
    /// value as valid.
    case byFormat
  }

  /// The title of a broken promise of this kind; empty if the keyword's name says it.
  package var title = ""
  package var fate = Fate.showsWrong
  /// True if a client loses the value even if the promise is not a `must`, because its default case for unknown values
  /// takes it.
  package var isLostAnyway = false

  /// Returns the meaning of `keyword` from the table; the default meaning if the keyword is unknown.
  package init(of keyword: String) {
    self = KeywordTable.rows[keyword]?.meaning ?? KeywordMeaning()
  }

  package init(_ title: String = "", fate: Fate = .showsWrong, isLostAnyway: Bool = false) {
    self.title = title
    self.fate = fate
    self.isLostAnyway = isLostAnyway
  }
}

/// The demand of a keyword on a value, as a part of a sentence.
package enum PromiseClause: Hashable, Sendable {
  /// The value has one of these types.
  case types([String])
  /// The value is at least, or at most, this number.
  case least(String), most(String)
  /// The value has at least, or at most, this many items.
  case fewestItems(String), mostItems(String)
  /// Any other demand, in words: ``is one of `1`, `2` ``.
  case words(String)
}

extension JSONPointer {
  /// The pointer in the form in which promises name fields: `job_data.progress`, `serials[].confidence`.
  package var field: String {
    tokens.reduce(into: "") { path, token in
      path += Int(token) != nil || token == "-" ? "[\(token)]" : path.isEmpty ? token : ".\(token)"
    }
  }
}

/// A keyword of a schema, with a value in `body` that matches it, from which faults (mutations of `body`) can be
/// derived.
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
  /// The value of the object's first member, for a member to be added; a text if the object is empty.
  var likeMember: JSONValue { value.members.first { _ in true }?.value ?? .string("other") }
  /// The name of the value for a sentence.
  var spoken: String { Self.spoken(place) }

  static func spoken(_ place: JSONPointer) -> String { place.tokens.isEmpty ? "the body" : place.description }

  /// Returns the changes of `body` that break the keyword here; empty if no single change breaks only the keyword.
  ///
  /// `listed` returns the values that an `enum` lists for a place; empty without one.
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
  /// The changes of the body that may break the keyword and nothing else, the simplest first.
  package var edits: [[JSONEdit]]
  /// The member the breakage is about, if it is not the value itself.
  package var member: String?

  init(_ name: String, _ about: String, _ edits: [[JSONEdit]], member: String? = nil) {
    self.name = name
    self.about = about
    self.edits = edits
    self.member = member
  }

  /// Returns one breakage for each of `members` that the object has: the member is removed.
  static func missing(_ members: [String], from kept: KeptKeyword) -> [KeywordBreakage] {
    members.filter { kept.value[$0] != nil }.map { member in
      let gone = kept.place.appending(member)
      return KeywordBreakage("missing", "Leaves out \(KeptKeyword.spoken(gone)).", [[.remove(gone)]], member: member)
    }
  }

  /// Returns changes that replace the value at `place` by values of other types.
  static func otherTypes(_ place: JSONPointer) -> [[JSONEdit]] {
    let values: [JSONValue] = [.string("other"), .integer(7), .bool(true), .object([]), .array([]), .null]
    return [[.transform(place, .retype)]] + values.map { [.replace(place, $0)] }
  }

  /// Returns changes that replace `value` at `place` by other values of the same type.
  package static func otherValues(_ place: JSONPointer, _ value: JSONValue) -> [[JSONEdit]] {
    switch value.kind {
    case .string: [[.transform(place, .append("-other"))], [.replace(place, .string("other"))]]
    case .number: [[.transform(place, .add(1))], [.transform(place, .add(-1))], [.transform(place, .add(1_000))]]
    case .true, .false: [[.transform(place, .negate)]]
    default: [[.replace(place, .string("other"))], [.replace(place, .integer(7))]]
    }
  }

  /// Returns changes of the number of items in an array. Copied items get new values for their members, and numbers
  /// next to the array that count its items are adjusted.
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

  /// Returns the array with items added that continue it: whole numbers count up, fractions are 0, texts are new.
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
