package import AssayJSON

/// The most recently captured outputs, by name.
///
/// The outputs written since they were filed are kept apart from the others, so that the copy of each step adds its own
/// without copying those before it.
package struct LastOutputs: Sendable {
  private var filed: [String: JSONValue]
  /// Those written since; `nil` for one that is there no longer.
  private var written: [String: JSONValue?] = [:]

  package init(_ values: [String: JSONValue] = [:]) { filed = values }

  package subscript(name: String) -> JSONValue? {
    get { if let value = written[name] { value } else { filed[name] } }
    set { written.updateValue(newValue, forKey: name) }
  }

  /// Puts what was written next to the others, while they are held once.
  package mutating func file() {
    for (name, value) in written { filed[name] = value }
    written = [:]
  }
}
