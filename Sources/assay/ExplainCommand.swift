import AssayKit
import AssayReport
import AssayText

/// The command `assay explain`, which shows the meaning of a rule, its effect on clients, and the fix.
enum ExplainCommand {
  static let syntax = CommandSyntax(
    name: "explain",
    operands: "[RULE]",
    operandCount: 0...1,
    summary: "Explain a rule that a finding names; without one, list all.",
    details: "Exit status: 0 explained, 2 unknown rule.",
    flags: [],
    examples: [
      "assay explain",
      "assay explain schema.required",
      "assay explain 'must[poll.transition]'",
    ],
    page: "Reports",
    run: run
  )

  private static func run(_ arguments: ParsedArguments) throws -> ExitStatus {
    let all = RuleExplanation.all
    guard let id = arguments.operands.first else {
      let width = all.map(\.rule.id.count).max() ?? 0
      for help in all {
        Terminal.print(help.rule.id + String(repeating: " ", count: width + 2 - help.rule.id.count) + help.title)
      }
      return .success
    }
    // As a finding has it: must[poll.transition].
    let name = id.split(separator: "[").last.map { $0.prefix { $0 != "]" } } ?? ""
    guard let help = RuleExplanation(Rule(String(name))) else {
      let nearest = SpellingSuggestion.didYouMean(String(name), among: all.map(\.rule.id))
      throw ParsedArguments.Mistake(message: "unknown rule \(VisibleText.line(id, limit: 80))\(nearest)")
    }
    Terminal.print(help.text)
    return .success
  }
}
