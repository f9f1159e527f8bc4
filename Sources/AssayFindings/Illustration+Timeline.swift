extension Illustration {
  /// The events of a stream in the order they came, with the broken places marked.
  public struct Timeline: Sendable, Hashable {
    /// An event and when it came.
    public struct Event: Sendable, Hashable {
      /// The event's number in the stream, from 1.
      public var index: Int
      /// The event's name.
      public var name: String
      /// The time since the request began.
      public var time: Duration
      /// The data, or the part of it that is of interest.
      public var detail: String
      /// What is wrong here; empty where nothing is.
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
    /// How it ended, in words: `closed by the server`, `cut`.
    public var ending: String
    /// What is wrong with the end; empty where nothing is.
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
