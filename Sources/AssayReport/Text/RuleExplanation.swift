public import AssayFindings
import AssaySchema

/// The explanation of a rule; the texts are in `Resources/rules.md`.
public struct RuleExplanation: Sendable, Hashable {
  /// The rule.
  public var rule: Rule
  /// The explanation of what the rule compares.
  public var about: String
  /// The data that the rule accepts, in particular if that is unexpected.
  public var legal: String
  /// The change to make, in the backend or in the contract.
  public var fix: String
  /// An example of a finding's message.
  public var example: String

  /// The name of the rule, a sentence without a full stop.
  public var title: String { rule.shownTitle }

  /// The effect on an app that follows the documents, if the promise is a `must`.
  public var why: String {
    if rule.family == .request { return "A backend that follows the documents may refuse the request, or misread it." }
    return switch rule.meaning.fate {
    case .throws: "An app that follows the documents stops with an error: no answer arrives, or it does not decode."
    case .losesData where rule.meaning.isLostAnyway, .showsWrong where rule.meaning.isLostAnyway:
      "An app that follows the documents drops the value or misreads it, without any error."
    case .losesData: "An app that follows the documents continues with data missing, without any error."
    case .showsWrong: "An app that follows the documents treats wrong data as right, without any error."
    case .isStuck: "An app that follows the documents waits for an end that never arrives."
    case .waits: "An app that follows the documents keeps polling, without knowing for how long."
    case .ignores: "An app that follows the documents does not read it."
    case .byFormat: "An app with a type for the format stops with an error; any other treats a wrong value as right."
    }
  }

  /// The full explanation for people, without a line end at its end.
  public var text: String {
    "\(rule.id): \(title)\n\n\(about)\n\nwhy      \(why)\nlegal    \(legal)\nfix      \(fix)\nexample  \(example)"
  }

  /// All explanations, in the order of the file.
  public static let all = parse(String(decoding: PackageResources.rules_md, as: UTF8.self))

  private static let byRule = Dictionary(all.map { ($0.rule, $0) }) { first, _ in first }

  /// The explanation of a rule; `nil` for an unknown one.
  public init?(_ rule: Rule) {
    guard let known = Self.byRule[rule] else { return nil }
    self = known
  }

  private init(rule: Rule, about: String = "", legal: String = "", fix: String = "", example: String = "") {
    self.rule = rule
    self.about = about
    self.legal = legal
    self.fix = fix
    self.example = example
  }

  /// Parses the text of `rules.md`: a section `## ID` with four paragraphs for each rule.
  private static func parse(_ text: String) -> [RuleExplanation] {
    var rules: [RuleExplanation] = []
    for line in text.split(separator: "\n") {
      if line.hasPrefix("## ") {
        rules.append(RuleExplanation(rule: Rule(String(line.dropFirst(3)))))
      } else if let last = rules.indices.last {
        if line.hasPrefix("Legal: ") {
          rules[last].legal = String(line.dropFirst(7))
        } else if line.hasPrefix("Fix: ") {
          rules[last].fix = String(line.dropFirst(5))
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
