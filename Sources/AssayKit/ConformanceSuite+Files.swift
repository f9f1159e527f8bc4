import AssayContract
import AssayJSON
import AssayVerifier

extension ConformanceSuite {
  /// Returns the files of the contract. Throws ``ConformanceError/strangeFile(_:service:)`` if one of them may not be
  /// read.
  package func files(allowing folders: [String]) throws(ConformanceError) -> ContractFiles {
    let files = ContractFiles(of: folder, allowing: folders)
    if let strange = contract.fileNames.first(where: { !files.holds($0) }) {
      throw .strangeFile(strange, service: service)
    }
    return files
  }

  /// Returns the files of the contract after checking that those sent by `plan` exist. Throws
  /// ``ConformanceError/contract(_:omitted:)`` with all missing files, so that nothing is called if a file is missing.
  func files(_ options: VerifyOptions, sentBy plan: () -> Plan) throws(ConformanceError) -> ContractFiles {
    let files = try files(allowing: options.allowedFolders)
    let missing = contract.sentFiles.filter { !files.hasReadable($0.name) }
    if missing.isEmpty { return files }
    var sent: Set<String> = []
    for run in plan().runs {
      for step in run.scenario.steps {
        if let operation = contract.operation(named: step.operation) { sent.formUnion(step.files(of: operation)) }
      }
    }
    var log = DiagnosticLog()
    for file in missing where sent.remove(file.name) != nil {
      log.add(
        .unreadableFile,
        "the file `\(file.name)`, which the contract sends, cannot be read",
        help: FileReference.help,
        range: file.value.byteRange,
        pointer: file.pointer
      )
    }
    let found = log.diagnostics(in: ContractText(file: contract.file, document: contract.document))
    if !found.shown.isEmpty { throw .contract(found.shown, omitted: found.omitted) }
    return files
  }
}
