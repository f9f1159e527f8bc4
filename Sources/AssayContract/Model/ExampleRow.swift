package import AssayJSON

/// One of the values a scenario is run with, read as `$row.NAME`.
package struct ExampleRow: Sendable {
  /// The name used for its checks: its own `name`, or its number from 1.
  package var name: String
  /// An object.
  package var value: JSONValue

  /// The most rows a scenario may have.
  static let most = 10_000
}

extension Scenario {
  /// The name its checks begin with when it is run with `row`.
  package func name(with row: ExampleRow?) -> String { row.map { "\(name)[\($0.name)]" } ?? name }

  /// The names its checks begin with: its own, or one for each row.
  package var runNames: [String] { rows.isEmpty ? [name] : rows.map { name(with: $0) } }
}
