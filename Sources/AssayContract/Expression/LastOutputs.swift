package import AssayJSON

/// The most recently captured outputs, by name.
///
/// Outputs written since the last call of ``file()`` are kept apart, so that each step's copy adds its own outputs
/// without copying the earlier ones.
package struct LastOutputs: Sendable {
  private var filed: [String: JSONValue]
  /// The outputs written since the last call of ``file()``; `nil` for a removed one.
  private var written: [String: JSONValue?] = [:]

  package init(_ values: [String: JSONValue] = [:]) { filed = values }

  package subscript(name: String) -> JSONValue? {
    get { if let value = written[name] { value } else { filed[name] } }
    set { written.updateValue(newValue, forKey: name) }
  }

  /// Merges the outputs written since the last call into the others, while no copy shares them.
  package mutating func file() {
    for (name, value) in written { filed[name] = value }
    written = [:]
  }
}
