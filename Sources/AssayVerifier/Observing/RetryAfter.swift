import AssayHTTP
import AssayText

/// How long a `Retry-After` field asks a client to wait (RFC 9110 section 10.2.3).
enum RetryAfter: Hashable, Sendable {
  case delay(Duration)
  case date(HTTPDate)

  /// Reads delay-seconds or a date; `nil` for anything else.
  init?(_ text: String) {
    if !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      // A longer number than this is a wait of centuries whichever way it is written.
      self = .delay(.seconds(UInt32(text).map(Int64.init) ?? Int64(UInt32.max)))
    } else if let date = HTTPDate(text) {
      self = .date(date)
    } else {
      return nil
    }
  }

  /// The wait from the answer on; a date counts from the answer's own `Date`, so that no clock of ours comes into it.
  func delay(from date: HTTPDate?) -> Duration? {
    switch self {
    case .delay(let delay): delay
    case .date(let until): date.map { .seconds(max(0, until.secondsSinceEpoch - $0.secondsSinceEpoch)) }
    }
  }
}

extension HTTPResponseHead {
  /// The wait its `Retry-After` asks for, where there is one that can be read.
  var retryAfter: Duration? {
    headers["Retry-After"].flatMap(RetryAfter.init)?.delay(from: headers["Date"].flatMap { HTTPDate($0) })
  }
}
