package import AssayHTTP

/// Why a step has nothing to show: it was not made, or no HTTP was spoken.
package enum Obstacle: Error, Hashable, Sendable {
  /// It was left out, for this reason.
  case skipped(String)
  /// Its server cannot be spoken to.
  case unreachable(TransferEnd)
  /// It cannot be judged, for this reason: a file to send is missing, a recording is not whole.
  case unjudgeable(String)
  /// The run was interrupted before it was done.
  case interrupted
}
