import AssayKit
import Foundation
import TestKit
import Testing

/// Contracts, descriptions and recordings made to be slow: what is four times as long takes about four times as much work.
@Suite(.serialized)
struct ContractGrowthTests {
  /// What is done with a contract of some size.
  enum Task: String, CaseIterable, Sendable {
    case lintMembers, lintStates, diffMembers, diffOperations, diffStates, diffSteps, diffValues, diffRules,
      listOperations, listDefinitions
    case promisesOfMembers, faultsOfOperations, replayStates, replayForeign, replaySteps, replayOperations
    case lintChain, lintChainOfAll
    case deriveReferences, deriveRing, deriveChain
  }

  @Test(arguments: Task.allCases) func growsWithItsInput(task: Task) async throws {
    let folder = try TemporaryFolder()
    #expect(try await Work.growth(from: task.size) { try task.prepared($0, in: folder) } < 10)
  }

  /// References lead as deep as the contract is long.
  @Test func schemasAreComparedHoweverDeep() throws {
    let folder = try TemporaryFolder()
    let count = 2_000
    let inner = (0..<count).map { "\"D\($0)\": { \"properties\": { \"a\": { \"$ref\": \"#/$defs/D\($0 + 1)\" } } }" }
    func suite(_ last: String) throws -> ConformanceSuite {
      let text = Self.contract(
        body: "{ \"$ref\": \"#/$defs/D0\" }",
        also: "\"$defs\": { \(inner.joined(separator: ",")), \"D\(count)\": { \"type\": \"\(last)\" } }"
      )
      return try ConformanceSuite(contentsOf: folder.write(text, to: "\(last).json"))
    }
    let old = try suite("string")
    #expect(old.changes(to: try suite("integer")).map(\.breaks) == [[.clients, .backend]])
  }

  /// Values that share definitions would be written out once for each way to them.
  @Test(arguments: ["required", "optional"]) func sharedDefinitionsAreNotWrittenOutForEver(_ kind: String) throws {
    let folder = try TemporaryFolder()
    let required = kind == "required" ? "\"required\": [\"a\", \"b\"]," : ""
    let schemas = (0..<20).map { number in
      let next = "{ \"$ref\": \"#/components/schemas/S\(number + 1)\" }"
      return "\"S\(number)\": { \"type\": \"object\", \(required) \"properties\": { \"a\": \(next), \"b\": \(next) } }"
    }
    let path = try folder.write(
      Self.description(schemas.joined(separator: ",") + ", \"S20\": { \"type\": \"string\" }"),
      to: "api.json"
    )
    let derived = try ConformanceSuite.derive(fromDocuments: [path])
    #expect(derived.text.utf8.count < 1_000_000)
    let suite = try ConformanceSuite(contentsOf: folder.write(derived.text, to: "contract.json"))
    #expect(suite.lint().filter { $0.severity == .error }.map(\.message) == [])
  }

  // MARK: Texts

  fileprivate static func contract(
    operations: String? = nil,
    body: String = "{ \"type\": \"object\" }",
    more: String = "",
    scenarios: String = "\"s\": { \"steps\": [{ \"operation\": \"op\" }] }",
    also: String = "\"x-nothing\": 0"
  ) -> String {
    """
    {
      "contract": "1", "service": "s", "title": "S",
      "documents": { "guide": { "title": "G", "file": "guide.md" } },
      "servers": { "api": { "url": "http://127.0.0.1:8000" } },
      "operations": {
        \(operations ?? operation("op", body: body, more: more))
      },
      "scenarios": { \(scenarios) },
      \(also)
    }
    """
  }

  fileprivate static func operation(_ name: String, body: String = "{ \"type\": \"object\" }", more: String = "")
    -> String
  {
    """
    "\(name)": {
      "source": "guide:1", "request": { "method": "GET", "path": "/\(name)" },
      "responses": { "200": { "body": \(body) } }\(more)
    }
    """
  }

