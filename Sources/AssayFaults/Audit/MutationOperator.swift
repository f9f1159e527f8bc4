import AssayText

/// The changes by which an audit makes responses wrong; each is made once at each place.
enum MutationOperator: Hashable, Sendable {
  // A value.
  case leftOut, null, otherType, empty, outOfRange, otherListed, otherText, flipped
  // The items of a list.
  case itemDoubled, itemsSwapped, itemLeftOut
  // The head.
  case status(Int)
  case mediaType(String)
  case headerLeftOut, headerChanged
  // The events of a stream.
  case eventLeftOut, eventDoubled, eventRenamed, eventsSwapped, cut, eventAfterEnd
  // The responses of a poll.
  case stuck, goesBack, changesAfterEnd
  /// All responses or events of a job or stream have the id of a different one.
  case otherID
  /// The response is the one to a different request.
  case earlierAnswer

  /// A description of the change that continues a sentence after the name of the place.
  var words: String {
    switch self {
    case .leftOut, .headerLeftOut, .eventLeftOut: "is left out"
    case .null: "is null"
    case .otherType: "has a different type"
    case .empty: "is empty"
    case .outOfRange: "is out of range"
    case .otherListed: "is a different value of its list"
    case .otherText: "is a different text of the same form"
    case .flipped: "is the opposite"
    case .itemLeftOut: "has its first item left out"
    case .itemDoubled: "has its first item twice"
    case .itemsSwapped: "has its first two items swapped"
    case .status(let status): "is \(status)"
    case .mediaType(let type): "is \(type)"
    case .headerChanged: "is empty"
    case .eventDoubled: "is sent twice"
    case .eventRenamed: "has a different name"
    case .eventsSwapped: "is sent before the previous event"
    case .cut: "is the last event"
    case .eventAfterEnd: "is sent again after the end"
    case .stuck: "is never reached"
    case .goesBack: "is followed by the first state"
    case .changesAfterEnd: "changes in the poll after it"
    case .otherID: "is that of a different request, in every response"
    case .earlierAnswer: "belongs to a different request"
    }
  }
}
