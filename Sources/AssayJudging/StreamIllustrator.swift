import AssayContract
package import AssayFindings
import AssayHTTP
package import AssayObservation
import AssayText

/// Draws a stream as a time line with its broken places marked.
package enum StreamIllustrator {
  /// The most events drawn: the first, the last, and those with something wrong.
  private static let most = 60
  private static let mostDetail = 160

  /// The time line of `stream`; `nil` where no finding is about it.
  package static func timeline(of stream: StreamObservation, _ findings: [Finding]) -> Illustration? {
    guard !findings.isEmpty, !stream.events.isEmpty || stream.otherBody.isEmpty else { return nil }
    var marks: [Int: String] = [:]
    var endMark = ""
    for finding in findings {
      let words = finding.shortMark
      if let index = finding.eventIndex {
        marks[index] = marks[index] ?? words
      } else if endMark.isEmpty, finding.isAboutEnd {
        endMark = words
      }
    }
    return .timeline(
      Illustration.Timeline(
        events: drawn(stream.events, marks).map { event in
          Illustration.Timeline.Event(
            index: event.index,
            name: event.event.isNamed ? event.event.name.shortened(to: 80) : "(no name)",
            time: event.time,
            detail: event.event.data.shortened(to: mostDetail).replacing("\n", with: " "),
            mark: marks[event.index] ?? ""
          )
        },
        end: stream.end.timings.total,
        ending: ending(stream),
        endMark: endMark
      )
    )
  }

  /// The first third, the last, and those around marks, as far as there is room.
  private static func drawn(_ events: [ObservedEvent], _ marks: [Int: String]) -> [ObservedEvent] {
    guard events.count > most else { return events }
    let third = most / 3
    var places = Set(0..<third).union(events.count - third..<events.count)
    for (place, event) in events.enumerated() where marks[event.index] != nil {
      guard places.count < most else { break }
      places.formUnion(max(0, place - 1)...min(events.count - 1, place + 1))
    }
    return places.sorted().map { events[$0] }
  }

  private static func ending(_ stream: StreamObservation) -> String {
    switch stream.end.reason {
    case .complete: "closed by the server"
    case .stopped: "seen to its end"
    case .truncated: "cut by the server"
    case .reset: "reset by the server"
    case .firstByteTimeout, .silenceTimeout, .totalTimeout: "no longer waited for"
    default: stream.end.reason.spoken
    }
  }
}

extension Finding {
  /// The number behind `event` or `poll` at the start of the location.
  func index(behind word: String) -> Int? {
    guard location.hasPrefix(word + " ") else { return nil }
    return Int(location.dropFirst(word.count + 1).prefix { $0.isASCII && $0.isNumber })
  }

  fileprivate var eventIndex: Int? { index(behind: "event") }

  /// Whether the finding is about how the stream ended.
  fileprivate var isAboutEnd: Bool {
    location.hasPrefix("after event ") || (location.isEmpty && rule != "invariant" && rule != "stream.utf8")
  }

  /// The message without the place the drawing shows anyway, cut short.
  var shortMark: String {
    let parts = message.split(separator: ": ", maxSplits: 1)
    let isPlace =
      parts.count == 2 && parts[0].utf8.count <= 32 && ["event ", "poll "].contains { parts[0].hasPrefix($0) }
    return (isPlace ? String(parts[1]) : message).shortened(to: 160)
  }
}

extension String {
  /// At most `limit` characters, an ellipsis for what is left out.
  func shortened(to limit: Int) -> String {
    utf8.count <= limit ? self : utf8.count <= 4 * limit && count <= limit ? self : String(prefix(limit - 1)) + "…"
  }
}
