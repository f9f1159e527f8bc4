import AssayContract
import AssayFindings
import AssayJSON

/// A fault that might do: what it is called, what it should break, and the changes that may bring it about.
struct FaultCandidate {
  /// Without the operation's name.
  var name: String
  var about: String
  /// The rule id of the finding it is meant for.
  var rule: String
  /// The place of the promise it is meant to break; `nil` where only the rule counts.
  var promise: JSONPointer?
  /// Changes that may do it, the plainest first.
  var effects: [FaultEffect]

  init(_ name: String, _ about: String, rule: String, promise: JSONPointer? = nil, effects: [FaultEffect]) {
    self.name = name
    self.about = about
    self.rule = rule
    self.promise = promise
    self.effects = effects
  }
}

extension FaultCandidate {
  /// Whether `finding` tells of what the fault should break.
  func isMeant(by finding: Finding) -> Bool {
    finding.rule == rule && (promise == nil || finding.promise?.pointer == promise?.description)
  }

  /// Whether `place`, that of a broken promise with what tells it apart behind it, is the promise's.
  func names(_ place: String) -> Bool { promise.map { place.hasPrefix($0.description) } ?? true }
}

extension JSONPointer {
  /// The place as a part of a fault's name: its members, without the positions of items.
  var faultName: String {
    let names = tokens.filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return names.isEmpty ? "body" : names.joined(separator: ".")
  }

  /// The place as a sentence names it.
  var spoken: String { tokens.isEmpty ? "the body" : description }
}
