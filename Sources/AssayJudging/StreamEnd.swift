package import AssayHTTP
package import AssayObservation

/// How a stream came to its end, beside what the transport says.
package struct StreamEnd: Sendable {
  package var end: TransferEnd
  package var notices: [StreamNotice]
  /// What set the time that ran out, where it was not the contract: `--max-wait 3s`.
  package var cap: String?
  /// The time all of it was given.
  package var allowed: Duration

  package init(end: TransferEnd, notices: [StreamNotice] = [], cap: String? = nil, allowed: Duration) {
    self.end = end
    self.notices = notices
    self.cap = cap
    self.allowed = allowed
  }

  /// The lines of the event the stream ended inside of.
  var partialEvent: String? {
    notices.lazy.compactMap { if case .partialEvent(let lines) = $0 { lines } else { nil } }.first
  }

  /// The size one event went past.
  var sizeLimit: Int? {
    notices.lazy.compactMap { if case .eventTooLarge(let limit) = $0 { limit } else { nil } }.first
  }

  /// The first byte that is not UTF-8.
  var invalidUTF8Offset: Int? {
    notices.lazy.compactMap { if case .invalidUTF8(let offset) = $0 { offset } else { nil } }.first
  }
}
