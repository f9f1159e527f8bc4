package import AssayContract
package import AssayFindings
import AssayHTTP
import AssayJSON
package import AssayMock
import AssayObservation

/// One way a mock can break its contract, derived from the promise it breaks.
package struct Fault: Sendable {
  /// The purpose of a fault.
  package enum Kind: String, Sendable, Hashable {
    /// It breaks a promise.
    case breaking
    /// It adds something the documents do not know, and breaks nothing.
    case addition
  }

  /// Its name, unique in its contract: `search.results.unsorted`.
  package var name: String
  /// A description of the fault's effect, in a sentence.
  package var about: String
  /// The operation whose answers it changes.
  package var operation: String
  /// The promise it breaks; `nil` for an addition.
  package var breaks: Promise?
  /// The rule of the finding it is meant for; `nil` for an addition.
  package var rule: Rule?
  /// The level of that finding.
  package var level: Level
  package var kind: Kind
  /// The trace that distinguishes its finding, or its addition, from those of other faults.
  var trace: Fingerprint
  var effect: FaultEffect

  /// The fault as a mock plays it.
  package var played: PlayedFault { PlayedFault(name: name, operation: operation, effect: effect) }
}

/// The undocumented part that a fault adds; the value ends the fault's name.
enum Addition: String {
  case field = "field.added"
  case event = "event.added"

  /// A member that does not appear in any contract.
  static let fieldName = "x_added_in"
  static var fieldEdit: JSONEdit { .add(JSONPointer(), fieldName, .string("a later version")) }
  static var unknownEvent: PlayedEvent { PlayedEvent(name: "heartbeat", data: .object([("ok", .bool(true))])) }

  /// Returns the trace that distinguishes the addition from the traces of other faults.
  func trace(in operation: Operation) -> Fingerprint {
    Fingerprint(rule: Rule(rawValue), operation: operation.name)
  }

  /// The traces of the additions that `observation` shows.
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

  /// Returns true if an answer that is documented has the added member; clients look for it in no other answer.
  private static func isInBody(of exchange: Exchange, _ operation: Operation) -> Bool {
    guard let status = exchange.response?.head.status, status / 100 == 2,
      operation.responses.contains(where: { $0.status.matches(status) })
    else { return false }
    return exchange.json?[fieldName] != nil
  }
}
