/// The scripts of Unicode (Scripts.txt) that the rules for host names and common patterns ask for.
enum UnicodeScripts {
  /// The scalars of a script, by its long or short name.
  static func set(_ name: String) -> ScalarSet? { table[name].map(ScalarSet.init) }

  private static let table: [String: [ClosedRange<UInt32>]] = {
    var table: [String: [ClosedRange<UInt32>]] = [:]
    for (names, ranges) in scripts { for name in names { table[name] = ranges } }
    return table
  }()

  private static let scripts: [([String], [ClosedRange<UInt32>])] = []
}
