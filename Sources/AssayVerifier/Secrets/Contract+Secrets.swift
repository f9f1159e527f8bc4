package import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
package import AssaySecrets
import AssayText

extension SecretVault {
  /// A vault for runs of `contract`, whose own words are not secrets; those of all answers may take `memory` bytes.
  package convenience init(_ secrets: [Secret] = [], of contract: Contract, memory: Int = RunLimits.usualMemory) {
    self.init(secrets, words: contract.words, fields: contract.secretFields, memory: memory)
  }
}

extension Contract {
  /// The names of the header fields that carry a secret anywhere in the contract, in lower case. These are those of
  /// security schemes, those captured as secret, and those whose value contains `${NAME}`, a secret output or a secret
  /// variable.
  var secretFields: Set<String> {
    var fields = Set(securitySchemes.map(\.field).filter { $0.place == .header }.map { $0.name.lowercased() })
    let variables = Set(variables.filter(\.isSecret).map(\.name))
    var outputs: Set<String> = []
    for step in allSteps {
      for output in step.expects.outputs where output.isSecret {
        outputs.insert(output.name)
        for reference in output.expression.references {
          switch reference.subject {
          case .exchange(.responseHeader(let name)), .exchange(.requestHeader(let name)):
            fields.insert(name.lowercased())
          default: break
          }
        }
      }
    }
    func note(_ name: String, _ template: JSONValue?) {
      guard let template, let text = template.string, text.utf8.contains(UInt8(ascii: "$")) else { return }
      let isSecret =
        text.contains("${")
        || Template.expressions(in: template, templates).flatMap(\.references).contains { reference in
          switch reference.subject {
          case .step(_, .output(let output)), .lastOutput(let output): outputs.contains(output)
          case .variable(let names): names.first == "variables" && names.count > 1 && variables.contains(names[1])
          default: false
          }
        }
      if isSecret { fields.insert(name.lowercased()) }
    }
    for operation in operations { for header in operation.request.headers { note(header.name, header.example) } }
    for step in allSteps { for header in step.call.headers { note(header.name, header.template) } }
    return fields
  }

  /// The steps of all scenarios, with those before and after them.
  private var allSteps: some Sequence<Step> { scenarios.lazy.flatMap { [$0.before, $0.steps, $0.after].joined() } }

  private static let ruleKeys: Set = ["rule", "until", "when", "finalWhen"]

  /// The words that the contract itself uses, such as keys and enumerated values, and that are therefore not secret in
  /// a response.
  package var words: Set<String> {
    var words: Set<String> = []
    func visit(_ value: JSONValue) {
      for item in value.items { visit(item) }
      for member in value.members where !["example", "examples", "mock"].contains(member.key) {
        words.insert(member.key)
        if member.key == "const" || member.key == "enum" {
          for text in [member.value] + Array(member.value.items) { text.string.map { _ = words.insert($0) } }
        }
        // So is a text that a rule compares with.
        if Self.ruleKeys.contains(member.key), let rule = member.value.string {
          for quote in ["'", "\""] {
            for (index, text) in rule.split(separator: quote, omittingEmptySubsequences: false).enumerated()
            where !index.isMultiple(of: 2) { words.insert(String(text)) }
          }
        }
        // A pattern's text is known to its readers; a recording's stand-ins may keep it.
        if member.key == "pattern", let pattern = member.value.string {
          words.formUnion(pattern.split { !$0.isLetter && !$0.isNumber && $0 != "_" && $0 != "-" }.map(String.init))
        }
        visit(member.value)
      }
    }
    visit(document.root)
    return words
  }
}

extension Contract {
  /// The values of the contract's secret variables.
  package var secretVariables: [Secret] {
    variables.filter(\.isSecret).compactMap { variable in
      variable.value?.string.map { Secret(name: "variables.\(variable.name)", value: $0) }
    }
  }
}
