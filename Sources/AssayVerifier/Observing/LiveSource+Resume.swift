import AssayContract
import AssayHTTP
import AssayJudging
import AssayObservation
import Synchronization

/// The current connection of a stream, and the state left by the earlier ones.
struct StreamConnection {
  /// The time at which the connection was requested, measured from the first request.
  var begin = Duration.zero
  /// The `Last-Event-ID` that the connection was requested with; `nil` for the first connection.
  var asked: String?
  /// The requests for the rest of the stream so far, with the responses to them.
  var resumptions: [StreamResumption] = []
  /// The last event id received on any connection, empty if an event reset it; `nil` if there was none.
  var lastID: String?
  /// The reconnection time that the stream last set with `retry:`; `nil` if it set none.
  var retry: Duration?
  /// The number of the event after which the client closes the connection, to test that the stream can be continued;
  /// `isLeft` is true once it did.
  var leavesAfter: Int?
  var isLeft = false
  /// The decoding problems noted on previous connections.
  var notices: [StreamNotice] = []
}

extension LiveSource {
  /// The shortest wait before a reconnection, even if the stream asks for less.
  private static let shortestWait = Duration.milliseconds(10)

  /// Requests the rest of a stream whose first connection ended with `end`, as an event source does (WHATWG HTML
  /// section 9.2.3), until the stream is complete or requests bring no more events. Returns the end of the whole
  /// stream, timed from the first request.
  func goOn(
    _ end: TransferEnd,
    by resume: ResumePromise,
    _ ready: ReadyRequest,
    of work: StepWork,
    in scope: Scope,
    _ limits: TransferLimits,
    _ receiver: StreamReceiver
  ) async throws(Obstacle) -> TransferEnd {
    var (end, inVain) = (end, 0)
    let asking = resume.operation.flatMap { further($0, of: work) }
    var watch = Stopwatch(isInstant: transport.isInstant)
    while inVain < resume.atMost, receiver.isCutOff(end), !Task.isCancelled {
      let asked = max(receiver.retry ?? resume.wait, Self.shortestWait)
      let wait = min(asked, max(.zero, limits.total - end.timings.total))
      await watch.wait(for: wait)
      end.timings.total += wait
      guard end.timings.total < limits.total else {
        end = TransferEnd(.totalTimeout, timings: end.timings)
        break
      }
      guard receiver.reconnect(at: end.timings.total) else { break }
      var again = ready
      if let asking { again = try await request(asking, scope) }
      if let id = receiver.lastID {
        again.request.headers.removeAll { $0.isNamed("Last-Event-ID") }
        if !id.isEmpty { again.request.headers.append(HTTPHeader("Last-Event-ID", id)) }
      }
      var left = limits
      left.total = limits.total - end.timings.total
      let before = receiver.count
      let next = await fetch(again, of: asking ?? work, limits: left, to: receiver).end
      let total = end.timings.total + next.timings.total
      // The connection that a server had cut says that it went away.
      if !next.isUnreachable { end = TransferEnd(next.reason, timings: end.timings, detail: next.detail) }
      end.timings.total = total
      inVain = receiver.count > before ? 0 : inVain + 1
    }
    return end
  }
}

extension StreamReceiver {
  /// Returns true if the stream is not over, so that a client has to request the rest after the connection ended with
  /// `end`.
  fileprivate func isCutOff(_ end: TransferEnd) -> Bool {
    state.withLock { state in
      guard state.isStream, !state.judge.isOver, state.decoder.failure == nil else { return false }
      switch end.reason {
      case .stopped: return state.connection.isLeft
      case .complete: return state.judge.mayGoOn
      case .truncated, .reset: return true
      default: return false
      }
    }
  }

  /// Prepares the next connection. Returns true if the rest can be requested: an event id was received (even if it was
  /// reset later), or no event was received.
  func reconnect(at time: Duration) -> Bool {
    state.withLock { state in
      // An event the connection ended inside of comes again.
      let ending = state.decoder.finish(isWhole: false) { _ in }
      state.connection.notices += ending.notices.filter { if case .invalidUTF8 = $0 { true } else { false } }
      state.decoder = StreamDecoder(.sse)
      (state.connection.isLeft, state.connection.leavesAfter, state.connection.begin) = (false, nil, time)
      guard state.connection.lastID != nil || state.count == 0 else {
        let nothing = StreamResumption(after: state.count, time: time, lastEventID: "")
        state.connection.resumptions.append(nothing)
        state.judge.resume(nothing)
        return false
      }
      state.connection.asked = state.connection.lastID ?? ""
      return true
    }
  }

  /// The `Last-Event-ID` that an event source sends, empty if it sends none; `nil` if no id was received (section
  /// 9.2.6).
  fileprivate var lastID: String? { state.withLock { $0.connection.lastID } }
  fileprivate var retry: Duration? { state.withLock { $0.connection.retry } }
  /// The number of events received.
  var count: Int { state.withLock { $0.count } }
}
