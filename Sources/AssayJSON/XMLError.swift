/// The reason why a text is not XML that Assay reads, and the offset of the fault.
package struct XMLError: Error, Equatable, Sendable {
  /// One sentence without the position.
  package var reason: String
  /// The offset of the fault, from 0; the text's length if the text ends too early.
  package var offset: Int

  package init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}
