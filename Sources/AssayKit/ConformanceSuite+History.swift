public import AssayDrift
public import AssayReport

extension ConformanceSuite {
  /// The most runs that are read: the newest.
  private static var mostRecords: Int { 1_000 }

  /// The records of earlier runs in `folder`; empty where it is not there yet.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it or a record in it cannot be read, or is a record of a different contract.
  public func history(in folder: String) throws(ConformanceError) -> DriftHistory {
    var history = DriftHistory()
    guard FileAccess.isFolder(folder) else { return history }
    do throws(FileAccess.Failure) {
      let names = try FileAccess.names(in: folder).filter { $0.hasPrefix("\(service)-") && $0.hasSuffix(".json") }
      for name in names.sorted().suffix(Self.mostRecords) {
        let path = "\(folder)/\(name)"
        guard history.add(parsing: try FileAccess.read(path), of: service) else {
          throw FileAccess.Failure(path: path, reason: "it is not a record of a run of \(service)")
        }
      }
    } catch {
      throw ConformanceError(error)
    }
    return history
  }

  /// `report` with what the runs before it say: since when each row is there, and which times have changed.
  public func report(_ report: DriftReport, after history: DriftHistory) -> DriftReport { history.told(in: report) }

  /// The file name and the text of the record that keeps `report` for later runs.
  public func record(of report: DriftReport) -> (name: String, text: String) {
    let started = report.run.started.filter { $0.isLetter || $0.isNumber }
    return ("\(service)-\(started).json", DriftHistory.record(of: report))
  }
}
