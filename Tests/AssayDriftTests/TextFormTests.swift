import Testing

@testable import AssayDrift

/// The forms of texts, by which received values are compared with a guide's examples.
struct TextFormTests {
  @Test(arguments: [
    // Example, received.
    ("/result/550e8400-e29b-41d4-a716-446655440000", "http://127.0.0.1/result/550e8400-e29b-41d4-a716-446655440000"),
    ("/photos/7", "/v2/photos/7"), ("/photos/7", "/photos/first"), ("/thumbs/abc123.jpg", "/thumbs/abc123"),
    ("photo-a1b2c3d4.jpg", "a1b2c3d4.jpg"), ("photo-a1b2c3d4.jpg", "a1b2c3d4-photo.jpg"),
    ("2026-11-01T08:00:00Z", "2026-11-01 08:00"), ("2026-11-01T08:00:00Z", "2026-11-01T08:00:00"), ("2.5", ""),
    ("https://a.test/x", "none"),
  ])
  func differ(_ pair: (example: String, received: String)) {
    #expect(!TextForm(of: pair.received).isLike(TextForm(of: pair.example), isCut: TextForm.isCut(pair.example)))
  }

  @Test(arguments: [
    ("/result/abc123-def456", "/result/550e8400-e29b-41d4-a716-446655440000"), ("/result/{id}", "/result/7"),
    ("/result/JOB_ID", "/result/7"), ("http://10.0.0.227:5005/a/b1", "https://api.test/a/c2?x=1"),
    ("http://api.test/…", "http://api.test/a/b/c"), ("photo-a1b2c3d4.jpg", "serial-9f8e7d6c.png"),
    ("photo-a1b2c3d4.jpg", "photo-550e8400-e29b-41d4-a716-446655440000.jpg"), ("IMG_1234.jpg", "holiday.jpg"),
    ("IMG_1234.jpg", "An evening in Rome.jpg"), ("2026-11-01T08:00:00Z", "2026-11-02T09:00:00.123+01:00"),
  ])
  func areAlike(_ pair: (example: String, received: String)) {
    #expect(TextForm(of: pair.received).isLike(TextForm(of: pair.example), isCut: TextForm.isCut(pair.example)))
  }
}
