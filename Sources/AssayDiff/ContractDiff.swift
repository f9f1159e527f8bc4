package import AssayContract
package import AssayFindings
import AssayJSON

/// Two contracts of one service, and all that is promised differently in the newer one.
///
/// What is told apart is what is promised, not how it is written: schemas are compared with `$ref` and `allOf` resolved,
/// orders by the sequences they allow.
package struct ContractDiff {
  /// The changes, operation by operation, in the order of the contracts.
  package let changes: [ContractChange]

  package init(from old: Contract, to new: Contract) {
    var log = ChangeLog(old: old, new: new)
    let (oldRoot, newRoot) = (ContractNode(root: old.document.root), ContractNode(root: new.document.root))
    Self.compareServers(oldRoot, newRoot, &log)
    Self.compareOperations(oldRoot, newRoot, &log)
    ScenarioDiff.compare(oldRoot, newRoot, &log)
    changes = log.changes
  }

  /// Where a server is stands in a contract for runs that are told nothing else: nobody was promised the address.
  private static func compareServers(_ oldRoot: ContractNode, _ newRoot: ContractNode, _ log: inout ChangeLog) {
    let (old, new) = (oldRoot.table("servers"), newRoot.table("servers"))
    for server in old {
      guard let counterpart = new.first(where: { $0.name == server.name }) else {
        log.note([], "server \(server.name)", "the server is gone", server, newRoot["servers"] ?? newRoot)
        continue
      }
      guard let before = server["url"], let now = counterpart["url"], before.value != now.value else { continue }
      let (was, url) = (before.value.string ?? "", now.value.string ?? "")
      log.note([], "server \(server.name)", "the URL is \(url) now, was \(was)", before, now)
    }
    for server in new where !old.contains(where: { $0.name == server.name }) {
      log.note([], "server \(server.name)", "the server is new", oldRoot["servers"] ?? oldRoot, server)
    }
  }

  private static func compareOperations(_ oldRoot: ContractNode, _ newRoot: ContractNode, _ log: inout ChangeLog) {
    let (old, new) = (oldRoot.table("operations"), newRoot.table("operations"))
    for operation in old {
      log.operation = operation.name
      guard let counterpart = new.first(where: { $0.name == operation.name }) else {
        log.note([.clients], "", "the operation is gone", operation, newRoot["operations"] ?? newRoot)
        continue
      }
      OperationDiff.compare(operation, counterpart, &log)
    }
    for operation in new where !old.contains(where: { $0.name == operation.name }) {
      log.operation = operation.name
      log.note([.backend], "", "the operation is new", oldRoot["operations"] ?? oldRoot, operation)
    }
    log.operation = ""
  }
}

/// Whether a promise is about what is sent or what comes back, which says whom a narrower one breaks.
enum PromiseSide {
  case request
  case answer

  /// Whom it breaks that less is allowed than was.
  var narrowed: ContractChange.Party { self == .answer ? .backend : .clients }
  /// Whom it breaks that more is allowed than was.
  var widened: ContractChange.Party { self == .answer ? .clients : .backend }
}

/// Takes changes in; the same one met on several ways is kept once, with the operations it touches.
struct ChangeLog {
  let old: Contract
  let new: Contract
  let oldSchemas: ContractSchemas
  let newSchemas: ContractSchemas
  /// The operation under comparison; empty outside of any.
  var operation = ""
  private(set) var changes: [ContractChange] = []
  private var places: [Key: Int] = [:]

  private struct Key: Hashable {
    var breaks: Set<ContractChange.Party>
    var message: String
    var old: JSONPointer
    var new: JSONPointer
  }

  init(old: Contract, new: Contract) {
    self.old = old
    self.new = new
    oldSchemas = ContractSchemas(root: ContractNode(root: old.document.root))
    newSchemas = ContractSchemas(root: ContractNode(root: new.document.root))
  }

  mutating func note(
    _ breaks: Set<ContractChange.Party>,
    _ subject: String,
    _ message: String,
    _ oldNode: ContractNode,
    _ newNode: ContractNode
  ) {
    let key = Key(breaks: breaks, message: message, old: oldNode.pointer, new: newNode.pointer)
    if let place = places[key] {
      let further = ContractChange.Subject(operation: operation, part: subject)
      if !changes[place].subjects.contains(further) { changes[place].subjects.append(further) }
      return
    }
    places[key] = changes.count
    changes.append(
      ContractChange(
        breaks: breaks,
        subjects: [ContractChange.Subject(operation: operation, part: subject)],
        message: message,
        old: old.place(pointer: oldNode.pointer, offset: oldNode.range.lowerBound),
        new: new.place(pointer: newNode.pointer, offset: newNode.range.lowerBound)
      )
    )
  }

  /// A level said otherwise right here; one that is inherited is told where it is said.
  ///
  /// Returns whether one was told.
  @discardableResult
  mutating func compareLevels(
    _ side: PromiseSide,
    _ subject: String,
    _ oldNode: ContractNode,
    _ newNode: ContractNode
  ) -> Bool {
    guard oldNode.level != newNode.level, oldNode.value["level"] != nil || newNode.value["level"] != nil else {
      return false
    }
    let party = newNode.level > oldNode.level ? side.narrowed : side.widened
    note(
      [party],
      subject,
      "the level is \(newNode.level.rawValue) now, was \(oldNode.level.rawValue)",
      oldNode,
      newNode
    )
    return true
  }

  /// Rules, pointers, patterns: a list of promises that hold together, told apart by their `text`.
  ///
  /// One that is gone and one that is new are the same one reworded where they have the same `key`.
  mutating func comparePromises(
    _ what: String,
    _ subject: String,
    _ oldNodes: [ContractNode],
    _ newNodes: [ContractNode],
    around: (ContractNode, ContractNode),
    text: (ContractNode) -> String,
    key: (ContractNode) -> String = { $0.name }
  ) {
    var come = newNodes.filter { node in !oldNodes.contains { text($0) == text(node) } }
    for node in oldNodes {
      if let counterpart = newNodes.first(where: { text($0) == text(node) }) {
        compareLevels(.answer, subject, node, counterpart)
      } else if let place = come.firstIndex(where: { key($0) == key(node) }) {
        let counterpart = come.remove(at: place)
        let message = "the \(what) is reworded: \(text(counterpart)) now, was \(text(node))"
        note([.clients, .backend], subject, message, node, counterpart)
        compareLevels(.answer, subject, node, counterpart)
      } else {
        note([.clients], subject, "the \(what) \(text(node)) is gone", node, around.1)
      }
    }
    for node in come { note([.backend], subject, "the \(what) \(text(node)) is new", around.0, node) }
  }
}
