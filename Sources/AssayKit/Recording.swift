package import AssayObservation

/// The exchanges of a run, kept in a HAR file: judged again at any time, without a network, to the same findings.
///
/// A HAR saved by a browser or a proxy serves too: its entries are matched to the contract's operations.
public struct Recording: Sendable {
  package let log: HARLog
  /// The file as it was named.
  package let path: String

  /// Reads the HAR file at `path`.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be read or is not a HAR, the reason with line and column.
  public init(contentsOf path: String) throws(ConformanceError) {
    self.path = path
    let bytes: [UInt8]
    do throws(FileAccess.Failure) { bytes = try FileAccess.read(path, isPlain: false) } catch {
      throw ConformanceError(error)
    }
    do throws(HARError) { log = try HARReader.read(bytes) } catch { throw .file(path: path, reason: error.description) }
  }

  /// The contracts whose runs it holds, by their `service`; empty for a recording of a browser or a proxy.
  public var services: [String] { log.runs.map(\.service) }
}
