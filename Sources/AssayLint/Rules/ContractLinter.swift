package import AssayContract
import AssayJSON
import AssaySchema

/// Looks for what is wrong or doubtful in a contract that could be read.
package enum ContractLinter {
  /// The most diagnostics that are given.
  private static let limit = 500

  /// Every error and warning, in the order of the file.
  ///
  /// - Parameters:
  ///   - documents: The lines of the documents that are at hand, by their names in the contract; citations of the others are
  ///     only checked for form.
  ///   - isMissing: Whether a file that the contract sends or serves cannot be read, by its name.
  package static func lint(
    _ contract: Contract,
    documents: [String: [String]] = [:],
    isMissing: @escaping (String) -> Bool = { _ in false }
  ) -> [Diagnostic] {
    var linter = LintRun(contract: contract, documents: documents, isMissing: isMissing)
    for rule in rules { rule.check(&linter) }
    let text = ContractText(file: contract.file, document: contract.document)
    return linter.log.diagnostics(in: text, limit: limit).shown
  }

  /// The rules; of two that see trouble at the same place, the first one speaks.
  private static var rules: [any LintRule.Type] {
    [
      OutputFlowRule.self, OperationRule.self, EventOrderRule.self, StateGraphRule.self, ImpossibleSchemaRule.self,
      IdlePromiseRule.self,
      FormatRule.self, ExampleRule.self, DocumentRule.self, CitationRule.self, CitationContentRule.self,
      DocumentedFieldRule.self,
      ClientRule.self, SecurityRule.self, FileRule.self, EnvironmentRule.self, UnusedRule.self, ProvenanceRule.self,
    ]
  }
}

/// One question put to a whole contract.
protocol LintRule {
  static func check(_ run: inout LintRun)
}

/// A contract being linted: what all rules look at, and what they found.
struct LintRun {
  let contract: Contract
  let root: ContractNode
  let sites: [ContractSite]
  /// The expressions of the contract, in its order.
  private let uses: [ExpressionUse]
  /// The documents at hand, by name.
  let documents: [String: CitedDocument]
  /// The digest of each document at hand, by its name.
  let digests: [String: String]
  /// Returns true if the file of this name cannot be read.
  let isMissing: (String) -> Bool
  var log = DiagnosticLog()

  init(contract: Contract, documents: [String: [String]], isMissing: @escaping (String) -> Bool) {
    self.contract = contract
    self.isMissing = isMissing
    root = ContractNode(root: contract.document.root)
    sites = ContractSite.all(in: contract.document, contract.schemas)
    var uses: [ExpressionUse] = []
    ExpressionUse.forEach(in: contract.document, contract.templates) { uses.append($0) }
    self.uses = uses
    self.documents = documents.mapValues { CitedDocument(lines: $0) }
    digests = documents.mapValues { DocumentReference.digest(of: $0) }
  }

  /// The expressions inside the value of `node`.
  func uses(in node: ContractNode?) -> ArraySlice<ExpressionUse> {
    guard let range = node?.value.byteRange else { return [] }
    var (low, high) = (0, uses.count)
    while low < high {
      let middle = (low + high) / 2
      if uses[middle].value.byteRange.lowerBound < range.lowerBound { low = middle + 1 } else { high = middle }
    }
    return uses[low...].prefix { $0.value.byteRange.upperBound <= range.upperBound }
  }
}
