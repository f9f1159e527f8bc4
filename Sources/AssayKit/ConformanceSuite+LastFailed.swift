import AssayJSON

extension ConformanceSuite {
  /// Returns the ids of the checks that failed or could not be judged in the JSON report at `path`, by the contract's
  /// `service`; empty for a contract of which none did.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if the file cannot be read or is not such a report.
  public static func failedChecks(inReport path: String) throws(ConformanceError) -> [String: [String]] {
    var failed: [String: [String]] = [:]
    for run in try WrittenReport(path).runs {
      guard let service = run["contract"]?.string, let checks = run["checks"] else { continue }
      failed[service, default: []] += []
      for check in checks.items where ["failed", "error"].contains(check["status"]?.string) {
        if let id = check["id"]?.string { failed[service, default: []].append(id) }
      }
    }
    return failed
  }
}
