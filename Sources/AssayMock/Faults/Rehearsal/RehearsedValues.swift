import AssayContract
import AssayFindings
import AssayJSON
import AssayJudging

/// Follows the values that must stay, or never fall, along the events of a stream or the answers of a poll.
struct RehearsedValues {
  private var constants: [(promise: PointerPromise, value: JSONValue?)]
  private var rising: [(promise: PointerPromise, last: JSONNumber?)]
  private let family: String

  init(_ constant: [PointerPromise], _ nondecreasing: [PointerPromise], family: String, scope: Scope) {
    self.family = family
    constants = constant.map { promise in
      guard case .value(let value)? = promise.equals?.evaluate(in: scope) else { return (promise, nil) }
      return (promise, value)
    }
    rising = nondecreasing.map { ($0, nil) }
  }

  mutating func step(_ json: JSONValue, _ prefix: String, _ contract: Contract, coveredBy covered: [Finding])
    -> [Finding]
  {
    var findings: [Finding] = []
    let isCovered = { (pointer: JSONPointer) in covered.contains { $0.location == "\(prefix)\(pointer)" } }
    for index in constants.indices where !isCovered(constants[index].promise.pointer) {
      let promise = constants[index].promise
      guard let value = json[promise.pointer] else { continue }
      if let expected = constants[index].value, expected != value {
        findings.append(
          Finding(
            breaking: promise.promise,
            of: contract,
            rule: "\(family).constant",
            location: "\(prefix)\(promise.pointer)",
            message: ""
          )
        )
      } else {
        constants[index].value = value
      }
    }
    for index in rising.indices where !isCovered(rising[index].promise.pointer) {
      let promise = rising[index].promise
      guard let number = json[promise.pointer]?.number else { continue }
      if let last = rising[index].last, number < last {
        findings.append(
          Finding(
            breaking: promise.promise,
            of: contract,
            rule: "\(family).nondecreasing",
            location: "\(prefix)\(promise.pointer)",
            message: ""
          )
        )
      }
      rising[index].last = number
    }
    return findings
  }
}