  fileprivate static func description(_ schemas: String) -> String {
    """
    {
      "openapi": "3.1.0", "info": { "title": "x", "version": "1" },
      "servers": [{ "url": "http://127.0.0.1:8000" }],
      "paths": { "/p": { "get": { "responses": { "200": { "description": "x", "content": {
        "application/json": { "schema": { "$ref": "#/components/schemas/S0" } }
      } } } } } },
      "components": { "schemas": { \(schemas) } }
    }
    """
  }
}

extension ContractGrowthTests.Task {
  private typealias Texts = ContractGrowthTests

  /// The shorter of the sizes that are compared.
  fileprivate var size: Int {
    switch self {
    case .lintMembers, .diffMembers, .promisesOfMembers: 500
    case .lintStates, .diffStates, .replayStates: 300
    case .diffOperations, .listOperations, .diffSteps: 500
    case .diffValues: 2_000
    case .diffRules: 500
    case .listDefinitions: 200
    case .faultsOfOperations: 40
    case .replayOperations: 500
    case .replayForeign: 150
    case .replaySteps: 500
    case .lintChain, .lintChainOfAll: 600
    case .deriveChain: 1_000
    case .deriveReferences: 300
    case .deriveRing: 300
    }
  }

  /// The work on an input of `count` parts.
  fileprivate func prepared(_ count: Int, in folder: TemporaryFolder) throws -> @Sendable () async throws -> Void {
    if [.deriveReferences, .deriveRing, .deriveChain].contains(self) {
      let path = try folder.write(Texts.description(schemas(count)), to: "api.json")
      return { _ = try ConformanceSuite.derive(fromDocuments: [path]) }
    }
    let path = try folder.write(contract(count), to: "contract.json")
    switch self {
    case .lintMembers, .lintStates, .lintChain, .lintChainOfAll:
      return { _ = try ConformanceSuite(contentsOf: path).lint() }
    case .diffMembers, .diffOperations, .diffStates, .diffSteps, .diffValues, .diffRules:
      return {
        let suite = try ConformanceSuite(contentsOf: path)
        #expect(suite.changes(to: suite).isEmpty)
      }
    case .listOperations, .listDefinitions:
      return {
        let checks = try ConformanceSuite(contentsOf: path).plan()
        #expect(checks.count == count)
      }
    case .promisesOfMembers: return { _ = try ConformanceSuite(contentsOf: path).promiseTable }
    case .faultsOfOperations:
      return {
        let faults = await (try ConformanceSuite(contentsOf: path)).faults()
        #expect(!faults.isEmpty)
      }
    default:
      let suite = try ConformanceSuite(contentsOf: path)
      let recording = try Recording(contentsOf: try folder.write(archive(count), to: "recording.har"))
      return { _ = try await suite.verify(replaying: recording) }
    }
  }

