package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayMock
import AssayObservation

/// A way in which a contract's mock can misbehave on purpose, derived from the promise it breaks.
package struct Fault: Sendable {
  /// The kind of a fault: it breaks a promise or adds something undocumented.
  package enum Kind: String, Sendable, Hashable {
    /// The fault breaks a promise.
    case breaking
    /// The fault adds an undocumented part, and breaks nothing.
    case addition
  }

  /// The fault's name, unique in its contract: `search.results.unsorted`.
  package var name: String
  /// A description of the fault's effect, in a sentence.
  package var about: String
  /// The operation whose answers the fault changes.
  package var operation: String
  /// The broken promise; `nil` for an addition.
  package var breaks: Promise?
  /// The rule of the finding that the fault should cause; `nil` for an addition.
  package var rule: Rule?
  /// The level of the finding that the fault should cause.
  package var level: Level
  package var kind: Kind
  /// The fingerprint of the finding that the fault causes, or of the addition; different for each fault.
  var trace: Fingerprint
  var effect: FaultEffect

  /// The fault in the form that a mock plays.
  package var played: PlayedFault { PlayedFault(name: name, operation: operation, effect: effect) }
}

/// The undocumented parts that faults add; the raw value is the end of the fault's name.
enum Addition: String {
  case field = "field.added"
  case event = "event.added"

  /// The name of the added member, which does not appear in any contract.
  static let fieldName = "x_added_in"
  static var fieldEdit: JSONEdit { .add(JSONPointer(), fieldName, .string("a later version")) }
  static var unknownEvent: PlayedEvent { PlayedEvent(name: "heartbeat", data: .object([("ok", .bool(true))])) }

  /// Returns a fingerprint that stands for this addition in `operation`, since it causes no finding.
  func trace(in operation: Operation) -> Fingerprint {
    Fingerprint(rule: Rule(rawValue), operation: operation.name)
  }

  /// Returns the fingerprints of the additions that `observation` contains.
  static func traces(in observation: Observation, of contract: Contract) -> Set<Fingerprint> {
    guard let operation = contract.operation(named: observation.operation) else { return [] }
    var found: Set<Addition> = []
    switch observation.content {
    case .exchange(let exchange): if isInBody(of: exchange, operation) { found.insert(.field) }
    case .poll(let poll):
      if poll.answers.contains(where: { isInBody(of: $0.exchange, operation) }) { found.insert(.field) }
    case .stream(let stream):
      guard case .stream(let promise) = operation.interaction else { break }
      for event in stream.events {
        if event.isNamed, !promise.events.contains(where: { $0.name == event.name }) {
          found.insert(.event)
        } else if event.json?[fieldName] != nil {
          found.insert(.field)
        }
      }
    case .absent: break
    }
    return Set(found.map { $0.trace(in: operation) })
  }

  /// Returns true if a successful, documented response contains the added member; clients read no other responses.
  private static func isInBody(of exchange: Exchange, _ operation: Operation) -> Bool {
    guard let status = exchange.response?.head.status, status / 100 == 2,
      operation.responses.contains(where: { $0.status.matches(status) })
    else { return false }
    return exchange.json?[fieldName] != nil
  }
}
