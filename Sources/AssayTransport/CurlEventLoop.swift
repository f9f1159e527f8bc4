import AssayHTTP
import CCurl
import Synchronization

/// The single thread on which all transfers of a transport run, around a libcurl multi handle.
///
/// Callers add transfers through a locked queue, and wake the loop only if it sleeps. The loop is also a task executor:
/// a task that prefers it continues on the thread where its response arrived, without a thread switch.
final class CurlEventLoop: TaskExecutor, @unchecked Sendable {
  /// The requests from callers to the loop's thread: transfers to start and to cancel, and jobs to run.
  private struct Inbox {
    var started: [CurlTransfer] = []
    var cancelled: [CurlTransfer] = []
    var jobs: [UnownedJob] = []
    var isAsleep = false
    var isClosing = false
    /// True if the thread, and with it the multi handle, has ended.
    var hasEnded = false
    var isEmpty: Bool { started.isEmpty && cancelled.isEmpty && jobs.isEmpty }

    mutating func clear() {
      started.removeAll(keepingCapacity: true)
      cancelled.removeAll(keepingCapacity: true)
      jobs.removeAll(keepingCapacity: true)
    }
  }

  private let inbox = Mutex(Inbox())
  private let options: CurlOptions
  private let multi: UnsafeMutableRawPointer?

  // From here on, the loop's thread alone.
  private let time = LoopTime()
  private let sockets = LoopSockets()
  private let watchdog = SocketWatchdog()
  private var taken = Inbox()
  private var idle: [CurlHandle] = []
  private var active: [CurlHandle] = []
  private var waiting: [CurlTransfer] = []

  init(options: CurlOptions) {
    self.options = options
    multi = Self.isLibraryReady ? curl_multi_init() : nil
    if let multi { _ = assay_multi_set_long(multi, CURLMOPT_MAXCONNECTS, options.connections) }
    if multi == nil || !EventLoopThread.start({ [self] in run() }) {
      inbox.withLock { $0.hasEnded = true }
      curl_multi_cleanup(multi)
    }
  }

  /// The result of libcurl's global set-up, which must happen once per process before anything else.
  private static let isLibraryReady = curl_global_init(Int(CURL_GLOBAL_DEFAULT)) == CURLE_OK
}

// MARK: - From any thread

extension CurlEventLoop {
  /// Adds a transfer; returns false if the loop accepts no more.
  func start(_ transfer: CurlTransfer) -> Bool { put { $0.started.append(transfer) } }

  func cancel(_ transfer: CurlTransfer) { _ = put { $0.cancelled.append(transfer) } }

  /// Ends all transfers with the reason `cancelled`, and then the loop's thread.
  func close() { _ = put { $0.isClosing = true } }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if !put({ $0.jobs.append(job) }) { globalConcurrentExecutor.enqueue(job) }
  }

  private func put(_ change: (inout Inbox) -> Void) -> Bool {
    inbox.withLock { inbox in
      guard !inbox.hasEnded else { return false }
      change(&inbox)
      if inbox.isAsleep {
        inbox.isAsleep = false
        // Under the lock, because the multi handle lives no longer than `hasEnded` is false.
        curl_multi_wakeup(multi)
      }
      return true
    }
  }
}

// MARK: - The loop

extension CurlEventLoop {
  private func run() {
    guard let multi else { return }
    watchdog.start()
    while true {
      let isClosing = takeInbox(multi)
      if isClosing { break }
      begin(multi)
      if !active.isEmpty {
        var running: CInt = 0
        watch { curl_multi_perform(multi, &running) }
        collect(multi)
      }
      sleep(multi, until: expire(multi))
    }
    end(multi)
  }

  /// Calls libcurl under the control of the watchdog; time during which a server blocked all transfers is not counted
  /// for the others.
  private func watch(_ call: () -> Void) {
    watchdog.enter(at: time.now)
    call()
    if watchdog.leave() { time.skip() }
  }

