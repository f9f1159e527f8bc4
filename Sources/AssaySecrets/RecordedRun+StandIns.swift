package import AssayObservation

extension RecordedRun {
  /// A copy of the run for judging, with the recorded stand-ins in place of the tokens of secrets, and these stand-ins
  /// as secrets, to be hidden again afterwards.
  package var revealed: (RecordedRun, [Secret]) {
    var revealed = self
    var hidden: [HiddenText] = []
    revealed.observations = observations.map { observation in
      var observation = observation
      switch observation.content {
      case .exchange(let exchange): observation.content = .exchange(exchange.revealed(&hidden))
      case .poll(var poll):
        for index in poll.answers.indices {
          poll.answers[index].exchange = poll.answers[index].exchange.revealed(&hidden)
        }
        observation.content = .poll(poll)
      case .stream(let stream) where !stream.hidden.isEmpty:
        var texts = StandInTexts(stream.hidden, &hidden)
        var shown = stream.mapTexts({ texts.revealed($0) }, data: { texts.revealed($0) })
        shown.hidden = []
        observation.content = .stream(shown)
      case .stream, .absent: break
      }
      return observation
    }
    return (revealed, hidden.map(Secret.init))
  }
}

extension Exchange {
  fileprivate func revealed(_ all: inout [HiddenText]) -> Exchange {
    if hidden.isEmpty { return self }
    var texts = StandInTexts(hidden, &all)
    var revealed = mapTexts({ texts.revealed($0) }, data: { texts.revealed($0) })
    revealed.hidden = []
    return revealed
  }
}

/// The stand-ins of an observation by their token. Each is inserted once, in the order in which the tokens occur.
private struct StandInTexts {
  private var texts: [[UInt8]: [[UInt8]]]

  init(_ hidden: [HiddenText], _ all: inout [HiddenText]) {
    all += hidden
    texts = Dictionary(grouping: hidden.reversed()) { Array($0.token.utf8) }.mapValues {
      $0.map { Array($0.standIn.utf8) }
    }
  }

  mutating func revealed(_ text: [UInt8]) -> [UInt8] { SecretTokens.replacing(in: text) { texts[$0]?.popLast() } }

  mutating func revealed(_ text: String) -> String { String(decoding: revealed(Array(text.utf8)), as: UTF8.self) }
}
