import AssayContract
import AssayDocuments
import AssayJSON

extension ConformanceSuite {
  /// The contract file at `path` laid out as Assay lays contracts out, comments kept; as YAML or as JSON.
  ///
  /// With `target`, the file it is to be written to, the files it names are named as seen from there.
  /// The meaning of the file does not change. Throws ``ConformanceError/file(path:reason:)`` where it cannot be read,
  /// or is YAML whose aliases and merged mappings the layout would write out, and
  /// ``ConformanceError/contract(_:omitted:)`` where it is neither YAML nor JSON.
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

  /// Why a YAML file is not written anew.
  static let aliasesReason =
    "it repeats values by aliases or `<<`, which would be written out; `$defs` share schemas without them"

  /// Returns true if a file of this name is read and written as YAML.
  public static func isYAML(_ path: String) -> Bool { ContractLoader.isYAML(path) }
}
