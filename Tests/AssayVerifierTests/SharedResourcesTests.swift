import AssayContract
import AssayFindings
import AssayHTTP
import AssayObservation
import AssaySecrets
import Foundation
import Synchronization
import Testing

@testable import AssayVerifier

/// Scenarios that are in each other's way do not run side by side; all others do.
@Suite(.timeLimit(.minutes(2)))
struct SharedResourcesTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" }, "other": { "url": "http://other.test" } },
      "variables": { "id": { "example": "42" } },
      "operations": {
        "list": { "server": "api", "request": { "method": "GET", "path": "/items" }, "responses": { "200": {} } },
        "list-elsewhere": { "server": "other", "request": { "method": "GET", "path": "/items" }, "responses": { "200": {} } },
        "read": { "server": "api", "request": { "method": "GET", "path": "/items/{id}", "parameters": { "id": { "schema": {}, "example": "42" } } }, "responses": { "200": {} } },
        "add": { "server": "api", "request": { "method": "POST", "path": "/items" }, "responses": { "201": {} } },
        "put": { "server": "api", "request": { "method": "PUT", "path": "/items/{id}", "parameters": { "id": { "schema": {}, "example": "42" } } }, "responses": { "200": {} } } },
      "scenarios": {
        "lists": { "steps": [ { "operation": "list" } ] },
        "lists-elsewhere": { "steps": [ { "operation": "list-elsewhere" } ] },
        "reads": { "steps": [ { "operation": "read" } ] },
        "reads-another": { "steps": [ { "operation": "read", "parameters": { "id": "43" } } ] },
        "adds": { "steps": [ { "operation": "add" } ] },
        "is-refused": { "steps": [ { "operation": "add", "responses": { "400": {} } } ] },
        "reads-its-own": { "steps": [ { "operation": "add", "outputs": { "id": "$response.body#/id" } }, { "operation": "read", "parameters": { "id": "$steps.add.outputs.id" } } ] },
        "lists-its-own": { "before": [ { "operation": "add" } ], "steps": [ { "operation": "list" } ] },
        "puts": { "steps": [ { "operation": "put" } ] },
        "puts-by-variable": { "steps": [ { "operation": "put", "parameters": { "id": "$variables.id" } } ] },
        "puts-its-own": { "steps": [ { "operation": "put", "parameters": { "id": "row-{$run.number}" } } ] } } }
    """#

  private static func loaded() throws -> Contract {
    try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json")
  }

  @Test(arguments: [
    ("lists", "adds", true), ("adds", "lists", true), ("lists", "puts", true), ("lists", "puts-its-own", true),
    ("lists-its-own", "adds", true), ("lists-its-own", "lists-its-own", true), ("reads", "puts", true),
    ("puts", "puts", true), ("puts-by-variable", "puts-by-variable", true),
    ("lists", "lists", false), ("lists", "reads", false), ("lists-elsewhere", "adds", false), ("adds", "adds", false),
    ("reads", "adds", false), ("reads-another", "puts", false), ("reads-its-own", "adds", false),
    ("reads-its-own", "puts", false), ("puts-its-own", "puts-its-own", false), ("lists", "is-refused", false),
  ])
  func waits(_ running: String, _ other: String, _ isInTheWay: Bool) throws {
    let contract = try Self.loaded()
    func run(_ name: String) throws -> Plan.Run {
      Plan.Run(scenario: try #require(contract.scenarios.first { $0.name == name }), steps: [])
    }
    var resources = SharedResources(contract)
    #expect(try resources.begin(run(running)))
    #expect(try resources.begin(run(other)) == !isInTheWay)
    if !isInTheWay { resources.end(try run(other)) }
    resources.end(try run(running))
    #expect(try resources.begin(run(other)))
  }

  /// Runs with one lock follow each other, whatever they read and change.
  @Test(arguments: [("adds/add", true), ("reads/read", false), (nil, false)])
  func waitsForTheLock(_ lock: String?, _ isInTheWay: Bool) throws {
    var resources = SharedResources(try Self.loaded())
    let (first, second) = (try Self.run("adds", at: 0, "adds/add"), try Self.run("adds", at: 1, lock))
    let begun = [resources.begin(first), resources.begin(second)]
    resources.end(first)
    let isFree = resources.begin(second)
    #expect(begun == [true, !isInTheWay])
    #expect(isFree)
  }

  /// A run that waits for a resource keeps its lock from later runs that need no such resource.
  @Test func isNotOvertakenByARunWithTheSameLock() throws {
    var resources = SharedResources(try Self.loaded())
    let listing = try Self.run("lists", at: 0)
    let (waiting, later) = (try Self.run("adds", at: 1, "jobs"), try Self.run("lists", at: 2, "jobs"))
    let begun = [resources.begin(listing), resources.begin(waiting), resources.begin(later)]
    resources.end(listing)
    let begunAfter = [resources.begin(waiting), resources.begin(later)]
    resources.end(waiting)
    let begunLast = resources.begin(later)
    #expect(begun == [true, false, false])
    #expect(begunAfter == [true, false])
    #expect(begunLast)
  }

  /// Makes the run of the scenario `name` at `position` in the plan.
  private static func run(_ name: String, at position: Int, _ lock: String? = nil) throws -> Plan.Run {
    var run = Plan.Run(scenario: try #require(try loaded().scenarios.first { $0.name == name }), steps: [])
    (run.position, run.lock) = (position, lock)
    return run
  }

  /// Nothing is added while the items are read, though eight scenarios run at a time, and all are run.
  @Test func nothingIsAddedWhileItemsAreCounted() async throws {
    let adds = (1...20).map { #""add-\#($0)": { "steps": [ { "operation": "add" } ] }"# }
    let counts = (1...20).map { #""count-\#($0)": { "steps": [ { "operation": "list" } ] }"# }
    let scenarios = zip(adds, counts).map { "\($0), \($1)" }.joined(separator: ",")
    let text = Self.contract.replacing(/"scenarios": \{[\s\S]*/, with: "\"scenarios\": { \(scenarios) } }")
    let underWay = Mutex<(adds: Int, counts: Int, mixed: Int, most: Int)>((0, 0, 0, 0))
    let backend = Backend { call, _ in
      let isAdd = call.hasPrefix("POST")
      underWay.withLock { state in
        if isAdd { state.adds += 1 } else { state.counts += 1 }
        if state.adds > 0, state.counts > 0 { state.mixed += 1 }
        state.most = max(state.most, state.adds + state.counts)
      }
      for _ in 0..<100 { await Task.yield() }
      underWay.withLock { state in if isAdd { state.adds -= 1 } else { state.counts -= 1 } }
      return .answer(isAdd ? 201 : 200, "{}")
    }
    var settings = RunSettings()
    settings.limits.jobs = 8
    let result = await Verifier(
      contract: try ContractLoader.load(bytes: Array(text.utf8), file: "shop.json"),
      settings: settings,
      transport: backend,
      vault: SecretVault(),
      files: { _ in nil }
    ).run(version: "", started: "").value
    #expect(backend.calls.count == 40)
    #expect(result.checks.allSatisfy { $0.status == .passed })
    #expect(underWay.withLock { $0.mixed } == 0)
    #expect(underWay.withLock { $0.most } > 1)
  }
}
