/// Reading of the events and states that client code waits for, and of its time limits.
extension ClientCode {
  /// Adds the events and states that `part` waits for, and the time between two polls.
  func readListeners(_ part: [CodeToken], _ client: inout CallSighting.Client) {
    client.listeners = listeners(in: part)
    client.comparedStates = states(in: part)
    client.interval = interval(in: part)
  }

  private func source(_ token: CodeToken) -> Source { Source(document, token.line) }

  private static let ignored = CommaSeparated.set(
    """
    open, message, error, close, load, click, submit, change, input, DOMContentLoaded, end, data
    """
  )

  /// The events code listens for: `addEventListener("x"`, `.on("x"`, `case "x"`, `event.type === "x"`. What an
  /// `EventSource` tells of itself, as `error`, is one only if its data is parsed.
  private func listeners(in part: [CodeToken]) -> [CallSighting.Listener] {
    var found: [CallSighting.Listener] = []
    for (index, token) in part.enumerated() where token.kind == .string && token.text.isFieldName {
      let before = part.last(4, before: index)
      let isListener = before.contains {
        $0.isWord("addEventListener") || $0.isWord("on") && part.at(index - 1).isMark("(")
          || $0.isWord("onEvent")
      }
      let compared =
        before.contains {
          $0.kind == .word && ["event", "type", "eventtype", "eventname", "kind"].contains($0.text.lowercased())
        } && part.at(index - 1).isMark("=") && part.at(index - 2).isMark("=")
      let body = isListener ? Self.body(of: index, part) : []
      let isSent = !Self.ignored.contains(token.text) || token.text != "message" && body.contains { $0.isWord("parse") }
      guard isListener && isSent || compared else { continue }
      let next =
        part.indices.first {
          $0 > index && part[$0].kind == .string
            && part.last(4, before: $0).contains { $0.isWord("addEventListener", "onEvent") }
        } ?? part.count
      let model = part[index..<min(next, part.count)].first {
        $0.isWord(in: models) && $0.line - token.line <= 8
      }?.text
      guard !found.contains(where: { $0.name == token.text }) else { continue }
      let isFinal = zip(body, body.dropFirst()).contains { $0.isMark(".") && $1.isWord("close") }
      found.append(CallSighting.Listener(name: token.text, model: model, isFinal: isFinal, source: source(token)))
    }
    return found
  }

  /// Returns the rest of the arguments after the one at `index`.
  private static func body(of index: Int, _ part: [CodeToken]) -> ArraySlice<CodeToken> {
    var depth = 1
    let end = part.indices.dropFirst(index + 1).prefix(500).first { place in
      if part[place].isMark("(", "{", "[") { depth += 1 }
      if part[place].isMark(")", "}", "]") { depth -= 1 }
      return depth == 0
    }
    return part[index..<(end ?? index)]
  }

  private static let stops = CommaSeparated.set(
    """
    break, return, clearInterval, resolve, reject, throw, raise, stopPolling, completion, invalidate, stop,
    cancel, finish
    """
  )

  /// Returns the states that code compares with, and whether it stops there.
  private func states(in part: [CodeToken]) -> [(name: String, isFinal: Bool, source: Source)] {
    var found: [(name: String, isFinal: Bool, source: Source)] = []
    func isState(_ name: String) -> Bool {
      name.nameWords.contains { ["status", "state", "phase", "stage"].contains($0) }
    }
    for (index, token) in part.enumerated() where token.kind == .string && Remark.isValueWord(token.text) {
      let before = part.last(6, before: index)
      guard
        let operatorMark = before.last(where: {
          !$0.isMark(",", "(", "[", "{") && $0.kind != .string
        })
      else { continue }
      guard operatorMark.isMark("=") || operatorMark.isWord("in", "case"),
        before.contains(where: { $0.kind == .word && isState($0.text) })
          || operatorMark.isWord("case")
            && part[..<index].contains(where: { $0.isWord("switch", "when", "match") })
            && part[..<index].contains(where: { $0.kind == .word && isState($0.text) })
      else { continue }
      // status = "x" sets one; two marks compare.
      if operatorMark.isMark("="), before.filter({ $0.isMark("=") }).count < 2 { continue }
      let isNegated = before.contains { $0.isMark("!") || $0.isWord("not") }
      let after = part[index..<min(index + 24, part.count)]
      let isFinal =
        !isNegated && after.contains { $0.isWord(in: Self.stops) && $0.line - token.line <= 4 }
      if !found.contains(where: { $0.name == token.text }) {
        found.append(
          (token.text, isFinal && !Vocabulary.runningStates.contains(token.text.lowercased()), source(token))
        )
      }
    }
    return found
  }

  private func interval(in part: [CodeToken]) -> (text: String, source: Source)? {
    let names: [String: Double] = [
      "setTimeout": 0.001, "setInterval": 0.001, "sleep": 1, "withTimeInterval": 1, "delay": 0.001, "nanoseconds": 1e-9,
      "seconds": 1, "milliseconds": 0.001, "every": 1, "asyncAfter": 1,
    ]
    for (index, token) in part.enumerated() where token.kind == .word {
      guard var scale = names[token.text] else { continue }
      // setTimeout(resolve, 2000)
      guard
        let number = part[index + 1..<min(index + 12, part.count)].first(where: {
          $0.kind == .number && $0.line - token.line <= 2
        }), let value = Double(number.text), value > 0
      else { continue }
      if token.text == "sleep", value > 90 { scale = value > 1e6 ? 1e-9 : 0.001 }
      let seconds = value * scale
      if seconds >= 0.05, seconds <= 600 { return (DurationText.text(seconds: seconds), source(token)) }
    }
    return nil
  }
}
