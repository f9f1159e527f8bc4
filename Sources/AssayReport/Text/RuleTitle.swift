/// What each kind of broken promise is called in a list of rules.
enum RuleTitle {
  /// The rule's sentence; a schema keyword's is made from its name.
  static func of(_ rule: String) -> String {
    if let title = titles[rule] { return title }
    guard rule.hasPrefix("schema.") else { return "A promise of the contract was broken" }
    return "A value does not meet the schema's `\(VisibleText.line(String(rule.dropFirst(7)), limit: 60))`"
  }

  private static let titles: [String: String] = [
    "transport.refused": "The server refused the connection",
    "transport.timeout": "The server did not answer in time",
    "transport.reset": "The connection was reset",
    "transport.truncated": "The answer was cut short",
    "transport.tls": "No secure connection could be made",
    "transport.tooLarge": "The answer was larger than the limit",
    "transport.protocol": "The answer was not HTTP",
    "transport.resolve": "The server's name could not be resolved",
    "response.status": "The status code is not the one promised",
    "response.contentType": "The content type is not the one promised",
    "response.json": "The body is not JSON",
    "response.empty": "The body is empty",
    "response.text": "The body's text is not what was promised",
    "response.header": "A header is not what was promised",
    "response.time": "The answer took longer than promised",
    "schema.required": "A required field is missing",
    "schema.type": "A value has the wrong type",
    "schema.enum": "A value is none of those listed",
    "schema.const": "A value is not the one promised",
    "schema.sorted": "Items are out of order",
    "schema.uniqueBy": "Items that ought to differ are the same",
    "invariant": "Values of the answers do not fit together",
    "stream.first": "The first event came late",
    "stream.silence": "The stream was silent for too long",
    "stream.within": "The stream did not end in time",
    "stream.ended": "The stream ended before its final event",
    "stream.truncated": "The stream was cut inside an event",
    "stream.empty": "The stream carried no event",
    "stream.order": "An event came where it may not come",
    "stream.missing": "An event that had to come did not",
    "stream.unnamed": "An event has no name",
    "stream.repeated": "An event came again that may come once",
    "stream.afterFinal": "An event came after the final one",
    "stream.unknownEvent": "An event is none of those listed",
    "stream.constant": "A value changed that had to stay the same",
    "stream.nondecreasing": "A value fell that may only rise",
    "stream.json": "An event's data is not JSON",
    "stream.utf8": "The stream is not UTF-8",
    "stream.partial": "The stream ended inside an event",
    "stream.failed": "The stream ended in a documented failure",
    "poll.transition": "A job went from a state to one that may not follow",
    "poll.unknownState": "A state is none of those listed",
    "poll.stable": "A final state did not last",
    "poll.nondecreasing": "A value fell that may only rise",
    "poll.constant": "A value changed that had to stay the same",
    "poll.within": "The job did not end in time",
    "poll.failed": "The job ended in a documented failure",
    "poll.blocks": "The first poll waited for the job's end",
    "poll.initial": "A job began in a state that may not come first",
  ]
}
