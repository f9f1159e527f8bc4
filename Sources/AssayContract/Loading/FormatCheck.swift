import AssayJSON
import AssaySchema

/// Holds a contract against the format's own JSON Schema and says in the contract's words what does not fit.
enum FormatCheck {
  static func check(_ document: JSONDocument, log: inout DiagnosticLog) {
  }
}
