public import AssayFindings
import AssaySchema

/// A rule explained to who meets it in a report; what is said stands in `Resources/rules.md`.
public struct RuleExplanation: Sendable, Hashable {
  /// The rule.
  public var rule: Rule
  /// What is compared with what.
  public var about: String
  /// What to change, in the backend or in the contract.
  public var mend: String
  /// How a finding reads.
  public var example: String

  /// What the rule is called, as a sentence without a full stop.
  public var title: String { rule.shownTitle }

  /// What becomes of an app written by the documents where the promise is a `must`.
  public var why: String {
    switch rule.meaning.fate {
    case .throws: "An app written by the documents stops with an error: nothing comes, or what comes does not decode."
    case .losesData where rule.meaning.isLostAnyway, .showsWrong where rule.meaning.isLostAnyway:
      "An app written by the documents drops what came or takes it for something else, and nobody is told."
    case .losesData: "An app written by the documents goes on with something missing, and nobody is told."
    case .showsWrong: "An app written by the documents takes something wrong for right, and nobody is told."
    case .isStuck: "An app written by the documents waits for an end that does not come."
    case .waits: "An app written by the documents goes on asking, and does not know for how long."
    case .ignores: "An app written by the documents does not read it."
    case .byFormat: "An app with a type for the format stops with an error; any other takes a wrong value for right."
    }
  }

  /// The explanation in full, for a person; ends without a line's end.
  public var text: String {
    "\(rule.id): \(title)\n\n\(about)\n\nwhy      \(why)\nmend     \(mend)\nexample  \(example)"
  }

  /// All explanations, in the order of the file.
  public static let all = parse(String(decoding: PackageResources.rules_md, as: UTF8.self))

  private static let byRule = Dictionary(all.map { ($0.rule, $0) }) { first, _ in first }

  /// The explanation of a rule; `nil` for one of somebody else's.
  public init?(_ rule: Rule) {
    guard let known = Self.byRule[rule] else { return nil }
    self = known
  }

  private init(rule: Rule, about: String, mend: String, example: String) {
    self.rule = rule
    self.about = about
    self.mend = mend
    self.example = example
  }

  /// Reads sections `## ID` of three paragraphs.
  private static func parse(_ text: String) -> [RuleExplanation] {
    var rules: [RuleExplanation] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        rules.append(RuleExplanation(rule: Rule(String(line.dropFirst(3))), about: "", mend: "", example: ""))
      } else if let last = rules.indices.last {
        if line.hasPrefix("Mend: ") {
          rules[last].mend = String(line.dropFirst(6))
        } else if line.hasPrefix("Example: ") {
          rules[last].example = String(line.dropFirst(9))
        } else {
          rules[last].about = String(line)
        }
      }
    }
    return rules
  }
}
