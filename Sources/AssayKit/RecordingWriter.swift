import AssayContract
public import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText
import Synchronization

/// A writer that keeps the observations of runs, with secrets already replaced, and writes them as a HAR file.
public final class RecordingWriter: Sendable {
  /// Everything that is recorded about the runs of one contract.
  private struct Seen {
    /// The observations, without the bodies stored in a file.
    var observations: [Observation] = []
    /// The byte ranges of stored bodies in the file, for each observation; `nil` for a body that is not stored.
    var bodies: [[Range<Int>?]] = []
    /// A function that hides, in an earlier observation, values that turned out to be secret in a later answer; `nil`
    /// until the run has ended.
    var hide: (@Sendable (Observation) -> Hidden<Observation>)?
    /// The values of the contract's variables, none of them secret.
    var variables: [(name: String, value: JSONValue)] = []

    /// The observations with all known secrets hidden, without the stored bodies.
    var hidden: [Observation] { hide.map { hide in observations.map { hide($0).value } } ?? observations }
  }

  private let seen: Mutex<[String: Seen]> = Mutex([:])
  private let file = BodyFile()

  /// Makes an empty writer, for any number of runs of different contracts.
  public init() {}

  func record(_ observation: Hidden<Observation>, of service: String) {
    var observation = observation.value
    let bodies = observation.setBodiesAside(in: file)
    seen.withLock { seen in
      seen[service, default: Seen()].observations.append(observation)
      seen[service, default: Seen()].bodies.append(bodies)
    }
  }

  /// Records the values of the variables of `contract`, except secrets.
  func note(_ contract: Contract) {
    let shown = contract.variables.filter { !$0.isSecret }.compactMap { variable in
      variable.value.map { (name: variable.name, value: $0) }
    }
    seen.withLock { $0[contract.service, default: Seen()].variables = shown }
  }

  /// Sets the function that hides, in the observations of `service`, all secrets known at the end of the run. It is
  /// applied when the recording is written.
  func finish(_ service: String, _ hide: @escaping @Sendable (Observation) -> Hidden<Observation>) {
    seen.withLock { $0[service, default: Seen()].hide = hide }
  }

  /// Returns the exchanges recorded so far as the text of a HAR file; `results` are those of the recorded runs.
  package func text(_ results: [RunResult]) -> String {
    var text = ""
    write(results) { (piece: String) throws(Never) in text += piece }
    return text
  }

  /// Passes the text of the HAR file to `take` in pieces.
  private func write<Failure: Error>(
    _ results: [RunResult],
    to take: (String) throws(Failure) -> Void
  ) throws(Failure) {
    let seen = seen.withLock { $0 }
    let runs = results.map { result in
      var run = RecordedRun(
        service: result.contract,
        started: DateTime(result.started) ?? DateTime(millisecondsSinceEpoch: 0),
        duration: result.duration,
        servers: result.servers.map { .init(name: $0.name, url: $0.url) },
        isInterrupted: result.outcome == .interrupted,
        observations: seen[result.contract]?.hidden ?? []
      )
      run.variables = seen[result.contract]?.variables ?? []
      return run
    }
    try HARWriter.write(
      runs,
      version: assayVersion,
      load: { [file] run, place in
        guard let own = seen[runs[run].service] else { return runs[run].observations[place] }
        var observation = own.observations[place]
        observation.restoreBodies(own.bodies[place], from: file)
        return own.hide?(observation).value ?? observation
      },
      to: take
    )
  }

  /// Writes the recorded runs, whose results are `results`, to the file at `path` in one step.
  ///
  /// Throws ``ConformanceError/file(path:reason:)`` if it cannot be written.
  public func write(_ results: [RunResult], to path: String) throws(ConformanceError) {
    do throws(FileAccess.Failure) { try writeFile(results, to: path) } catch { throw ConformanceError(error) }
  }

  package func writeFile(_ results: [RunResult], to path: String) throws(FileAccess.Failure) {
    try FileAccess.write(to: path) { (take) throws(FileAccess.Failure) in try write(results, to: take) }
  }
}

extension Observation {
  /// Moves the large bodies of the responses into `file`. Returns, for each exchange, the body's byte range in the
  /// file; `nil` if the body was not moved.
  mutating func setBodiesAside(in file: BodyFile) -> [Range<Int>?] {
    var places: [Range<Int>?] = []
    changeExchanges { exchange in
      let place = exchange.response.flatMap { file.put($0.body) }
      places.append(place)
      guard place != nil else { return }
      exchange.response?.body = []
      exchange.json = nil
    }
    return places
  }

  /// Puts the bodies back whose places in `file` are given.
  mutating func restoreBodies(_ places: [Range<Int>?], from file: BodyFile) {
    var rest = places[...]
    changeExchanges { exchange in
      guard let place = rest.popFirst() ?? nil else { return }
      exchange.response?.body = file.bytes(in: place)
      exchange = exchange.readingBodies()
    }
  }

  private mutating func changeExchanges(_ change: (inout Exchange) -> Void) {
    switch content {
    case .exchange(var exchange):
      change(&exchange)
      content = .exchange(exchange)
    case .poll(var poll):
      for index in poll.answers.indices { change(&poll.answers[index].exchange) }
      content = .poll(poll)
    case .stream, .absent: break
    }
  }
}

extension Exchange {
  /// Returns the exchange with its bodies parsed as JSON again, after they were read back from the file.
  fileprivate func readingBodies() -> Exchange {
    var read = Exchange(request: request, parameters: parameters, response: response, end: end, limits: JSONLimits())
    (read.first, read.hidden) = (first, hidden)
    return read
  }
}
