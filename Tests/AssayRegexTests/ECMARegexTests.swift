import AssayJSON
import AssayRegex
import Foundation
import TestKit
import Testing

@Suite("Regular expressions")
struct ECMARegexTests {
  @Test func matching() throws {
    for item in try JSONDocument(parsing: Fixtures.bytes("regex/matching.json")).root.items {
      let regex = try ECMARegex(#require(item["pattern"]?.string))
      for text in (item["matches"]?.items ?? JSONValue.null.items).compactMap(\.string) {
        #expect(regex.contains(in: text), "\(regex.pattern) on \(JSONEscapes.quote(text))")
      }
      for text in (item["rejects"]?.items ?? JSONValue.null.items).compactMap(\.string) {
        #expect(!regex.contains(in: text), "\(regex.pattern) on \(JSONEscapes.quote(text))")
      }
    }
  }

  @Test func syntax() throws {
    let cases = try JSONDocument(parsing: Fixtures.bytes("regex/syntax.json")).root
    for pattern in (cases["valid"]?.items ?? JSONValue.null.items).compactMap(\.string) {
      #expect(ECMARegex.isSyntacticallyValid(pattern), "\(pattern)")
    }
    for pattern in (cases["invalid"]?.items ?? JSONValue.null.items).compactMap(\.string) {
      #expect(!ECMARegex.isSyntacticallyValid(pattern), "\(pattern)")
    }
  }

  /// Expressions that make others go on for years, in time linear in the text.
  @Test(arguments: [
    "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x", "^(a?){200}a{200}$",
    "(a|b|ab)*c", "^(.*a){50}$", "[ab]*a[ab]{12}c", "(?=(a+)+b)a", "^(?:(?!.*b)a)+$", "(?<=(a|a)*)!!",
    "(?!(?=.*x).*)a!!",
  ])
  func isLinear(pattern: String) throws {
    let regex = try ECMARegex(pattern)
    let text = String(repeating: "a", count: 50_000) + "!"
    let elapsed = ContinuousClock().measure { #expect(!regex.contains(in: text)) }
    // An unoptimised build on a busy machine is allowed more than the 50 ms a release takes.
    #expect(elapsed < .seconds(5), "\(pattern) took \(elapsed)")
  }

  /// What groups match is what V8 says they do: the table was made by Node.js 20, of patterns by hand and by chance.
  @Test func groups() throws {
    let cases = try JSONDocument(parsing: Fixtures.bytes("regex/groups.json")).root.items.map(\.self)
    #expect(cases.count > 700)
    for item in cases {
      let regex = try ECMARegexGroups(#require(item["pattern"]?.string))
      for (text, wanted) in try #require(item["matches"]).members.map({ ($0.key, $0.value) }) {
        let found = try #require(regex.firstMatch(in: text, within: 1_000_000)).texts
        let texts =
          wanted.isNull
          ? nil : regex.names.isEmpty ? wanted.items.map(\.string) : regex.names.map { wanted[$0]?.string }
        #expect(found == texts, "\(regex.pattern) on \(JSONEscapes.quote(text))")
      }
    }
  }

  @Test(arguments: [
    "^(a+)+$", "^(a|a)*$", "^(a|aa)+$", "(a*)*b", "^(([a-z])+.)+[A-Z]([a-z])+$", "(.*)*x", "(a|b|ab)*c", "((a)(b)?)*c",
    "(?=.*b)(a+)+$", "(?<!!(?=a))(a)+b",
  ])
  func groupsAreLinear(pattern: String) throws {
    let regex = try ECMARegexGroups(pattern)
    func work(_ length: Int) throws -> Int {
      let found = try #require(
        regex.firstMatch(in: String(repeating: "a", count: length) + "!", within: 1 << 40)
      )
      #expect(found.texts == nil)
      return found.work
    }
    #expect(try work(20_000) < 3 * work(10_000))
    #expect(regex.firstMatch(in: String(repeating: "a", count: 20_000) + "!", within: 25_000) == nil)
  }

  @Test func groupsThatCannotBeTold() {
    func refusal(_ pattern: String) -> ECMARegexError.Reason? {
      do throws(ECMARegexError) {
        _ = try ECMARegexGroups(pattern)
        return nil
      } catch {
        return error.reason
      }
    }
    #expect(refusal("(?=(a))") == .groupInLookAround)
    #expect(refusal("(?!(a))b") == nil)
    let many = String(repeating: "(a)", count: 51)
    #expect(refusal(many) == .tooManyGroups(limit: 50))
    #expect(refusal(many + "(?<b>b)") == nil)
  }

  /// Look-arounds of all kinds mean what they mean to ICU, whose look-behind is bounded.
  @Test func looksAroundAsOthersDo() throws {
    var numbers = SteadyNumbers(7)
    var matched = 0
    for _ in 0..<4_000 {
      let pattern = (numbers.next(3) == 0 ? "^" : "") + numbers.pattern(depth: 3)
      let regex = try ECMARegex(pattern)
      let other = try NSRegularExpression(pattern: pattern)
      for _ in 0..<6 {
        let text = String((0..<numbers.next(7)).map { _ in Character(["a", "b", "c"][numbers.next(3)]) })
        let isMatch = other.firstMatch(in: text, range: NSRange(location: 0, length: text.utf16.count)) != nil
        #expect(regex.contains(in: text) == isMatch, "\(pattern) on \"\(text)\"")
        if isMatch { matched += 1 }
      }
    }
    #expect(matched > 2_000)
  }

  /// Past what is remembered of a text, a match is still found where it is, and only there.
  @Test func longMemory() throws {
    let regex = try ECMARegex(#"[ab]*a[ab]{14}c\b"#)
    var state: UInt64 = 7
    var text = ""
    for _ in 0..<30_000 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      text += state >> 40 & 1 == 0 ? "a" : "b"
    }
    #expect(!regex.contains(in: text))
    #expect(regex.contains(in: text + "a" + "ababababababab" + "c d"))
    #expect(!regex.contains(in: text + "a" + "ababababababab" + "cd"))
    #expect(!regex.contains(in: text + "b" + "ababababababab" + "c"))
  }

  /// Cut anywhere, with anything in it, an expression is accepted or refused, and never more than that.
  @Test func anyPattern() {
    let pieces = Array("ab01(){}[]*+?|^$\\.-,:=!<>pdwsuxck é😀").map(String.init)
    var state: UInt64 = 42
    for _ in 0..<20_000 {
      var pattern = ""
      for _ in 0..<(state >> 33) % 12 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        pattern += pieces[Int((state >> 33) % UInt64(pieces.count))]
      }
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      _ = ECMARegex.isSyntacticallyValid(pattern)
      if let regex = try? ECMARegex(pattern) { _ = regex.contains(in: "ab01 é\n") }
    }
  }
}

