import Synchronization

extension ScalarSet {
  /// The set `\p{name}` or `\p{name=value}` means (ECMA-262 section 22.2.1), or `nil` where it is not known.
  static func property(_ name: String, value: String?) -> ScalarSet? {
    let key = value.map { "\(name)=\($0)" } ?? name
    if let known = cache.withLock({ $0[key] }) { return known }
    guard let set = resolve(name, value) else { return nil }
    cache.withLock { $0[key] = set }
    return set
  }

  private static let cache = Mutex<[String: ScalarSet]>([:])

  private static func resolve(_ name: String, _ value: String?) -> ScalarSet? {
    if let value {
      switch name {
      case "General_Category", "gc": return category(value)
      case "Script", "sc", "Script_Extensions", "scx": return UnicodeScripts.set(value)
      default: return nil
      }
    }
    return category(name) ?? binary(name)
  }

  private static func category(_ name: String) -> ScalarSet? {
    guard let categories = GeneralCategoryNames.categories(name) else { return nil }
    return scalars { categories.contains($0.properties.generalCategory) }
  }

  /// All scalars `predicate` holds for; the planes nothing is assigned in are asked about once.
  static func scalars(where predicate: (Unicode.Scalar) -> Bool) -> ScalarSet {
    var ranges: [ClosedRange<UInt32>] = []
    func scan(_ values: ClosedRange<UInt32>) {
      var start: UInt32?
      for value in values {
        let holds = Unicode.Scalar(value).map(predicate) ?? false
        if holds, start == nil { start = value }
        if !holds, let first = start {
          ranges.append(first...(value - 1))
          start = nil
        }
      }
      if let start { ranges.append(start...values.upperBound) }
    }
    scan(0...0x3FFFF)
    for plane in UInt32(4)...16 {
      let first = plane << 16
      if plane == 14 {
        scan(first...(first | 0xFFFF))
      } else {
        if Unicode.Scalar(first).map(predicate) == true { ranges.append(first...(first | 0xFFFD)) }
        scan((first | 0xFFFE)...(first | 0xFFFF))
      }
    }
    return ScalarSet(ranges)
  }

  private static func binary(_ name: String) -> ScalarSet? {
    if name == "Any" { return ScalarSet([0...0x10FFFF]) }
    if name == "ASCII" { return ScalarSet([0...0x7F]) }
    if name == "Assigned" { return scalars { $0.properties.generalCategory != .unassigned } }
    guard let property = BinaryPropertyNames.table[name] else { return nil }
    return scalars { property($0.properties) }
  }
}
