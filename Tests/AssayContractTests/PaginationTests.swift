import AssayContract
import AssayJSON
import Testing

@Suite struct PaginationTests {
  /// Where the request says which page is asked for, as a contract writes it, and the body or query of the second page.
  @Test(arguments: [
    (#"{ "body": "/page", "until": "$response.body#/last" }"#, #"{"size":2,"page":"$item"}"#, "", 2),
    (
      #"{ "body": "/at/page", "from": 0, "until": "$response.body#/last" }"#, #"{"size":2,"at":{"page":"$item"}}"#, "",
      1
    ),
    (#"{ "query": "page", "until": "$response.body#/last" }"#, "", "page", 2),
  ])
  func asksByNumber(pages: String, body: String, query: String, second: Int) throws {
    let text = """
      { "contract": "1", "service": "log", "title": "Log", "servers": { "api": { "url": "http://127.0.0.1:8000" } },
        "operations": { "search": { "request": { "method": "POST", "path": "/search" }, "responses": { "200": {} } } },
        "scenarios": { "all": { "steps": [
          { "operation": "search", "body": { "size": 2 }, "paginate": \(pages) } ] } } }
      """
    let contract = try ContractLoader.load(bytes: Array(text.utf8), file: "log.json")
    let step = try #require(contract.scenarios.first?.steps.first)
    let pagination = try #require(step.loop.pagination)
    let asking = pagination.asking(step)
    if !body.isEmpty { #expect(asking.call.body == (try JSONDocument(parsing: body).root)) }
    #expect(asking.call.query.map(\.name) == (query.isEmpty ? [] : [query]))
    #expect(pagination.following(in: Scope(), number: 1) == .integer(second))
  }

  /// A contract says one place and one way.
  @Test(arguments: [
    #"{ "body": "/page", "query": "page" }"#, #"{ "body": "/page", "link": "next" }"#, #"{ "from": 1 }"#,
  ])
  func refusesWhatSaysNothingOrTwo(pages: String) {
    let text = """
      { "contract": "1", "service": "log", "title": "Log", "servers": { "api": { "url": "http://127.0.0.1:8000" } },
        "operations": { "search": { "request": { "method": "POST", "path": "/search" }, "responses": { "200": {} } } },
        "scenarios": { "all": { "steps": [ { "operation": "search", "paginate": \(pages) } ] } } }
      """
    #expect(throws: ContractError.self) { try ContractLoader.load(bytes: Array(text.utf8), file: "log.json") }
  }
}
