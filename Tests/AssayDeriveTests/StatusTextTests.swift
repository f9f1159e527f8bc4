import Testing

@testable import AssayDerive

/// The statuses that sentences name.
struct StatusTextTests {
  @Test(arguments: [
    ("The page size is limited to at most 500.", nil), ("Returns at most 500 jobs", nil), ("Responds with 404.", 404),
    ("204 No Content", 204), ("Deleted (204)", 204), ("It is 409 Conflict", 409), ("Status: 201", 201),
  ])
  func statusesThatSentencesTell(_ text: String, _ status: Int?) {
    #expect(StatusText.told(in: text) == status)
  }
}
