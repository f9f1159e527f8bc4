package import AssayJSON

/// Why a text is not a HAR (http://www.softwareishard.com/blog/har-12-spec/), and where that shows.
package struct HARError: Error, Hashable, Sendable {
  /// What is wrong, in one sentence.
  package var message: String
  package var location: JSONLocation

  package init(_ message: String, at location: JSONLocation) {
    self.message = message
    self.location = location
  }
}

extension HARError: CustomStringConvertible {
  package var description: String { "line \(location.line), column \(location.column): \(message)" }
}
