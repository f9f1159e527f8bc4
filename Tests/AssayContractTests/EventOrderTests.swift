import AssayContract
import AssayJSON
import Foundation
import TestKit
import Testing

/// Each file of `fixtures/orders` is an order, and streams that keep it, end too early, or go wrong at their last event.
struct EventOrderTests {
  static let folder = Repository.fixtures.appending(path: "orders")
  static var files: [String] {
    get throws { try Fixtures.files("orders", suffix: "").filter { $0 != "errors.json" } }
  }

  @Test(arguments: try files)
  func judges(_ file: String) throws {
    let fixture = try Self.fixture(file)
    let order = try EventOrder(parsing: try #require(fixture["order"]?.string))
    #expect(order.names == Self.strings(fixture["names"]))
    for stream in fixture["complete"]?.items.map({ Self.strings($0) }) ?? [] {
      let end = try #require(Self.state(after: stream[...], in: order), "\(stream)")
      #expect(order.isAccepting(end), "\(stream)")
      #expect(order.missingAtEnd(from: end) == [])
    }
    for stream in fixture["incomplete"]?.items.map({ $0 }) ?? [] {
      let end = try #require(Self.state(after: Self.strings(stream["events"])[...], in: order))
      #expect(!order.isAccepting(end))
      #expect(order.missingAtEnd(from: end) == Self.strings(stream["missing"]))
    }
    for stream in fixture["wrong"]?.items.map({ $0 }) ?? [] {
      let events = Self.strings(stream["events"])
      let before = try #require(Self.state(after: events.dropLast(), in: order))
      let name = try #require(events.last)
      let missing = stream["missing"].flatMap { $0.isNull ? nil : Self.strings($0) }
      #expect(order.next(before, name) == nil, "\(events)")
      #expect(order.allowed(in: before) == Self.strings(stream["allowed"]), "\(events)")
      #expect(order.missing(before: name, from: before) == missing, "\(events)")
    }
  }

  @Test func refuses() throws {
    for example in try Self.fixture("errors.json")["errors"]?.items.map({ $0 }) ?? [] {
      let text = example["order"]?.string ?? ""
      var said = "accepted"
      do { _ = try EventOrder(parsing: text) } catch { said = error.description }
      #expect(said == example["error"]?.string, "\(text)")
    }
  }

  private static func fixture(_ file: String) throws -> JSONValue {
    try JSONDocument(parsing: try Repository.bytes(folder.appending(path: file))).root
  }

  private static func strings(_ value: JSONValue?) -> [String] { value?.items.compactMap(\.string) ?? [] }

  private static func state(
    after events: ArraySlice<String>,
    in order: EventOrder
  ) -> EventOrder.State? {
    events.reduce(order.start) { state, name in state.flatMap { order.next($0, name) } }
  }
}
