import Synchronization

extension ScalarSet {
  /// The characters of `\p{…}`, or with `isInverted` of `\P{…}`; `nil` where Assay carries no data for the property.
  static func of(_ property: UnicodeProperty, isInverted: Bool) -> ScalarSet? {
    let key = (isInverted ? "P" : "p") + property.description
    if let known = cache.withLock({ $0[key] }) { return known }
    guard let set = resolve(property).map({ isInverted ? $0.inverted : $0 }) else { return nil }
    cache.withLock { $0[key] = set }
    return set
  }

  private static let cache = Mutex<[String: ScalarSet]>([:])

  private static func resolve(_ property: UnicodeProperty) -> ScalarSet? {
    guard let value = property.value else { return category(property.name) ?? binary(property.name) }
    return switch property.kind {
    case .category: category(value)
    case .script: UnicodeScripts.set(value)
    case .scriptExtensions, nil: nil
    }
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
    if let set = BinaryPropertyNames.sets[name] { return set }
    guard let property = BinaryPropertyNames.table[name] else { return nil }
    return scalars { property($0.properties) }
  }
}
