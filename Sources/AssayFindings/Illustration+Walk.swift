extension Illustration {
  /// The way a polled job took through the states the contract knows.
  public struct Walk: Sendable, Hashable {
    /// A step the contract allows.
    public struct Edge: Sendable, Hashable {
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
    public struct Visit: Sendable, Hashable {
      /// The poll's number, from 1.
      public var poll: Int
      /// The state it answered.
      public var state: String
      /// The time since the first poll began.
      public var time: Duration
      /// What is wrong here; where the way to this state is not allowed, that. Empty where nothing is.
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
