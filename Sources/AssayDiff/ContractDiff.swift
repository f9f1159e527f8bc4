package import AssayContract
package import AssayFindings
import AssayJSON

/// The comparison of two contracts of one service: all promises that differ in the newer one.
///
/// It compares promises, not their notation: the models of the contracts, schemas with `$ref` and `allOf` resolved,
/// orders by the sequences they allow.
package struct ContractDiff {
  /// The changes, operation by operation, in the order of the contracts.
  package let changes: [ContractChange]

  package init(from old: Contract, to new: Contract) {
    var log = ChangeLog(old: old, new: new)
    let whole = Places(old: JSONPointer(), new: JSONPointer())
    let servers = log.places(whole, "servers")
    log.compareEntries(
      old.servers,
      new.servers,
      name: \.name,
      gone: { $0.note([], "server \($1.name)", "the server is gone", servers.from($1.promise)) },
      come: { $0.note([], "server \($1.name)", "the server is new", servers.to($1.promise)) },
      both: { $0.compare(Compared.server, "server \($1.name)", $1, $2, Places($1.promise, $2.promise)) }
    )
    log.compareSecuritySchemes(log.places(whole, "securitySchemes"))
    let operations = log.places(whole, "operations")
    log.compareEntries(
      old.operations,
      new.operations,
      name: \.name,
      gone: { log, operation in
        log.operation = operation.name
        log.note([.clients], "", "the operation is gone", operations.from(operation.promise))
      },
      come: { log, operation in
        log.operation = operation.name
        log.note([.backend], "", "the operation is new", operations.to(operation.promise))
      },
      both: { log, before, now in
        log.operation = before.name
        log.compare(before, now)
      }
    )
    log.compareUsualSecurity(whole)
    log.compareVariables(log.places(whole, "variables"))
    let keys = ["before", "after", "groups", "cookies"]
    log.compareSurroundings("contract", old.document.root, new.document.root, keys, whole)
    log.compareScenarios(log.places(whole, "scenarios"))
    log.noteUnclassified()
    changes = log.changes
  }
}

/// The places of one part in both contracts; if it is missing in one of them, the enclosing place.
struct Places {
  var old: JSONPointer
  var new: JSONPointer

  init(old: JSONPointer, new: JSONPointer) {
    self.old = old
    self.new = new
  }

  init(_ old: Promise, _ new: Promise) {
    self.init(old: old.pointer, new: new.pointer)
  }

  /// Returns the places of `key` in the values at these places.
  func inside(_ key: String) -> Places { Places(old: old.appending(key), new: new.appending(key)) }

  /// Returns the places for a removed promise: its own in the old contract, and this one in the new contract.
  func from(_ promise: Promise) -> Places { Places(old: promise.pointer, new: new) }
  /// Returns the places for an added promise: this one in the old contract, and its own in the new contract.
  func to(_ promise: Promise) -> Places { Places(old: old, new: promise.pointer) }
}

/// The side of a promise, request or answer, which decides the party that a narrower promise breaks.
enum PromiseSide {
  case request
  case answer

  /// The party (clients or backend) that breaks if the new contract allows less.
  var narrowed: ContractChange.Party { self == .answer ? .backend : .clients }
  /// The party (clients or backend) that breaks if the new contract allows more.
  var widened: ContractChange.Party { self == .answer ? .clients : .backend }
}
