import AssayContract
public import AssayFindings
package import AssayJSON

/// One thing a contract promises, as a person would name it, with where it comes from and where it is checked.
public struct CataloguedPromise: Hashable, Sendable {
  /// What is promised, in words; Markdown code spans around names.
  public var sentence: String
  /// How much it weighs.
  public var level: Level
  /// The lines of the documents it rests on.
  public var sources: [Citation]
  /// The ids of the checks that hold a backend to it, in the order of the plan.
  public var checks: [String]
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
public struct PromiseGroup: Hashable, Sendable {
  /// The operation's or the scenario's name.
  public var name: String
  /// What it is: `POST /scan`, or the scenario's summary.
  public var about: String
  /// What is promised, in the order of the contract.
  public var promises: [CataloguedPromise]

  package init(name: String, about: String, promises: [CataloguedPromise]) {
    self.name = name
    self.about = about
    self.promises = promises
  }
}
