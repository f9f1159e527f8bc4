extension Illustration {
  /// The drawing with every text that came from outside, or was made of such, put through `change`.
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
