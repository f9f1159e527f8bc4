import AssayContract
import AssayDrift
import AssayHTTP
import AssayJSON
import AssayObservation
import Foundation
import TestKit
import Testing

/// What is remembered of a backend is bounded by the contract, not by what the backend sends.
struct ObservedShapeTests {
  private let contract: Contract

  init() throws {
    contract = try Repository.contract(DriftFixture.folder.appending(path: "every-kind/contract.json"))
  }

  private func observed(_ bodies: [String], operation: String = "search") -> ObservedBackend {
    var observed = ObservedBackend(contract: contract)
    for body in bodies {
      let head = HTTPResponseHead(status: 200, headers: [HTTPHeader("Content-Type", "application/json")])
      let exchange = Exchange(
        request: HTTPRequest(method: "GET", url: "http://127.0.0.1/"),
        response: HTTPResponse(head: head, body: Array(body.utf8)),
        end: TransferEnd(.complete)
      )
      observed.add(Observation(check: "all/search", operation: operation, server: "api", content: .exchange(exchange)))
    }
    return observed
  }

  private func shape(_ observed: ObservedBackend) throws -> ObservedShape {
    try #require(observed.operations["search"]?.bodies.values.first)
  }

  @Test func undocumentedNamesAreCounted() throws {
    let names = (0..<5000).map { #""n\#($0)":1"# }.joined(separator: ",")
    let shape = try shape(observed(["{\(names)}"]))
    #expect(shape.members.count < 100)
  }

  @Test func mapsAreOnePlace() throws {
    let names = (0..<5000).map { #""n\#($0)":\#($0)"# }.joined(separator: ",")
    let scores = try #require(try shape(observed([#"{"scores":{\#(names)}}"#])).members["scores"])
    #expect(scores.members.count == 1)
    #expect(scores.members[ObservedShape.anyName]?.count == 5000)
  }

  @Test func itemsAreOnePlace() throws {
    let items = (0..<5000).map { #"{"id":"\#($0)"}"# }.joined(separator: ",")
    let results = try #require(try shape(observed([#"{"results":[\#(items)]}"#])).members["results"])
    #expect(results.items?.count == 5000)
    #expect((results.items?.members["id"]?.examples().count ?? 0) <= 3)
  }

  /// A schema that holds itself is followed no deeper than values are sensibly nested.
  @Test func depthIsBounded() throws {
    let deep = String(repeating: #"{"child":"#, count: 400) + "{}" + String(repeating: "}", count: 400)
    var shape: ObservedShape? = try shape(observed([#"{"tree":\#(deep)}"#])).members["tree"]
    var depth = 0
    while let next = shape?.members["child"] {
      shape = next
      depth += 1
    }
    #expect(depth > 10 && depth < 100)
  }

  /// Alternatives that lead to one another are no more with each level of the value.
  @Test(.timeLimit(.minutes(1))) func alternativesDoNotDouble() throws {
    let deep = String(repeating: #"{"next":"#, count: 60) + "{}" + String(repeating: "}", count: 60)
    let shape = try shape(observed([#"{"knot":\#(deep)}"#]))
    #expect(shape.members["knot"]?.members["next"]?.count == 1)
  }

  @Test func valuesAreCut() throws {
    let long = String(repeating: "x", count: 100_000)
    let shape = try shape(observed([#"{"extra":"\#(long)"}"#]))
    #expect((shape.members["extra"]?.examples().first?.count ?? 0) <= 60)
  }

  @Test func leastTextsAreTheSameInAnyOrder() {
    var texts = (0..<50).map { String($0 * 7919 % 1000) }
    var first = LeastTexts(limit: 4)
    for text in texts { first.insert(text) }
    texts.reverse()
    var second = LeastTexts(limit: 4)
    for text in texts + texts { second.insert(text) }
    #expect(first == second)
    #expect(first.texts.count == 4 && first.texts == first.texts.sorted())
  }
}
