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
