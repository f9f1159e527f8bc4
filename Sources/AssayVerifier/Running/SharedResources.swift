import AssayContract
import AssayHTTP
import AssayJSON
import AssayText

/// The resources that the running scenarios read and change; used to delay scenarios that would disturb each other.
///
/// Scenarios run in parallel. A scenario that adds an item would break the promises of another that counts or pages
/// through the items, through no fault of the backend. So a scenario waits while another conflicts with it: one reads
/// what the other changes, or both change the same resource by its name (PUT, PATCH, DELETE). Resources that a scenario
/// created itself cause no conflict.
struct SharedResources {
  /// The resources that a scenario uses, each as server name and path.
  private struct Use {
    var read: Set<String> = []
    var changed: Set<String> = []
    /// The resources changed by a call to their own URL (PUT, PATCH, DELETE).
    var named: Set<String> = []
  }

  private let contract: Contract
  /// True if any operation of the contract may change something.
  private let hasChanges: Bool
  private var readers: [String: Int] = [:]
  private var writers: [String: Int] = [:]
  private var namedWriters: [String: Int] = [:]
  /// The resources of the running runs, by their positions in the plan.
  private var running: [Int: Use] = [:]

  init(_ contract: Contract) {
    self.contract = contract
    hasChanges = contract.operations.contains { !HTTPMethod.isSafe($0.request.method) }
  }

  /// For each lock, the position in the plan of the run that holds it. The first run that asks for a lock has it even
  /// while it waits for another resource, so that runs with one lock keep the order of the plan.
  private var locks: [String: Int] = [:]

  /// Returns true if `run` may start now; it then counts as running until ``end(_:)`` is called.
  mutating func begin(_ run: Plan.Run) -> Bool {
    guard hasChanges else { return true }
    if let lock = run.lock {
      guard locks[lock, default: run.position] == run.position else { return false }
      locks[lock] = run.position
    }
    let use = use(of: run.scenario)
    guard !use.read.contains(where: { writers[$0] != nil }), !use.changed.contains(where: { readers[$0] != nil }),
      !use.named.contains(where: { namedWriters[$0] != nil })
    else { return false }
    count(use, by: 1)
    running[run.position] = use
    return true
  }

  /// Records that a run has ended.
  mutating func end(_ run: Plan.Run) {
    guard let use = running.removeValue(forKey: run.position) else { return }
    count(use, by: -1)
    if let lock = run.lock { locks[lock] = nil }
  }

  private mutating func count(_ use: Use, by change: Int) {
    func count(_ resources: Set<String>, in counts: inout [String: Int]) {
      for resource in resources {
        let new = counts[resource, default: 0] + change
        counts[resource] = new == 0 ? nil : new
      }
    }
    count(use.read, in: &readers)
    count(use.changed, in: &writers)
    count(use.named, in: &namedWriters)
  }

  private func use(of scenario: Scenario) -> Use {
    var use = Use()
    // A call that is refused changes nothing.
    for step in scenario.before + scenario.steps + scenario.after where !step.isErrorProbe && step.call.url == nil {
      guard let operation = contract.operation(named: step.operation) else { continue }
      let path = ResourcePath(of: step, operation)
      let method = operation.request.method
      let resource = "\(operation.server) \(path.known)"
      if HTTPMethod.isSafe(method) {
        if path.isWhole { use.read.insert(resource) }
        continue
      }
      use.changed.insert(resource)
      guard path.isWhole else { continue }
      if let collection = path.collection { use.changed.insert("\(operation.server) \(collection)") }
      if HTTPMethod.changesByName(method) { use.named.insert(resource) }
    }
    return use
  }
}

/// The beginning of a call's path that has the same value in every run.
private struct ResourcePath {
  /// The path up to the first segment whose value differs from run to run.
  private(set) var known = ""
  private(set) var isWhole = true
  /// The collection of the resource, if its last segment is a parameter: `/items` of `/items/42`.
  private(set) var collection: String?

  init(of step: Step, _ operation: Operation) {
    for segment in operation.request.path.text.split(separator: "/") {
      var text = ""
      var hasParameter = false
      for piece in PathTemplate.pieces(of: segment) {
        switch piece {
        case .literal(let literal): text += literal
        case .unclosed: text += "{"
        case .parameter(let name):
          hasParameter = true
          let given = step.call.parameters.first { $0.name.isExactly(name) }?.template
          let value = given ?? operation.request.parameters.first { $0.name.isExactly(name) }?.example
          guard let value = value.map({ $0.string ?? $0.text }), Self.isFixed(value) else {
            isWhole = false
            return
          }
          text += value
        }
      }
      collection = hasParameter ? known : nil
      known += "/" + text
    }
  }

  /// Returns true if a template has the same value in every run: it only reads the contract's variables and the
  /// environment.
  private static func isFixed(_ template: String) -> Bool {
    !template.replacing("$variables.", with: "").replacing("${", with: "").contains("$")
  }
}
