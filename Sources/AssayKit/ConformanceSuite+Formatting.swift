import AssayContract
import AssayDocuments
import AssayJSON

extension ConformanceSuite {
  /// Returns the contract file at `path` in Assay's standard format, with its comments, as YAML or as JSON.
  ///
  /// `target` is the file to which the text will be written: the files that the contract names are named relative to
  /// it. The meaning of the file does not change. Throws ``ConformanceError/file(path:reason:)`` if the file cannot be
  /// read, or is YAML with aliases or merged mappings, which formatting would expand. Throws
  /// ``ConformanceError/contract(_:omitted:)`` if it is neither YAML nor JSON.
  public static func formatted(contentsOf path: String, asYAML isYAML: Bool, for target: String? = nil)
    throws(ConformanceError) -> String
  {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw ConformanceError(error)
    }
    let fromYAML = ContractLoader.isYAML(path)
    let document: JSONDocument
    do throws(ContractError) {
      document = try ContractLoader.document(bytes, file: path)
    } catch {
      throw .contract(error.diagnostics, omitted: error.omitted)
    }
    if fromYAML, YAMLText.hasAliases(bytes) {
      throw .file(path: path, reason: aliasesReason)
    }
    var value = CommentedValue(document, isYAML: fromYAML)
    if let move = FileMove(ofContract: path, to: target) {
      let changes = move.changes(in: document, movesSchema: FileMove.hasSchema(document, at: path))
      value = value.replacing(Dictionary(changes.map { ($0.value.index, $0.text) }) { first, _ in first })
    }
    return isYAML ? YAMLLayout.text(of: value) : JSONLayout.text(of: value)
  }

  /// The reason why a YAML file with aliases is not rewritten.
  static let aliasesReason =
    "it repeats values by aliases or `<<`, which would be written out; `$defs` share schemas without them"

  /// Returns true if a file of this name is read and written as YAML.
  public static func isYAML(_ path: String) -> Bool { ContractLoader.isYAML(path) }
}
