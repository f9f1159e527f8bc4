import AssayContract
import AssayFindings
import Testing

@testable import AssayVerifier

/// The order in which runs begin, and in which their results are taken.
@Suite(.timeLimit(.minutes(2)))
struct ScheduleTests {
  private static let contract = #"""
    { "contract": "1", "service": "shop", "title": "Shop", "servers": { "api": { "url": "http://api.test" } },
      "operations": {
        "list": { "server": "api", "request": { "method": "GET", "path": "/items" }, "responses": { "200": {} } },
        "add": { "server": "api", "request": { "method": "POST", "path": "/items" }, "responses": { "201": {} } } },
      "scenarios": {
        "lists": { "steps": [ { "operation": "list" } ] },
        "adds": { "steps": [ { "operation": "add" } ] },
        "lists-again": { "steps": [ { "operation": "list" } ] } } }
    """#

  private static func schedule(_ names: [String], isProbing: (String) -> Bool = { _ in false }) throws -> Schedule {
    let contract = try ContractLoader.load(bytes: Array(contract.utf8), file: "shop.json")
    let plan = Plan(contract: contract, settings: RunSettings())
    let runs = try names.enumerated().map { position, name in
      let scenario = try #require(contract.scenarios.first { $0.name == name })
      var run = Plan.Run(scenario: scenario, steps: [])
      (run.position, run.isProbing) = (position, isProbing(name))
      return run
    }
    let part = RunPart(
      shard: .whole,
      plan: plan.mark,
      contract: "shop",
      title: "",
      file: "",
      servers: [],
      documents: [],
      started: "",
      duration: .zero,
      isStrict: false,
      isInterrupted: false
    )
    return Schedule(runs, of: contract, addingTo: part, nil)
  }

  private static func outcome(_ position: Int) -> Schedule.Outcome {
    let result = RunPart.ScenarioResult(position: position, checks: [], findings: [])
    return Schedule.Outcome(result: result, fates: [])
  }

  @Test func resultsAreInTheOrderOfThePlan() async throws {
    let schedule = try Self.schedule(["lists", "lists-again", "lists"])
    for index in 0..<3 { #expect(await schedule.next() == index) }
    #expect(await schedule.next() == nil)
    for index in [2, 0, 1] { schedule.end(index, Self.outcome(index)) }
    #expect(schedule.results.part.scenarios.map(\.position) == [0, 1, 2])
  }

  @Test func laterRunsOvertakeOneThatWaits() async throws {
    let schedule = try Self.schedule(["lists", "adds", "lists-again"])
    #expect(await schedule.next() == 0)
    // "adds" would change what is listed.
    #expect(await schedule.next() == 2)
    async let waiting = schedule.next()
    schedule.end(2, Self.outcome(2))
    schedule.end(0, Self.outcome(0))
    #expect(await waiting == 1)
    async let rest = schedule.next()
    schedule.end(1, Self.outcome(1))
    #expect(await rest == nil)
  }

  @Test func probesComeAfterTheScenarios() async throws {
    let schedule = try Self.schedule(["lists", "adds", "adds"]) { $0 == "adds" }
    #expect(await schedule.next() == 0)
    async let probe = schedule.next()
    schedule.end(0, Self.outcome(0))
    #expect(await probe == 1)
    #expect(await schedule.next() == 2)
    #expect(await schedule.next() == nil)
  }

  /// However many tasks wait, each run is made once, and all tasks come to their end.
  @Test(arguments: [1, 2, 7, 40]) func everyRunIsMadeOnce(tasks: Int) async throws {
    let names = (0..<60).map { $0 % 3 == 0 ? "adds" : "lists" }
    let schedule = try Self.schedule(names)
    let made = await withTaskGroup(of: [Int].self) { group in
      for _ in 0..<tasks {
        group.addTask {
          var made: [Int] = []
          while let index = await schedule.next() {
            made.append(index)
            await Task.yield()
            schedule.end(index, Self.outcome(index))
          }
          return made
        }
      }
      return await group.reduce([], +)
    }
    #expect(made.sorted() == Array(0..<60))
    #expect(schedule.results.part.scenarios.map(\.position) == Array(0..<60))
  }
}
