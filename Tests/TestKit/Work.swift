import Dispatch
import Foundation
import Synchronization

/// Measures the processor's time that work takes, whatever else the machine does meanwhile.
package enum Work {
  /// The seconds `work` took of one thread, all of whose parts are run there.
  package static func seconds(_ work: @escaping @Sendable () async throws -> Void) async throws -> Double {
    let thread = OneThread()
    try await Task(executorPreference: thread) { try await work() }.value
    // The work may be known to have ended before its time is added.
    thread.queue.sync {}
    return thread.seconds.withLock { $0 }
  }

  /// How many times as long work takes at four times `size`, by the quickest of two to eight measurements of either: a square takes
  /// sixteen times as long, and what a busy machine adds to one measurement it does not add to all.
  package static func growth(
    from size: Int,
    _ prepared: (Int) async throws -> @Sendable () async throws -> Void
  ) async throws -> Double {
    func measured(_ size: Int) async throws -> Double {
      let work = try await prepared(size)
      // The first time may pay for what is made once.
      return min(try await seconds(work), try await seconds(work))
    }
    var (least, most) = (try await measured(size), try await measured(size * 4))
    for _ in 0..<3 where most / least >= 8 {
      (least, most) = (min(least, try await measured(size)), min(most, try await measured(size * 4)))
    }
    return most / least
  }

  /// Runs jobs one after another, and adds up their time.
  private final class OneThread: TaskExecutor {
    let seconds = Mutex(0.0)
    let queue = DispatchQueue(label: "measured work")

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      queue.async {
        let start = Self.now
        job.runSynchronously(on: self.asUnownedTaskExecutor())
        self.seconds.withLock { $0 += Self.now - start }
      }
    }

    private static var now: Double {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
  }
}
