import AssayDerive

extension ConformanceSuite {
  /// The contract as an OpenAPI description (3.1.1), in JSON that ends with a line feed.
  ///
  /// Parts that OpenAPI cannot express are in members that begin with `x-assay-`, so that
  /// ``derive(fromDocuments:for:)`` makes the same contract from it again.
  public var openAPIDescription: String { openAPIDescription(for: nil) }

  /// Returns ``openAPIDescription`` for the file `target`: the files that the contract names are named relative to it.
  public func openAPIDescription(for target: String?) -> String { ContractExport.openAPI(root(for: target)) }

  /// Returns the contract's scenarios as workflows of Arazzo (1.0.1), in JSON that ends with a line feed.
  ///
  /// - Parameters:
  ///   - description: The file with ``openAPIDescription``, relative to the folder of the workflows.
  ///   - target: The file to which the workflows will be written; they name files relative to its folder.
  public func arazzoWorkflows(describedIn description: String, for target: String? = nil) -> String {
    ContractExport.arazzo(root(for: target), describedIn: description)
  }
}
