import AssayDerive
import AssayJSON

extension ConformanceSuite {
  /// The contract as an OpenAPI description (3.1.1), in JSON that ends with a line's end.
  ///
  /// What OpenAPI cannot say stands in members that begin with `x-assay-`, so that ``derive(fromDocuments:)`` makes the same
  /// contract of it again.
  public var openAPIDescription: String { ContractExport.openAPI(contract.document.root) }

  /// The contract's scenarios as workflows of Arazzo (1.0.1), in JSON that ends with a line's end.
  ///
  /// - Parameter description: The file with ``openAPIDescription``, seen from the workflows' folder.
  public func arazzoWorkflows(describedIn description: String) -> String {
    ContractExport.arazzo(contract.document.root, describedIn: description)
  }
}
