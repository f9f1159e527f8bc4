package import AssayJSON

/// A problem told to a client as JSON (RFC 9457).
package struct Problem: Hashable, Sendable {
  package var status: Int
  /// The same for every problem of its kind.
  package var title: String
  /// What is wrong with this request, and what would be right.
  package var detail: String
  /// Each mistake in a sentence, where there are several.
  package var errors: [String]

  package init(status: Int, title: String, detail: String, errors: [String] = []) {
    self.status = status
    self.title = title
    self.detail = detail
    self.errors = errors
  }

  /// The media type of section 3.
  package static let mediaType = "application/problem+json"

  /// The problem's members, `errors` as an extension (section 3.2).
  package var json: JSONValue {
    .building { writer in
      writer.beginObject()
      writer.key("title")
      writer.string(title)
      writer.key("status")
      writer.integer(status)
      writer.key("detail")
      writer.string(detail)
      if !errors.isEmpty {
        writer.key("errors")
        writer.beginArray()
        for error in errors { writer.string(error) }
        writer.endArray()
      }
      writer.endObject()
    }
  }
}
