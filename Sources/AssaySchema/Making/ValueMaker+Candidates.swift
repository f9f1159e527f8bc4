package import AssayJSON
import AssayText

/// A value to send in a probe. The schema may or may not allow it, which is determined before it is sent.
package struct Candidate {
  /// The last part of the probe's check id, which differs from that of other values for the same place.
  package var name: String
  package var value: JSONValue
  /// The text to show if the value itself is too long.
  package var shown: String?
  /// The level (`must`, …) of the promise that the value is accepted, if the schema lists the value; otherwise `nil`.
  package var listed: String?
  /// A function that makes a similar value of a given size; `nil` unless the value was chosen for its size.
  package var resized: (@Sendable (Int) -> JSONValue)?
  package var size = 0

  package init(_ name: String, _ value: JSONValue, shown: String? = nil, listed: String? = nil) {
    self.name = name
    self.value = value
    self.shown = shown
    self.listed = listed
  }

  /// The value as written in sentences.
  package var text: String {
    shown ?? (value.string?.isEmpty == true ? "an empty text" : "`\(value.text.shortened(to: 60))`")
  }
}

extension ValueMaker {
  /// Returns values, besides `example`, to test a backend with: those that the keywords of `schema` list, those next to
  /// each bound, and values of each type that often cause problems. The same `numbers` give the same values.
  package static func candidates(
    for schema: ValueSchema,
    besides example: JSONValue?,
    _ numbers: SeededNumbers
  ) -> [Candidate] {
    var maker = CandidateMaker(schema: schema, example: example, numbers: numbers)
    return maker.all()
  }
}

private struct CandidateMaker {
  let schema: ValueSchema
  let example: JSONValue?
  var numbers: SeededNumbers

  private static let longest = 10_000

  /// The types that any part of the schema allows; all types if no part restricts them.
  private var types: JSONTypes {
    let said = schema.parts.compactMap(\.types)
    return said.isEmpty ? .all : said.reduce([]) { $0.union($1) }
  }

  private func integers(_ keyword: String) -> [Int] { schema.values(of: keyword).compactMap(\.int) }

  /// Returns all candidates, each once.
  mutating func all() -> [Candidate] {
    var found = listed
    if !types.isDisjoint(with: .number) { found += numeric() }
    if types.contains(.string) { found += texts() }
    if types.contains(.boolean) {
      found += [true, false].map { Candidate($0 ? "true" : "false", .bool($0), listed: nil) }
    }
    if types.contains(.array) { found += arrays() }
    if !schema.values(of: "type").isEmpty { found += mistyped }
    var taken: Set<String> = example.map { [$0.canonicalText] } ?? []
    return found.filter { taken.insert($0.value.canonicalText).inserted }
  }

  /// The values that the schema lists in `const` or `enum`, as `default` and in `examples`.
  private var listed: [Candidate] {
    schema.parts.flatMap { schema -> [Candidate] in
      let level = schema.ownLevel ?? "must"
      let values = schema["enum"]?.items.map { $0 } ?? schema["const"].map { [$0] } ?? []
      let named = values.enumerated().map { Candidate("value-\($0 + 1)", $1, listed: level) }
      let shown = (schema["examples"].map { Array($0.items) } ?? []).enumerated().map {
        Candidate("example-\($0 + 1)", $1)
      }
      return named + (schema["default"].map { [Candidate("default", $0, listed: level)] } ?? []) + shown
    }
  }

  private mutating func numeric() -> [Candidate] {
    var found: [Candidate] = []
    func add(_ name: String, _ number: Int) { found.append(Candidate(name, .integer(number))) }
    for bound in integers("minimum") {
      add("least", bound)
      add("below-least", bound - 1)
    }
    for bound in integers("maximum") {
      add("most", bound)
      add("above-most", bound + 1)
    }
    for bound in integers("exclusiveMinimum") {
      add("least", bound + 1)
      add("below-least", bound)
    }
    for bound in integers("exclusiveMaximum") {
      add("most", bound - 1)
      add("above-most", bound)
    }
    for factor in integers("multipleOf") where factor > 1 {
      add("multiple", factor * 3)
      add("no-multiple", factor * 3 + 1)
    }
    add("zero", 0)
    add("negative", -1)
    add("past-32-bits", 2_147_483_648)
    add("past-exact-doubles", 9_007_199_254_740_993)
    let (low, high) = (integers("minimum").max() ?? 0, integers("maximum").min() ?? 1_000)
    if low < high, high - low < 1 << 40 { add("some-number", low + numbers.next(below: high - low + 1)) }
    if let half = try? JSONDocument(parsing: Array("0.5".utf8)).root { found.append(Candidate("fraction", half)) }
    return found
  }

