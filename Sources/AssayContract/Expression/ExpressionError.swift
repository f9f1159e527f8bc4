/// Why a rule or an order cannot be read, and where that shows.
package struct ExpressionError: Error, Hashable, Sendable {
  /// What is wrong, as a sentence without a full stop.
  package var message: String
  /// The column in the expression's own text, from 1, in Unicode scalars.
  package var column: Int
  /// How to mend it; empty where the message says enough.
  package var help: String

  package init(message: String, column: Int, help: String = "") {
    self.message = message
    self.column = column
    self.help = help
  }
}

extension ExpressionError: CustomStringConvertible {
  /// The message with its column, and the help behind it.
  package var description: String { "column \(column): \(message)" + (help.isEmpty ? "" : "; \(help)") }
}
