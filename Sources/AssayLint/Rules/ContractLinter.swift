package import AssayContract
import AssayJSON
import AssaySchema

/// The linter of contracts, which finds errors and doubtful parts in a contract that was read without errors.
package enum ContractLinter {
  /// The maximum number of diagnostics returned.
  private static let limit = 500

  /// Returns the errors and warnings, in the order of the file.
  ///
  /// - Parameters:
  ///   - documents: The lines of the available documents, by their names in the contract; citations of others are only
  ///     checked for form.
  ///   - isMissing: Returns true if a file that the contract sends or serves cannot be read, by its name.
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

  /// The rules; if two of them find a problem at the same place, only the first is reported.
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

/// A check of a whole contract.
protocol LintRule {
  static func check(_ run: inout LintRun)
}

/// One run of the linter over a contract: the data that all rules read, and the diagnostics they add.
struct LintRun {
  let contract: Contract
  let root: ContractNode
  let sites: [ContractSite]
  /// All expressions in the contract, in order.
  private let uses: [ExpressionUse]
  /// The available documents, by name.
  let documents: [String: CitedDocument]
  /// The digest of each available document, by name.
  let digests: [String: String]
  /// A function that returns true if the file of this name cannot be read.
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

  /// Returns the expressions that are inside the value of `node`.
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
