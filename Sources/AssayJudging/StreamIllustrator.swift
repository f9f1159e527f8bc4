import AssayContract
package import AssayFindings
import AssayHTTP
package import AssayObservation
import AssayText

/// The drawing of a stream as a time line with its broken places marked.
package enum StreamIllustrator {
  /// The maximum number of events drawn: the first, the last, and those with a fault.
  private static let most = 60
  private static let mostDetail = 160

  /// Returns the time line of the stream's events; `nil` if none of `findings` is about the stream.
  package static func timeline(of stream: StreamObservation, _ findings: [Finding]) -> Illustration? {
    guard !findings.isEmpty, !stream.events.isEmpty || stream.otherBody.isEmpty else { return nil }
    var marks: [Int: String] = [:]
    var endMark = ""
    for finding in findings {
      if case .event(let index)? = finding.place.moment {
        marks[index] = marks[index] ?? finding.mark
      } else if endMark.isEmpty, finding.isAboutEnd {
        endMark = finding.mark
      }
    }
    return .timeline(
      Illustration.Timeline(
        events: drawn(stream.events, marks).map { event in
          Illustration.Timeline.Event(
            index: event.index,
            name: event.isNamed ? event.name.shortened(to: 80) : "(no name)",
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

  /// Returns the events to draw: the first third, the last, and those around marks, up to the maximum.
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
  /// True if the finding is about the end of the stream.
  fileprivate var isAboutEnd: Bool {
    if case .afterEvent? = place.moment { return true }
    return place == .answer && rule != .invariant && rule != .streamEncoding
  }

  /// The text of the finding's mark in a drawing.
  var mark: String { reason.words.sentence.shortened(to: 160) }
}
