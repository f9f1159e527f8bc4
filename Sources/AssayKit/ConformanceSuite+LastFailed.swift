import AssayJSON

extension ConformanceSuite {
  /// The ids of the checks that failed or could not be judged by the JSON report at `path`, by the contract's `service`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be read or is no such report.
  public static func failedChecks(inReport path: String) throws(ConformanceError) -> [String: [String]] {
    let root: JSONValue
    do {
      root = try JSONDocument(parsing: try FileAccess.read(path)).root
    } catch let error as FileAccess.Failure {
      throw ConformanceError(error)
    } catch {
      throw .file(path: path, reason: "it is not JSON: \(error)")
    }
    let runs = root["runs"].map { Array($0.items) } ?? [root]
    var failed: [String: [String]] = [:]
    for run in runs {
      guard let service = run["contract"]?.string, let checks = run["checks"] else {
        throw .file(path: path, reason: "it is no report of assay verify; --report json=FILE writes one")
      }
      for check in checks.items where ["failed", "error"].contains(check["status"]?.string) {
        if let id = check["id"]?.string { failed[service, default: []].append(id) }
      }
    }
    return failed
  }
}
