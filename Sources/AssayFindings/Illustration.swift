/// The data that a check received, in a form that reports can draw; made only if there is a finding.
public enum Illustration: Sendable, Hashable, Codable {
  case timeline(Timeline)
  case walk(Walk)
  case bars(Bars)
}

extension Illustration {
  /// The events of a stream in order, with the broken places marked.
  public struct Timeline: Sendable, Hashable, Codable {
    /// An event and its time.
    public struct Event: Sendable, Hashable, Codable {
      /// The event's number in the stream, from 1.
      public var index: Int
      /// The event's name.
      public var name: String
      /// The time from the start of the request to the event.
      public var time: Duration
      /// The event's data as text, or the relevant part of it.
      public var detail: String
      /// The text that marks a fault at this event; empty if none exists.
      public var mark: String

      /// Makes an event.
      public init(index: Int, name: String, time: Duration, detail: String = "", mark: String = "") {
        self.index = index
        self.name = name
        self.time = time
        self.detail = detail
        self.mark = mark
      }
    }

    /// The events; of a long stream, only the first, the last and those around a mark.
    public var events: [Event]
    /// The time from the start of the request to the end of the stream.
    public var end: Duration
    /// The way in which the stream ended, in words: `closed by the server`, `cut`.
    public var ending: String
    /// The text that marks a fault at the end of the stream; empty if none exists.
    public var endMark: String

    /// Makes a time line.
    public init(events: [Event], end: Duration, ending: String = "", endMark: String = "") {
      self.events = events
      self.end = end
      self.ending = ending
      self.endMark = endMark
    }
  }
}

extension Illustration {
  /// The path of a polled job through the states of the contract.
  public struct Walk: Sendable, Hashable, Codable {
    /// A transition that the contract allows.
    public struct Edge: Sendable, Hashable, Codable {
      /// The state before the transition.
      public var from: String
      /// The state after the transition.
      public var to: String

      /// Makes an edge.
      public init(from: String, to: String) {
        self.from = from
        self.to = to
      }
    }

    /// A state that was received in a poll, with the time.
    public struct Visit: Sendable, Hashable, Codable {
      /// The poll's number, from 1.
      public var poll: Int
      /// The state in the answer.
      public var state: String
      /// The time from the start of the first poll.
      public var time: Duration
      /// The text that marks a fault of this poll, such as a forbidden transition; empty if none exists.
      public var mark: String

      /// Makes a visit.
      public init(poll: Int, state: String, time: Duration, mark: String = "") {
        self.poll = poll
        self.state = state
        self.time = time
        self.mark = mark
      }
    }

    /// The states in the order of the contract.
    public var states: [String]
    /// The states that end the job.
    public var final: [String]
    /// The transitions that the contract allows to other states; staying in a state is always allowed.
    public var edges: [Edge]
    /// The polls with a new state or a fault, in order.
    public var visits: [Visit]

    /// Makes a walk.
    public init(states: [String], final: [String] = [], edges: [Edge], visits: [Visit]) {
      self.states = states
      self.final = final
      self.edges = edges
      self.visits = visits
    }
  }
}

extension Illustration {
  /// A bar chart of the values in a list, which shows their order and range.
  public struct Bars: Sendable, Hashable, Codable {
    /// A value and its label.
    public struct Bar: Sendable, Hashable, Codable {
      /// The label of the bar: the place or name of the item with the value.
      public var label: String
      /// The number that the bar shows; NaN if the item has none.
      public var value: Double
      /// The text that marks a fault of this value; empty if none exists.
      public var mark: String

      /// Makes a bar.
      public init(label: String, value: Double, mark: String = "") {
        self.label = label
        self.value = value
        self.mark = mark
      }
    }

    /// The JSON Pointer, within an item, of the value that the bars show.
    public var measure: String
    /// The bars, in order.
    public var bars: [Bar]

    /// Makes bars.
    public init(measure: String, bars: [Bar]) {
      self.measure = measure
      self.bars = bars
    }
  }
}

extension Illustration {
  /// Returns the drawing with `change` applied to every text that comes from outside, for example to hide secrets.
  package func mapTexts(_ change: (String) -> String) -> Illustration {
    switch self {
    case .timeline(var timeline):
      for index in timeline.events.indices {
        timeline.events[index].name = change(timeline.events[index].name)
        timeline.events[index].detail = change(timeline.events[index].detail)
        timeline.events[index].mark = change(timeline.events[index].mark)
      }
      timeline.endMark = change(timeline.endMark)
      return .timeline(timeline)
    case .walk(var walk):
      for index in walk.visits.indices {
        walk.visits[index].state = change(walk.visits[index].state)
        walk.visits[index].mark = change(walk.visits[index].mark)
      }
      return .walk(walk)
    case .bars(var bars):
      for index in bars.bars.indices { bars.bars[index].label = change(bars.bars[index].label) }
      return .bars(bars)
    }
  }
}
