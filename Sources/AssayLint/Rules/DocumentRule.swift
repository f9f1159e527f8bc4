import AssayContract
import AssayJSON

/// The rule that a document has the digest recorded in the contract, if there is one, so that it is still the version
/// the contract was derived from.
enum DocumentRule: LintRule {
  static func check(_ run: inout LintRun) {
    for (document, node) in zip(run.contract.documents, run.root.table("documents")) {
      guard let known = document.digest, let digest = run.digests[document.name], digest != known else { continue }
      run.log.add(
        .changedDocument,
        "`\(document.file)` is no longer the document this contract was derived from",
        help:
          "`assay derive DOCUMENT --update CONTRACT` moves the sources to where their lines went, and says what is other",
        range: (node["digest"] ?? node).range,
        pointer: node.pointer.appending("digest")
      )
    }
  }
}