  /// Processes what callers put into the inbox: new and cancelled transfers, and jobs. Returns true if the loop is to
  /// close.
  private func takeInbox(_ multi: UnsafeMutableRawPointer) -> Bool {
    while true {
      taken.clear()
      inbox.withLock { inbox in
        inbox.isAsleep = false
        taken.isClosing = inbox.isClosing
        // Swapped back and forth, so that their memory is used again.
        swap(&taken.started, &inbox.started)
        swap(&taken.cancelled, &inbox.cancelled)
        swap(&taken.jobs, &inbox.jobs)
      }
      for transfer in taken.started { take(transfer, multi) }
      for transfer in taken.cancelled { cancel(transfer, multi) }
      for job in taken.jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
      if taken.isClosing { return true }
      // Jobs begin transfers, and those begin before anything is waited for.
      if taken.jobs.isEmpty { return false }
    }
  }

  private func take(_ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer) {
    let isCancelled = transfer.stage == .cancelledBeforehand
    transfer.stage = .taken
    if isCancelled { finish(transfer, multi, .cancelled) } else { waiting.append(transfer) }
  }

  private func cancel(_ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer) {
    switch transfer.stage {
    case .coming: transfer.stage = .cancelledBeforehand
    case .taken: finish(transfer, multi, .cancelled)
    case .cancelledBeforehand, .over: break
    }
  }

  private func begin(_ multi: UnsafeMutableRawPointer) {
    time.read()
    guard !waiting.isEmpty, active.count < options.connections else { return }
    var index = 0
    while index < waiting.count, active.count < options.connections {
      let transfer = waiting[index]
      index += 1
      if transfer.stage == .taken { begin(transfer, multi) }
    }
    waiting.removeSubrange(..<index)
  }

  private func begin(_ transfer: CurlTransfer, _ multi: UnsafeMutableRawPointer) {
    transfer.clock = TransferClock(transfer.limits, from: time.now)
    // A handle may know of an earlier challenge, even one that was not answered.
    let kept = transfer.isTwoWay || transfer.request.digest != nil ? nil : idle.popLast()
    guard let handle = kept ?? makeHandle(isTwoWay: transfer.isTwoWay) else {
      return finish(transfer, multi, .unsendable, "libcurl has no memory left")
    }
    if let problem = handle.prepare(transfer) {
      handle.clear()
      keep(handle)
      return finish(transfer, multi, .unsendable, problem)
    }
    let code = curl_multi_add_handle(multi, handle.easy)
    guard code == CURLM_OK else {
      handle.clear()
      return finish(transfer, multi, .unsendable, String(cString: curl_multi_strerror(code)))
    }
    handle.index = active.count
    active.append(handle)
  }

  private func makeHandle(isTwoWay: Bool) -> CurlHandle? {
    CurlHandle(options: options, time: time, sockets: sockets, watchdog: watchdog, isTwoWay: isTwoWay)
  }

  /// Ends the transfers that libcurl reports as ended.
  private func collect(_ multi: UnsafeMutableRawPointer) {
    var left: CInt = 0
    while let message = curl_multi_info_read(multi, &left)?.pointee {
      guard message.msg == CURLMSG_DONE, let easy = message.easy_handle else { continue }
      var context: UnsafeMutableRawPointer?
      _ = assay_easy_get_pointer(easy, CURLINFO_PRIVATE, &context)
      guard let context else { continue }
      let handle = Unmanaged<CurlHandle>.fromOpaque(context).takeUnretainedValue()
      guard let transfer = handle.transfer else { continue }
      let code = message.data.result
      if handle.wasCut, let deadline = transfer.clock?.deadline {
        finish(transfer, multi, deadline.reason, at: deadline.time)
        continue
      }
      guard !handle.wasDropped(code), !handle.wasHeldBack(code) else {
        watch { curl_multi_remove_handle(multi, easy) }
        handle.leaveSockets()
        curl_multi_add_handle(multi, easy)
        continue
      }
      if code == CURLE_OK { _ = transfer.takeHeld(at: time.now) }
      let (reason, detail) = CurlOutcome.outcome(of: transfer, on: handle, code: message.data.result)
      finish(transfer, multi, reason, detail)
    }
  }

