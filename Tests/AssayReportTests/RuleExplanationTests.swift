import AssayFindings
import AssayReport
import Testing

/// What `assay explain` and SARIF say of rules.
struct RuleExplanationTests {
  @Test func everyRuleIsExplained() {
    for rule in Rule.all {
      let help = RuleExplanation(rule)
      #expect(help != nil, "\(rule.id) has no section in rules.md")
      #expect(help.map { [$0.about, $0.legal, $0.fix, $0.example].allSatisfy { !$0.isEmpty } } == true, "\(rule.id)")
    }
  }

  @Test func everySectionIsOfARule() {
    for help in RuleExplanation.all {
      #expect(help.rule.family == .schema || Rule.all.contains(help.rule), "\(help.rule.id) is not a rule")
    }
    #expect(Set(RuleExplanation.all.map(\.rule)).count == RuleExplanation.all.count)
  }
}
