import Testing

@testable import AssayDerive

/// The paths that texts of guides and code call.
struct CallTargetTests {
  @Test(arguments: [
    ("/jobs/{id}", "/jobs/{id}"), ("/jobs/:id", "/jobs/{id}"), ("/jobs/<job_id>", "/jobs/{job_id}"),
    ("/lots/$LOT_ID/photos", "/lots/{lot_id}/photos"), ("\\(baseURL)/result/\\(jobId)", "/result/{jobId}"),
    ("${API}/a/${encodeURIComponent(item.id)}", "/a/{item_id}"), ("http://localhost:8000/scan", "/scan"),
    ("https://h.example/v1/x?limit=20", "/v1/x"), ("/x.", "/x"), ("`/x`", "/x"), ("/a/[id]", "/a/{id}"),
    ("{{base}}/a", "/a"), ("BASE_URL/a", "/a"),
  ])
  func targetIsAPathWithItsParametersInBraces(_ text: String, _ path: String) {
    #expect(CallTarget(text)?.path == path)
  }

  @Test(arguments: [("/items/", "/items/"), ("/items", "/items"), ("`/items/`.", "/items/"), ("/", "/")])
  func aSlashAtTheEndIsKept(_ text: String, _ written: String) {
    #expect(CallTarget(text)?.written == written)
  }

  @Test(arguments: ["image/png", "ftp://x/y", "//x", "/a b", "a/b", "", "/*"])
  func whatIsNoTargetIsNone(_ text: String) {
    #expect(CallTarget(text) == nil)
  }

  @Test func onlyAHostThatIsTheReadersStandsForAnother() {
    let service = ServiceOrigin("https://api.shop.example")
    #expect(service.isOneService(with: ServiceOrigin("https://api.yourdomain.example")))
    #expect(!service.isOneService(with: ServiceOrigin("https://findyourapi.io")))
  }
}
