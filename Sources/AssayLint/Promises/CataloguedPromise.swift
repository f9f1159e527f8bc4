import AssayContract
package import AssayFindings
package import AssayJSON

/// One thing a contract promises, as a person would name it, with where it comes from and where it is checked.
package struct CataloguedPromise: Hashable, Sendable {
  /// What is promised, in words; Markdown code spans around names.
  package var sentence: String
  package var level: Level
  package var sources: [Citation]
  /// The ids of the checks that hold a backend to it, in the order of the plan.
  package var checks: [String]
  /// The places in the contract it is made from: one keyword or rule, or the several that say it together.
  package var pointers: [JSONPointer]

  package init(
    _ sentence: String,
    level: Level,
    sources: [Citation],
    checks: [String] = [],
    pointers: [JSONPointer]
  ) {
    self.sentence = sentence
    self.level = level
    self.sources = sources
    self.checks = checks
    self.pointers = pointers
  }

  /// Whether this is the very promise `other` is, whatever checks it.
  func says(_ other: CataloguedPromise) -> Bool {
    sentence == other.sentence && level == other.level && pointers == other.pointers
  }

  /// A promise that stands at one place of the contract.
  init(_ sentence: String, _ promise: Promise, level: Level? = nil) {
    self.init(sentence, level: level ?? promise.level, sources: promise.sources, pointers: [promise.pointer])
  }
}

/// The promises of one operation, or of one scenario's calls taken together.
package struct PromiseGroup: Hashable, Sendable {
  /// The operation's or the scenario's name.
  package var name: String
  /// What it is: `POST /scan`, or the scenario's summary.
  package var about: String
  package var promises: [CataloguedPromise]

  package init(name: String, about: String, promises: [CataloguedPromise]) {
    self.name = name
    self.about = about
    self.promises = promises
  }
}
