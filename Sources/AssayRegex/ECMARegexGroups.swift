/// An ECMA-262 regular expression with Unicode semantics that reports the matches of its groups, in linear time.
package struct ECMARegexGroups: Sendable {
  /// The expression as written.
  package let pattern: String
  /// The names of the groups, each once, in written order; empty without any.
  package let names: [String]
  /// The groups of each reported result, in order. If groups have names, these are all groups of one name, of which at
  /// most one matches; otherwise the whole match and then each single group.
  private let told: [[Int]]
  private let slotCount: Int
  private let program: RegexProgram
  private let alphabet: RegexAlphabet
  /// The maximum number of groups in an expression. Each needs eight bytes for every position in a text.
  private static let groupLimit = 50

  /// Compiles `pattern`; throws if it is not an ECMA-262 expression, or cannot be matched in linear time.
  package init(_ pattern: String) throws(ECMARegexError) {
    self.pattern = pattern
    let (syntax, groups) = try RegexParser.parseWithGroups(pattern)
    if syntax.hasGroupInLookAround { throw ECMARegexError(reason: .groupInLookAround, position: 0) }
    var names: [String] = []
    for case .some(let name) in groups where !names.contains(name) { names.append(name) }
    self.names = names
    let numbers =
      names.isEmpty
      ? (0...groups.count).map { [$0] }
      : names.map { name in groups.indices.filter { groups[$0] == name }.map { $0 + 1 } }
    let wanted = numbers.flatMap(\.self)
    guard wanted.count <= Self.groupLimit + 1 else {
      throw ECMARegexError(reason: .tooManyGroups(limit: Self.groupLimit), position: 0)
    }
    let slots = Dictionary(uniqueKeysWithValues: wanted.enumerated().map { ($1, 2 * $0) })
    told = numbers.map { $0.compactMap { slots[$0] } }
    slotCount = 2 * wanted.count
    program = try RegexProgram(.group(0, syntax), slots: slots)
    alphabet = try RegexAlphabet(program)
  }

  /// The number of reported groups; the first is the whole match if none has a name.
  package var count: Int { told.count }

  /// Returns the texts of the first match in `text` for each reported group, and the number of steps taken. A text is
  /// `nil` if the match does not include its group. `texts` is `nil` if nothing matches. The result is `nil` if the
  /// search would need more than `work` steps.
  package func firstMatch(in text: String, within work: Int) -> (texts: [String?]?, work: Int)? {
    var text = text
    guard text.utf8.count <= work else { return nil }
    let survey = text.withUTF8 { RegexSurvey(program, alphabet, $0) }
    var search = RegexGroupSearch(survey, slotCount: slotCount)
    guard let found = search.firstMatch(within: work) else { return nil }
    guard let slots = found else { return (nil, search.work) }
    let scalars = Array(text.unicodeScalars)
    let texts = told.map { groups in
      groups.lazy.filter { slots[$0] >= 0 && slots[$0 + 1] >= 0 }.first.map { slot in
        var part = String.UnicodeScalarView()
        part.append(contentsOf: scalars[Int(slots[slot])..<Int(slots[slot + 1])])
        return String(part)
      }
    }
    return (texts, search.work)
  }
}