/// Patterns made by numbers that are the same each time.
private struct SteadyNumbers {
  private var state: UInt64

  init(_ seed: UInt64) { state = seed }

  mutating func next(_ count: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int((state >> 33) % UInt64(count))
  }

  /// An expression over a, b and c; behind a place nothing is repeated, for ICU has to know how far to look.
  mutating func pattern(depth: Int, isBounded: Bool = false) -> String {
    var parts: [String] = []
    for _ in 0...next(3) {
      let inner = { (numbers: inout Self, bounded: Bool) in numbers.pattern(depth: depth - 1, isBounded: bounded) }
      switch depth > 0 ? next(12) : next(3) {
      case 0: parts.append("a")
      case 1: parts.append("b")
      case 2: parts.append("[ac]")
      case 3: parts.append("(?=\(inner(&self, isBounded)))")
      case 4: parts.append("(?!\(inner(&self, isBounded)))")
      case 5: parts.append("(?<=\(inner(&self, true)))")
      case 6: parts.append("(?<!\(inner(&self, true)))")
      case 7: parts.append("(?:\(inner(&self, isBounded))|\(inner(&self, isBounded)))")
      case 8 where !isBounded: parts.append("(?:\(inner(&self, false)))*")
      case 9 where !isBounded: parts.append("(?:\(inner(&self, false)))+")
      case 10: parts.append("\\b")
      default: parts.append("(?:\(inner(&self, isBounded)))?")
      }
    }
    return parts.joined()
  }
}
