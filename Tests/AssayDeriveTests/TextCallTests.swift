import Testing

@testable import AssayDerive

/// The calls of a line of text.
struct TextCallTests {
  @Test(arguments: [
    ("POST /scan", ["POST /scan"]), ("**Endpoint:** `POST /scan`", ["POST /scan"]), ("接口：POST /api/x", ["POST /api/x"]),
    ("`/upload` (POST)", ["POST /upload"]), ("GET/POST /a", ["GET /a", "POST /a"]),
    ("[DELETE] /a/{id}", ["DELETE /a/{id}"]),
    ("Fetches (GET /a) and posts (POST /b)", ["GET /a", "POST /b"]), ("GET greeting and more", []), ("see /docs", []),
    ("POST: http://h:1/a", ["POST /a"]), ("`PATCH` `jobs/{id}/name` renames", ["PATCH /jobs/{id}/name"]),
    ("GET api/jobs/status", ["GET /api/jobs/status"]), ("POST application/json", []), ("POST and/or PUT", []),
    ("send a POST and/or a PUT", []),
  ])
  func callsOfALine(_ line: String, _ calls: [String]) {
    #expect(TextCall.all(in: line).map { "\($0.method ?? "?") \($0.target.path)" } == calls)
  }
}
