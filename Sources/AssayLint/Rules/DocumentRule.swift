import AssayContract
import AssayJSON

/// A document at hand is the one the contract was derived from, as far as the contract remembers it.
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
