/// The files Assay reads and writes that have a JSON Schema; the schemas stand in `contracts/`.
public enum FileSchema: String, CaseIterable, Sendable {
  /// A contract.
  case contract
  /// The JSON report of `assay verify`.
  case report
  /// The JSON report of `assay drift`, which is its baseline.
  case drift
  /// The baseline of `assay verify`.
  case baseline
  /// The project file `assay.json`.
  case config

  /// The schema as its file has it.
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
