import AssayContract
import AssayDocuments
import AssayJSON

extension ConformanceSuite {
  /// The contract file at `path` laid out as Assay lays contracts out, comments kept; as YAML or as JSON.
  ///
  /// What the file means stays what it is. Throws ``ConformanceError/file(path:reason:)`` where it cannot be read, or is YAML whose
  /// aliases and merged mappings the layout would write out, and ``ConformanceError/contract(_:omitted:)`` where it is neither YAML
  /// nor JSON.
  public static func formatted(contentsOf path: String, asYAML isYAML: Bool) throws(ConformanceError) -> String {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path) } catch { throw ConformanceError(error) }
    let fromYAML = ContractLoader.isYAML(path)
    let document: JSONDocument
    do throws(ContractError) {
      document = try ContractLoader.document(bytes, file: path)
    } catch {
      throw .contract(error.diagnostics, omitted: error.omitted)
    }
    if fromYAML, YAMLText.hasAliases(bytes) {
      let reason =
        "it repeats values by aliases or `<<`, which would be written out; `$defs` share schemas without them"
      throw .file(path: path, reason: reason)
    }
    let value = CommentedValue(document, isYAML: fromYAML)
    return isYAML ? YAMLLayout.text(of: value) : JSONLayout.text(of: value)
  }

  /// Whether a file of this name is read and written as YAML.
  public static func isYAML(_ path: String) -> Bool { ContractLoader.isYAML(path) }
}
