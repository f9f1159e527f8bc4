/// Reading of the events and states that client code waits for, and of its time limits.
extension ClientCode {
  func readListeners(_ part: [CodeToken], _ call: inout CallSighting) {
    call.client.listeners = Self.listeners(in: part, models: models)
    call.client.states = Self.states(in: part)
    call.client.interval = Self.interval(in: part)
  }

  private static let ignored = CommaSeparated.set(
    """
    open, message, error, close, load, click, submit, change, input, DOMContentLoaded, end, data
    """
  )

  /// The events code listens for: `addEventListener("x"`, `.on("x"`, `case "x"`, `event.type === "x"`.
  static func listeners(in part: [CodeToken], models: Set<String>) -> [(name: String, model: String?, line: Int)] {
    var found: [(name: String, model: String?, line: Int)] = []

    for (index, token) in part.enumerated() where token.kind == .string && token.text.isFieldName {
      let before = part[max(0, index - 4)..<index]
      let isListener = before.contains {
        $0.isWord("addEventListener") || $0.isWord("on") && part[safe: index - 1]?.isMark("(") == true
          || $0.isWord("onEvent")
      }
      let compared =
        before.contains { $0.isMark("=") }
        && before.contains {
          $0.kind == .word && ["event", "type", "eventtype", "eventname", "kind"].contains($0.text.lowercased())
        } && part.at(index - 1).isMark("=") && part.at(index - 2).isMark("=")
      guard isListener && !Self.ignored.contains(token.text) || compared else { continue }
      let next =
        part.indices.first {
          $0 > index && part[$0].kind == .string
            && part[max(0, $0 - 4)..<$0].contains { $0.isWord("addEventListener", "onEvent") }
        } ?? part.count
      let model = part[index..<min(next, part.count)].first {
        $0.kind == .word && models.contains($0.text) && $0.line - token.line <= 8
      }?.text
      if !found.contains(where: { $0.name == token.text }) { found.append((token.text, model, token.line)) }
    }
    return found
  }

  private static let stops = CommaSeparated.set(
    """
    break, return, clearInterval, resolve, reject, throw, raise, stopPolling, completion, invalidate, stop,
    cancel, finish
    """
  )

  /// Returns the states that code compares with, and whether it stops there.
  static func states(in part: [CodeToken]) -> [(name: String, isFinal: Bool, line: Int)] {
    var found: [(name: String, isFinal: Bool, line: Int)] = []

    func isState(_ name: String) -> Bool {
      name.nameWords.contains { ["status", "state", "phase", "stage"].contains($0) }
    }
    for (index, token) in part.enumerated() where token.kind == .string && Remark.isValueWord(token.text) {
      let before = Array(part[max(0, index - 6)..<index])
      guard
        let operatorMark = before.last(where: {
          !$0.isMark(",") && $0.kind != .string && !$0.isMark("(") && !$0.isMark("[") && !$0.isMark("{")
        })
      else { continue }
      let isComparison = operatorMark.isMark("=") || operatorMark.isWord("in", "case")
      guard isComparison,
        before.contains(where: { $0.kind == .word && isState($0.text) })
          || operatorMark.isWord("case")
            && part[..<index].last(where: { $0.isWord("switch", "when", "match") }) != nil
            && part[..<index].contains(where: { $0.kind == .word && isState($0.text) })
      else { continue }
      // status = "x" sets one; two marks compare.
      if operatorMark.isMark("="), before.filter({ $0.isMark("=") }).count < 2 { continue }
      let isNegated = before.contains { $0.isMark("!") || $0.isWord("not") }
      let after = part[index..<min(index + 24, part.count)]
      let isFinal =
        !isNegated && after.contains { $0.kind == .word && Self.stops.contains($0.text) && $0.line - token.line <= 4 }
      if !found.contains(where: { $0.name == token.text }) {
        found.append((token.text, isFinal && !Vocabulary.runningStates.contains(token.text.lowercased()), token.line))
      }
    }
    return found
  }

  static func interval(in part: [CodeToken]) -> (seconds: Double, line: Int)? {
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
      if seconds >= 0.05, seconds <= 600 { return (seconds, token.line) }
    }
    return nil
  }
}
