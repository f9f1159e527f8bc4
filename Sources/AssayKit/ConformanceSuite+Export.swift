import AssayDerive

extension ConformanceSuite {
  /// The contract as an OpenAPI description (3.1.1), in JSON that ends with a line's end.
  ///
  /// Parts that OpenAPI cannot express are in members that begin with `x-assay-`, so that
  /// ``derive(fromDocuments:for:)`` makes the same contract from it again.
  public var openAPIDescription: String { openAPIDescription(for: nil) }

  /// The same for the file `target`: the files it names are named as seen from there.
  public func openAPIDescription(for target: String?) -> String { ContractExport.openAPI(root(for: target)) }

  /// The contract's scenarios as workflows of Arazzo (1.0.1), in JSON that ends with a line's end.
  ///
  /// - Parameters:
  ///   - description: The file with ``openAPIDescription``, seen from the workflows' folder.
  ///   - target: The file they are to be written to, from whose folder they name files.
  public func arazzoWorkflows(describedIn description: String, for target: String? = nil) -> String {
    ContractExport.arazzo(root(for: target), describedIn: description)
  }
}
