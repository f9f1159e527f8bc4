import AssayContract
import AssayFindings
import AssayJSON
import AssayMock
import AssayText

/// A fault that might do: what it is called, what it should break, and the changes that may bring it about.
struct FaultCandidate {
  /// Without the operation's name.
  var name: String
  var about: String
  /// The rule of the finding it is meant for; `nil` for an addition.
  var rule: Rule?
  /// The place of the promise it is meant to break; `nil` where only the rule counts.
  var promise: JSONPointer?
  /// Changes that may do it, the plainest first.
  var effects: [FaultEffect]
  /// The part it adds, where it breaks nothing.
  var addition: Addition?

  init(_ name: String, _ about: String, rule: Rule?, promise: JSONPointer? = nil, effects: [FaultEffect]) {
    self.name = name
    self.about = about
    self.rule = rule
    self.promise = promise
    self.effects = effects
  }

  init(_ addition: Addition, _ about: String, _ effect: FaultEffect) {
    self.init(addition.rawValue, about, rule: nil, effects: [effect])
    self.addition = addition
  }
}

extension FaultCandidate {
  /// Returns true if `finding` reports the promise that the fault should break, or only the part that it adds.
  func isMeant(by finding: Finding) -> Bool {
    if addition != nil { return finding.rule == .streamUnknownEvent }
    return finding.rule == rule && (promise == nil || finding.promise?.pointer == promise?.description)
  }
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
