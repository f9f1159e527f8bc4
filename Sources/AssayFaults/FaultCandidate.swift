import AssayContract
import AssayFindings
import AssayJSON
import AssayMock
import AssayText

/// A possible fault: its name, the promise it should break, and the changes that may achieve that.
struct FaultCandidate {
  /// The name of the fault, without the operation's name before it.
  var name: String
  var about: String
  /// The rule of the finding that the fault should cause; `nil` for an addition.
  var rule: Rule?
  /// The JSON Pointer of the promise that should be broken; `nil` if any promise with the rule will do.
  var promise: JSONPointer?
  /// The changes that may break the promise, the simplest first.
  var effects: [FaultEffect]
  /// The undocumented part that the fault adds, if it breaks no promise.
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
  /// Returns true if `finding` is the one that the fault should cause; for an addition, if it reports the added event.
  func isMeant(by finding: Finding) -> Bool {
    if addition != nil { return finding.rule == .streamUnknownEvent }
    return finding.rule == rule && (promise == nil || finding.promise?.pointer == promise?.description)
  }
}

extension JSONPointer {
  /// The pointer as a part of a fault's name: its member names without item positions; `body` for the root.
  var faultName: String {
    let names = tokens.filter { !$0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    return names.isEmpty ? "body" : names.joined(separator: ".")
  }

  /// The pointer as text for sentences; "the body" for the root.
  var spoken: String { tokens.isEmpty ? "the body" : description }
}
