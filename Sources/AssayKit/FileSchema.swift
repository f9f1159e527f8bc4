import AssayJSON
import AssayText

/// The files that Assay reads and writes and that have a JSON Schema; the schemas are in `contracts/`.
public enum FileSchema: String, CaseIterable, Sendable {
  /// A contract, which lists what a backend promises.
  case contract
  /// The JSON report of `assay verify`.
  case report
  /// The JSON report of `assay drift`, which is its baseline.
  case drift
  /// The baseline of `assay verify`.
  case baseline
  /// The project file `assay.json`.
  case config

  /// The JSON Schema of such files, as text.
  public var text: String {
    let bytes =
      switch self {
      case .contract: PackageResources.contract_schema_json
      case .report: PackageResources.report_schema_json
      case .drift: PackageResources.drift_schema_json
      case .baseline: PackageResources.baseline_schema_json
      case .config: PackageResources.config_schema_json
      }
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension FileSchema {
  /// Returns the kind of a JSON file that is known not to be a contract: `a JSON Schema`, `a project file`; `nil` for
  /// any other.
  package static func kind(ofFile path: String) -> String? {
    guard let bytes = try? FileAccess.read(path), let root = (try? JSONDocument(parsing: bytes))?.root else {
      return nil
    }
    if root["$schema"]?.string?.contains("json-schema.org/") == true { return "a JSON Schema" }
    return root["contract"] == nil && root["contracts"]?.kind == .array ? "a project file" : nil
  }
}
