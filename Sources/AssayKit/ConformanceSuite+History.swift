public import AssayDrift
public import AssayReport

extension ConformanceSuite {
  /// The maximum number of runs read, the newest first.
  private static var mostRecords: Int { 1_000 }

  /// Reads the records of earlier runs in `folder`; empty if the folder does not exist.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if the folder or a record cannot be read, or a record is of a
  /// different contract.
  public func history(in folder: String) throws(ConformanceError) -> DriftHistory {
    var history = DriftHistory()
    guard FileAccess.isFolder(folder) else { return history }
    do throws(FileAccess.Failure) {
      // The rest is the time of the run: a record of `shop-admin` does not count for `shop`.
      let names = try FileAccess.names(in: folder).filter { name in
        name.hasPrefix("\(service)-") && name.hasSuffix(".json")
          && name.dropFirst(service.count + 1).first?.isNumber == true
      }
      for name in names.sorted().suffix(Self.mostRecords) {
        let path = "\(folder)/\(name)"
        guard history.add(parsing: try FileAccess.read(path, isPlain: false), of: service) else {
          throw FileAccess.Failure(path: path, reason: "it is not a record of a run of \(service)")
        }
      }
    } catch {
      throw ConformanceError(error)
    }
    return history
  }

  /// Returns `report` with facts from earlier runs: the first run with each row, and the times that have changed.
  public func report(_ report: DriftReport, after history: DriftHistory) -> DriftReport { history.told(in: report) }

  /// Returns the file name and the text of the record that keeps `report` for later runs; no file in `folder` has that
  /// name.
  public func record(of report: DriftReport, in folder: String) -> (name: String, text: String) {
    let started = report.run.started.filter { $0.isLetter || $0.isNumber }
    let names = ["\(service)-\(started).json"] + (2...99).map { "\(service)-\(started)-\($0).json" }
    let name = names.first { !FileAccess.exists("\(folder)/\($0)") } ?? names[0]
    return (name, DriftHistory.record(of: report))
  }

  /// Returns a page about the runs of `history` and the run of `record`, in each format, by file name. Runs before
  /// `since`, a date in RFC 3339, are left out.
  public func pages(of history: DriftHistory, and record: String, since: String) -> [(name: String, text: String)] {
    var history = history
    _ = history.add(parsing: Array(record.utf8), of: service)
    let timeline = history.timeline(of: service, since: since)
    return TimelineFormat.allCases.map { format in
      ("\(service)-history.\(format.fileExtension)", format.render(timeline, assay: assayVersion))
    }
  }
}
