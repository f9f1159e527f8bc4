import AssayContract
import AssayFindings
import AssayJSON
package import AssayObservation
import AssaySecrets
import AssayText
import Synchronization

/// What a run saw, kept in a HAR file: judged again at any time, without a network, to the same findings.
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

/// Keeps what runs see, secrets already replaced, and writes it as a HAR file.
public final class RecordingWriter: Sendable {
  private let observations: Mutex<[String: [Hidden<Observation>]]> = Mutex([:])
  /// The values of variables by their contract's service, none of them secret.
  private let variables: Mutex<[String: [(name: String, value: JSONValue)]]> = Mutex([:])

  /// Makes a writer that has seen nothing yet; one serves any number of runs of different contracts.
  public init() {}

  func record(_ observation: Hidden<Observation>, of service: String) {
    observations.withLock { $0[service, default: []].append(observation) }
  }

  /// Keeps the values of the variables of `contract`.
  func note(_ contract: Contract) {
    let shown = contract.variables.filter { !$0.isSecret }.compactMap { variable in
      variable.value.map { (name: variable.name, value: $0) }
    }
    variables.withLock { $0[contract.service] = shown }
  }

  /// Puts all that was seen of `service` through `change`.
  func change(_ service: String, _ change: (Hidden<Observation>) -> Hidden<Observation>) {
    observations.withLock { $0[service] = $0[service]?.map(change) }
  }

  /// What was seen up to now as the text of a HAR file; `results` are those of the recorded runs.
  package func text(_ results: [RunResult]) -> String {
    let seen = observations.withLock { $0 }
    let variables = variables.withLock { $0 }
    let runs = results.map { result in
      var run = RecordedRun(
        service: result.contract,
        started: DateTime(result.started) ?? DateTime(millisecondsSinceEpoch: 0),
        duration: result.duration,
        servers: result.servers.map { .init(name: $0.name, url: $0.url) },
        isInterrupted: result.outcome == .interrupted,
        observations: (seen[result.contract] ?? []).map(\.value)
      )
      run.variables = variables[result.contract] ?? []
      return run
    }
    return HARWriter.write(runs, version: assayVersion)
  }

  /// Writes the recorded runs, whose results are `results`, to the file at `path` in one step.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be written.
  public func write(_ results: [RunResult], to path: String) throws(ConformanceError) {
    do throws(FileAccess.Failure) { try FileAccess.write(text(results), to: path) } catch {
      throw ConformanceError(error)
    }
  }
}