  /// Ends the transfers that have reached one of our own limits; returns the time of the next limit.
  private func expire(_ multi: UnsafeMutableRawPointer) -> MonotonicTime? {
    var next: MonotonicTime?
    // Backwards, because ending a transfer puts the last one into its place.
    for index in active.indices.reversed() {
      guard let transfer = active[index].transfer, let deadline = transfer.clock?.deadline else { continue }
      if transfer.isTwoWay { active[index].noteEnd() }
      if deadline.time <= time.now {
        finish(transfer, multi, deadline.reason)
      } else {
        next = min(next ?? deadline.time, deadline.time)
      }
    }
    return next
  }

  private func sleep(_ multi: UnsafeMutableRawPointer, until next: MonotonicTime?) {
    // What has just ended made room for what waits.
    guard waiting.isEmpty || active.count >= options.connections else { return }
    let maySleep = inbox.withLock { inbox in
      guard inbox.isEmpty, !inbox.isClosing else { return false }
      inbox.isAsleep = true
      return true
    }
    guard maySleep else { return }
    if active.isEmpty {
      time.rest()
      curl_multi_poll(multi, nil, 0, Self.longSleep, nil)
    } else {
      let pause = min(next?.milliseconds(since: time.read()) ?? Self.longSleep, pulse)
      time.note(longest: pause) { curl_multi_poll(multi, nil, 0, pause, nil) }
    }
  }

  /// The longest sleep, in milliseconds, while a response is awaited: short enough to notice that the machine was
  /// suspended, and long enough to be cheap with thousands of transfers to check.
  private var pulse: CInt { CInt(clamping: max(50, active.count)) }

  private func finish(
    _ transfer: CurlTransfer,
    _ multi: UnsafeMutableRawPointer,
    _ reason: TransferEnd.Reason,
    _ detail: String = "",
    at earliest: MonotonicTime? = nil
  ) {
    guard transfer.stage != .over else { return }
    transfer.stage = .over
    if let handle = transfer.handle {
      // libcurl reports an incomplete line in no other way.
      if let delay = handle.firstByteDelay { transfer.clock?.begin(after: delay, by: time.read()) }
      release(handle, multi)
    }
    let now = time.read()
    let timings = transfer.clock?.timings(at: max(now, earliest ?? now)) ?? TransferTimings()
    var end = TransferEnd(reason, timings: timings, detail: detail, wasSentTwice: transfer.timesSent > 1)
    end.wasChallenged = transfer.wasChallenged
    transfer.continuation?.resume(returning: end)
    transfer.continuation = nil
  }

  /// Removes a handle from the multi handle and from the active handles, and keeps it for later transfers. If its
  /// transfer is not complete, libcurl closes the connection.
  private func release(_ handle: CurlHandle, _ multi: UnsafeMutableRawPointer) {
    watch { curl_multi_remove_handle(multi, handle.easy) }
    handle.clear()
    let last = active.removeLast()
    if last !== handle {
      active[handle.index] = last
      last.index = handle.index
    }
    keep(handle)
  }

  /// Keeps a handle for a later transfer, unless it has a two-way connection or answered a challenge.
  private func keep(_ handle: CurlHandle) { if !handle.isSpent { idle.append(handle) } }

  private func end(_ multi: UnsafeMutableRawPointer) {
    for handle in active { handle.transfer.map { finish($0, multi, .cancelled, Self.closed) } }
    for transfer in waiting { finish(transfer, multi, .cancelled, Self.closed) }
    waiting = []
    idle = []
    let rest = inbox.withLock { inbox in
      defer { inbox = Inbox(hasEnded: true) }
      return inbox
    }
    watch { curl_multi_cleanup(multi) }
    watchdog.end()
    for transfer in rest.started { finish(transfer, multi, .cancelled, Self.closed) }
    for job in rest.jobs { globalConcurrentExecutor.enqueue(job) }
  }

  /// The longest sleep without transfers, in milliseconds; any event wakes the loop.
  private static let longSleep: CInt = 3_600_000
  static let closed = "the transport was shut down"
}
