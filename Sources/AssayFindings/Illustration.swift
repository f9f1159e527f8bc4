/// The data a check observed, in a form that can be drawn; kept only if there is a finding.
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
      /// The time since the request began.
      public var time: Duration
      /// The data, or the part of it that is of interest.
      public var detail: String
      /// The fault at this event; empty without one.
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

    /// The events that are kept; of a long stream the first, the last and those around a mark.
    public var events: [Event]
    /// The time since the request began at which the stream ended.
    public var end: Duration
    /// The way it ended, in words: `closed by the server`, `cut`.
    public var ending: String
    /// The fault at the end; empty without one.
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
  /// The way a polled job took through the states the contract knows.
  public struct Walk: Sendable, Hashable, Codable {
    /// A step the contract allows.
    public struct Edge: Sendable, Hashable, Codable {
      /// The state that is left.
      public var from: String
      /// The state that follows.
      public var to: String

      /// Makes an edge.
      public init(from: String, to: String) {
        self.from = from
        self.to = to
      }
    }

    /// A state a poll answered, and when.
    public struct Visit: Sendable, Hashable, Codable {
      /// The poll's number, from 1.
      public var poll: Int
      /// The state it answered.
      public var state: String
      /// The time since the first poll began.
      public var time: Duration
      /// The fault at this visit; if the step to this state is not allowed, that fault. Empty without one.
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
    /// Those that end the job.
    public var final: [String]
    /// The steps allowed; staying in a state always is.
    public var edges: [Edge]
    /// The polls that changed the state, or where something was wrong, in order.
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
  /// Values in order, which show orders and ranges at a glance.
  public struct Bars: Sendable, Hashable, Codable {
    /// A value and what it belongs to.
    public struct Bar: Sendable, Hashable, Codable {
      /// The owner of the value: an item's place or name.
      public var label: String
      /// The value; not a number where there was none.
      public var value: Double
      /// The fault of this value; empty without one.
      public var mark: String

      /// Makes a bar.
      public init(label: String, value: Double, mark: String = "") {
        self.label = label
        self.value = value
        self.mark = mark
      }
    }

    /// The measured value: its pointer in an item.
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
  /// The drawing with `change` applied to every text that is, or contains, text from outside.
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