  private func contract(_ count: Int) -> String {
    let numbers = 0..<count
    func list(_ item: (Int) -> String) -> String { numbers.map(item).joined(separator: ",\n") }
    switch self {
    case .lintMembers, .diffMembers, .promisesOfMembers:
      let names = list { "\"p\($0)\"" }
      let members = list { "\"p\($0)\": { \"type\": \"string\" }" }
      return Texts.contract(
        body: "{ \"type\": \"object\", \"required\": [\(names)], \"properties\": { \(members) } }"
      )
    case .lintStates, .diffStates, .replayStates:
      let states = list { number in
        let next = (number + 1..<min(count, number + 5)).map { "\"s\($0)\"" }.joined(separator: ", ")
        return "\"s\(number)\": " + (next.isEmpty ? "{ \"final\": true }" : "{ \"next\": [\(next)] }")
      }
      let poll = "{ \"state\": \"/s\", \"states\": { \(states) }, \"every\": \"10ms\", \"within\": \"30s\" }"
      return Texts.contract(more: ", \"poll\": \(poll)")
    case .diffValues:
      return Texts.contract(body: "{ \"enum\": [\(list { "\"v\($0)\"" })] }")
    case .diffRules:
      return Texts.contract(body: "{ \"allOf\": [\(list { "{ \"pattern\": \"v\($0)\" }" })] }")
    case .diffOperations, .listOperations, .faultsOfOperations, .replayOperations:
      return Texts.contract(
        operations: list { Texts.operation("op\($0)") },
        scenarios: list { "\"s\($0)\": { \"steps\": [{ \"operation\": \"op\($0)\" }] }" }
      )
    case .diffSteps, .replaySteps:
      let steps = list { "{ \"operation\": \"op\", \"stepId\": \"s\($0)\" }" }
      return Texts.contract(scenarios: "\"s\": { \"steps\": [\(steps)] }")
    case .replayForeign:
      let token = "{ \"value\": \"$response.body#/id\", \"secret\": true }"
      let step = "{ \"operation\": \"op\", \"outputs\": { \"id\": \(token) } }"
      return Texts.contract(scenarios: list { "\"s\($0)\": { \"steps\": [\(step)] }" })
    case .listDefinitions:
      // Each operation returns one of a chain of definitions.
      let definitions = list { number in
        let next = "{ \"$ref\": \"#/$defs/D\((number + 1) % count)\" }"
        return
          "\"D\(number)\": { \"type\": \"object\", \"properties\": { \"a\": { \"type\": \"string\" }, \"b\": \(next) } }"
      }
      return Texts.contract(
        operations: list { Texts.operation("op\($0)", body: "{ \"$ref\": \"#/$defs/D\($0)\" }") },
        scenarios: list { "\"s\($0)\": { \"steps\": [{ \"operation\": \"op\($0)\" }] }" },
        also: "\"$defs\": { \(definitions) }"
      )
    case .lintChain, .lintChainOfAll:
      // Each definition is the next one, alone or as one of all that hold.
      let definitions = list { number in
        let next = "{ \"$ref\": \"#/$defs/D\(number + 1)\" }"
        return "\"D\(number)\": " + (self == .lintChain ? next : "{ \"allOf\": [\(next)] }")
      }
      return Texts.contract(
        body: "{ \"$ref\": \"#/$defs/D0\" }",
        also: "\"$defs\": { \(definitions), \"D\(count)\": { \"type\": \"object\" } }"
      )
    case .deriveReferences, .deriveRing, .deriveChain: return ""
    }
  }

  /// Definitions of which each refers to the next one, twice, in a ring, or without anything else.
  private func schemas(_ count: Int) -> String {
    (0..<count).map { number in
      let next = "{ \"$ref\": \"#/components/schemas/S\((number + 1) % count)\" }"
      let both = "{ \"allOf\": [\(next), \(next)] }"
      let plain = "{ \"type\": \"object\" }"
      let ring = "{ \"type\": \"object\", \"properties\": { \"a\": \(next) } }"
      let link = self == .deriveChain ? next : both
      return "\"S\(number)\": " + (self == .deriveRing ? ring : number == count - 1 ? plain : link)
    }.joined(separator: ",\n")
  }

  /// A recording of a browser that made `count` calls of the operation `op`, or one of each.
  private func archive(_ count: Int) -> String {
    let entries = (0..<count).map { number in
      let body = self == .replayStates ? "{\\\"s\\\":\\\"s\(number)\\\"}" : "{\\\"id\\\":\\\"number-\(number % 10)\\\"}"
      let path = self == .replayOperations ? "op\(number)" : "op"
      let second = String(1_000 + number / 1_000 % 60).suffix(2)
      let time = "2026-01-01T00:0\(number / 60_000):\(second).\(String(1_000 + number % 1_000).suffix(3))Z"
      return """
        {
          "startedDateTime": "\(time)", "time": 5,
          "request": {
            "method": "GET", "url": "http://127.0.0.1:8000/\(path)", "httpVersion": "HTTP/1.1", "headers": []
          },
          "response": {
            "status": 200, "statusText": "OK", "httpVersion": "HTTP/1.1",
            "headers": [{ "name": "Content-Type", "value": "application/json" }],
            "content": { "size": 9, "mimeType": "application/json", "text": "\(body)" }
          },
          "timings": { "send": 1, "wait": 3, "receive": 1 }
        }
        """
    }
    return """
      { "log": { "version": "1.2", "creator": { "name": "x", "version": "1" }, "entries": [
      \(entries.joined(separator: ",\n"))
      ] } }
      """
  }
}
