package import AssayFindings

extension Place {
  /// Reads a place as fixtures write it: `event 4 /job_id`, `poll 3`, `header etag`, `/results/0`.
  package init(reading text: String) {
    var words = text.split(separator: " ").map(String.init)[...]
    self.init()
    if words.count > 1, let number = Int(words[1]) {
      switch words[0] {
      case "event": moment = .event(number)
      case "poll": moment = .poll(number)
      default: moment = .answer(number)
      }
      words = words.dropFirst(2)
    }
    guard let first = words.first else { return }
    switch first {
    case "status": part = .status
    case "header": part = .header(words.dropFirst().joined(separator: " "))
    case "server": part = .server(words.dropFirst().joined(separator: " "))
    default: part = .value(ValuePath(stringLiteral: first))
    }
  }
}
