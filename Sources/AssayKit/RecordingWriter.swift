import AssayContract
public import AssayFindings
import AssayHTTP
import AssayJSON
import AssayObservation
import AssaySecrets
import AssayText
import Synchronization

/// Keeps what runs see, secrets already replaced, and writes it as a HAR file.
public final class RecordingWriter: Sendable {
  /// The observations of one contract.
  private struct Seen {
    /// Without the bodies that were set aside.
    var observations: [Observation] = []
    /// The places of those bodies.
    var bodies: [[Range<Int>?]] = []
    /// Hides values that only a later answer showed to be secret.
    var hide: (@Sendable (Observation) -> Hidden<Observation>)?
    /// The values of the contract's variables, none of them secret.
    var variables: [(name: String, value: JSONValue)] = []

    /// The observations with all that is known to be secret hidden, in what is not set aside.
    var hidden: [Observation] { hide.map { hide in observations.map { hide($0).value } } ?? observations }
  }

  private let seen: Mutex<[String: Seen]> = Mutex([:])
  private let file = BodyFile()

  /// Makes a writer that has seen nothing yet; one serves any number of runs of different contracts.
  public init() {}

  func record(_ observation: Hidden<Observation>, of service: String) {
    var observation = observation.value
    let bodies = observation.setBodiesAside(in: file)
    seen.withLock { seen in
      seen[service, default: Seen()].observations.append(observation)
      seen[service, default: Seen()].bodies.append(bodies)
    }
  }

  /// Keeps the values of the variables of `contract`.
  func note(_ contract: Contract) {
    let shown = contract.variables.filter { !$0.isSecret }.compactMap { variable in
      variable.value.map { (name: variable.name, value: $0) }
    }
    seen.withLock { $0[contract.service, default: Seen()].variables = shown }
  }

  /// Has all that was seen of `service` hidden once more as it is written, by what is known to be secret in the end.
  func finish(_ service: String, _ hide: @escaping @Sendable (Observation) -> Hidden<Observation>) {
    seen.withLock { $0[service, default: Seen()].hide = hide }
  }

  /// Returns the exchanges recorded so far as the text of a HAR file; `results` are those of the recorded runs.
  package func text(_ results: [RunResult]) -> String {
    var text = ""
    write(results) { (piece: String) throws(Never) in text += piece }
    return text
  }

  /// Hands on that text in pieces.
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
  /// Throws ``ConformanceError/file(path:reason:)`` where it cannot be written.
  public func write(_ results: [RunResult], to path: String) throws(ConformanceError) {
    do throws(FileAccess.Failure) { try writeFile(results, to: path) } catch { throw ConformanceError(error) }
  }

  package func writeFile(_ results: [RunResult], to path: String) throws(FileAccess.Failure) {
    try FileAccess.write(to: path) { (take) throws(FileAccess.Failure) in try write(results, to: take) }
  }
}

extension Observation {
  /// Moves large bodies of answers into `file`; returns their places there, `nil` for each that stays.
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
  /// The exchange with its bodies read as JSON again.
  fileprivate func readingBodies() -> Exchange {
    var read = Exchange(request: request, parameters: parameters, response: response, end: end, limits: JSONLimits())
    (read.first, read.hidden) = (first, hidden)
    return read
  }
}
