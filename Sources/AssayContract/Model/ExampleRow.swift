package import AssayJSON

/// A row with which a scenario is run; its values are read as `$row.NAME`.
package struct ExampleRow: Sendable {
  /// The name of the row in its checks: its own `name`, or its number from 1.
  package var name: String
  /// The row's values, as an object.
  package var value: JSONValue

  /// The maximum number of rows in a scenario.
  static let most = 10_000
}

extension Scenario {
  /// Returns the name with which the scenario's checks begin if it is run with `row`.
  package func name(with row: ExampleRow?) -> String { row.map { "\(name)[\($0.name)]" } ?? name }

  /// The names with which the scenario's checks begin: its own, or one for each row.
  package var runNames: [String] { rows.isEmpty ? [name] : rows.map { name(with: $0) } }
}
