package import AssayObservation

/// The exchanges of a run in a HAR file, which can be judged again at any time, without a network, with the same
/// findings.
///
/// A HAR file from a browser or a proxy can also be judged: its entries are matched to the contract's operations.
public struct Recording: Sendable {
  package let log: HARLog
  /// The file's path, as given.
  package let path: String

  /// Reads the HAR file at `path`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if it cannot be read or is not a HAR file; the reason then has line
  /// and column.
  public init(contentsOf path: String) throws(ConformanceError) {
    self.path = path
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw ConformanceError(error)
    }
    do throws(HARError) { log = try HARReader.read(bytes) } catch { throw .file(path: path, reason: error.description) }
  }

  /// The contracts with recorded runs, by their `service`; empty for a recording of a browser or a proxy.
  public var services: [String] { log.runs.map(\.service) }
}