  private mutating func texts() -> [Candidate] {
    var found = [
      Candidate("empty", .string("")), Candidate("blank", .string("   ")), Candidate("one-letter", .string("a")),
      Candidate("unicode", .string("Žąsis 日本 🦆 e\u{301}")),
      Candidate("marks", .string("'\"<b>&;--%s\\ {}")), Candidate("line-break", .string("a\nb")),
      Candidate("nul", .string("a\u{0}b"), shown: "a text with U+0000 in it"), long(Self.longest),
    ]
    for bound in integers("minLength") where bound > 0 && bound <= Self.longest {
      found.append(Candidate("shortest", .string(text(bound)), shown: length(bound)))
      found.append(Candidate("too-short", .string(text(bound - 1)), shown: length(bound - 1)))
    }
    for bound in integers("maxLength") where bound < Self.longest {
      found.append(Candidate("longest", .string(text(bound)), shown: length(bound)))
      found.append(Candidate("too-long", .string(text(bound + 1)), shown: length(bound + 1)))
    }
    for format in schema.values(of: "format").compactMap(\.string) {
      if let text = FormatSample.rare(format) { found.append(Candidate("of-its-format", .string(text))) }
    }
    let letters = Array("abcXYZ019 -_.,ąčęßøñאבهن한ไทย🦊🏳️‍🌈")
    let made = (0..<(1 + numbers.next(below: 24))).map { _ in letters[numbers.next(below: letters.count)] }
    found.append(Candidate("some-text", .string(String(made))))
    return found
  }

  private func long(_ size: Int) -> Candidate {
    var candidate = Candidate("long", .string(text(size)), shown: length(size))
    candidate.size = size
    let stem = example?.string
    candidate.resized = { size in .string(Self.text(size, stem)) }
    return candidate
  }

  private func length(_ count: Int) -> String {
    count == 0 ? "an empty text" : "a text of \(count.counted("character"))"
  }
  private func text(_ count: Int) -> String { Self.text(count, example?.string) }

  /// Returns a text of `count` characters that repeats `stem`, the example; a default text without one.
  private static func text(_ count: Int, _ stem: String?) -> String {
    let letters = Array((stem.flatMap { $0.isEmpty || $0.contains("$") ? nil : $0 } ?? "assay ").unicodeScalars)
    var text = String.UnicodeScalarView()
    for position in 0..<max(0, count) { text.append(letters[position % letters.count]) }
    return String(text)
  }

  private func arrays() -> [Candidate] {
    var found = [Candidate("no-items", .array([]))]
    guard let item = example?.items.first(where: { _ in true }) else { return found }
    func of(_ count: Int) -> JSONValue { .array(Array(repeating: item, count: max(0, count))) }
    for bound in integers("minItems") where bound > 0 && bound < 1_000 {
      found.append(Candidate("fewest-items", of(bound), shown: bound.counted("item")))
      found.append(Candidate("too-few-items", of(bound - 1), shown: (bound - 1).counted("item")))
    }
    for bound in integers("maxItems") where bound < 1_000 {
      found.append(Candidate("most-items", of(bound), shown: bound.counted("item")))
      found.append(Candidate("too-many-items", of(bound + 1), shown: (bound + 1).counted("item")))
    }
    var many = Candidate("many-items", of(1_000), shown: "1000 items")
    many.size = 1_000
    many.resized = { size in .array(Array(repeating: item, count: size)) }
    return found + [many]
  }

  /// One value of each type that the schema does not allow.
  private var mistyped: [Candidate] {
    let samples: [(JSONTypes, String, JSONValue)] = [
      (.string, "text", .string("word")), (.integer, "number", .integer(12)), (.boolean, "truth", .bool(true)),
      (.array, "list", .array([])), (.object, "object", .object([])), (.null, "null", JSONValue.building { $0.null() }),
    ]
    return samples.filter { types.isDisjoint(with: $0.0) }.map { Candidate("\($0.1)-instead", $0.2) }
  }
}
