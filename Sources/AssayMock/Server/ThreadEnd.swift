import Dispatch

/// Lets one thread wait until another has come to its end.
final class ThreadEnd: Sendable {
  private let semaphore = DispatchSemaphore(value: 0)

  func signal() { semaphore.signal() }
  func wait() { semaphore.wait() }
}
