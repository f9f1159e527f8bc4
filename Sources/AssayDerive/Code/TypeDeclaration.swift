/// A model of a client or a server: a Swift struct, a TypeScript interface, a Kotlin data class, a Python class.
struct TypeDeclaration: Sendable {
  struct Field: Sendable {
    /// The name on the wire.
    var name: String
    var type: TypeExpression
    var isOptional: Bool
    var line: Int
    var comment = ""
  }

  var name: String
  var fields: [Field] = []
  /// The raw values of an enumeration of strings.
  var values: [String] = []
  var parents: [String] = []
  var document: String
  var lines: ClosedRange<Int>
  /// Whether a client only sends it: `Encodable`.
  var isSentOnly = false
}
