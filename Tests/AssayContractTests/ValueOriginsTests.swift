import AssayContract
import Testing

/// The places in an answer that the value of an expression comes from, and those it is computed from.
struct ValueOriginsTests {
  private static func places(_ text: String) throws -> (values: [String], used: [String], counted: [String]) {
    var origins = ValueOrigins<Reference.Subject> { reference in
      reference.subject == .exchange(.responseBody) ? [.init(reference.subject)] : []
    }
    let values = origins.places(of: try Expression(parsing: text).root)
    func shown(_ places: [ValueOrigins<Reference.Subject>.Place]) -> [String] {
      places.map { $0.tokens.map { "/\($0)" }.joined() }
    }
    return (shown(values), shown(origins.used), shown(origins.counted))
  }

  @Test(arguments: [
    ("$response.body#/id", ["/id"], []),
    ("map($response.body#/list, $item#/id)", ["/list/*/id"], []),
    ("find($response.body#/list, $item#/state == 'done')", ["/list/*"], ["/list/*/state"]),
    ("filter($response.body#/list, one, $one#/state == 'done')", ["/list"], ["/list/*/state"]),
    ("first($response.body#/list)", ["/list/*"], []),
    ("default($response.body#/a, $response.body#/b)", ["/a", "/b"], []),
    ("if($response.body#/a == 1, $response.body#/b, $response.body#/c)", ["/b", "/c"], ["/a"]),
    ("$response.body#/a + 1", [], ["/a"]),
    ("map($response.body#/list, map($item#/inner, $item#/id))", ["/list/*/inner/*/id"], []),
  ])
  func reads(_ text: String, _ values: [String], _ used: [String]) throws {
    let places = try Self.places(text)
    #expect(places.values == values)
    #expect(places.used == used)
    #expect(places.counted == [])
  }

  /// Of some values only the number of items matters, or that there is one.
  @Test(arguments: ["length($response.body#/list)", "count($response.body#/list)", "exists($response.body#/list)"])
  func counts(_ text: String) throws {
    let places = try Self.places(text)
    #expect(places.values == [] && places.used == [] && places.counted == ["/list"])
  }
}
