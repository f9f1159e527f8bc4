import AssayText

/// The texts of a finding for people.
package struct Words: Hashable, Sendable, Codable {
  /// A line below the headline: its label, and the text after it.
  package struct Detail: Hashable, Sendable, Codable {
    /// The label of the line: `time`, `effect`, `rule`, `cause`, …
    package var name: String
    package var text: String

    package init(_ name: String, _ text: String) {
      self.name = name
      self.text = text
    }
  }

  /// The event or poll with which the headline begins: `event 4: `; empty if none exists.
  package var lead = ""
  /// The headline without ``lead``: the place, the received and the expected value. It has no times or byte counts, so
  /// that it is the same in every run.
  package var sentence: String
  /// The promised value or behaviour.
  package var expected: String
  /// The received value; long values are cut, with their length.
  package var actual: String
  /// The lines below the headline: facts that differ from run to run, and the effect of the fault on a client.
  package var details: [Detail] {
    get { ownDetails ?? [] }
    set { ownDetails = newValue.isEmpty ? nil : newValue }
  }
  /// The stored value of ``details``; `nil` if empty, as in reports of earlier versions.
  private var ownDetails: [Detail]?

  package init(
    _ sentence: String,
    lead: String = "",
    expected: String = "",
    actual: String = "",
    details: [Detail] = []
  ) {
    self.lead = lead
    self.sentence = sentence
    self.expected = expected
    self.actual = actual
    self.details = details
  }

  /// The headline with the event or poll before it.
  package var message: String { lead + sentence }
}

extension Words {
  /// The size in bytes above which a text is shortened.
  private static let limit = 4_000

  /// The texts, each shortened if all of them together are too long.
  var bounded: Words {
    let texts = [lead, sentence, expected, actual] + details.map(\.text)
    guard texts.reduce(0, { $0 + $1.utf8.count }) > Self.limit else { return self }
    return mapTexts { $0.shortened(to: Self.limit) }
  }

  /// Returns a copy with `change` applied to each text.
  func mapTexts(_ change: (String) -> String) -> Words {
    Words(
      change(sentence),
      lead: change(lead),
      expected: change(expected),
      actual: change(actual),
      details: details.map { Detail($0.name, change($0.text)) }
    )
  }

  /// Returns a copy with one more line below the headline; unchanged if `detail` is `nil`.
  func adding(_ detail: Detail?) -> Words {
    guard let detail else { return self }
    var words = self
    words.details.append(detail)
    return words
  }
}

extension Words.Detail {
  static func time(_ text: String) -> Self { Self("time", text) }
  /// Returns the line that states the effect of the fault on a client.
  static func effect(_ text: String) -> Self { Self("effect", text) }
}
