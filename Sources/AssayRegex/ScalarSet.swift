import Synchronization

/// A set of Unicode scalar values as ordered ranges that do not touch.
package struct ScalarSet: Hashable, Sendable {
  private(set) var ranges: [ClosedRange<UInt32>]

  package init(_ ranges: [ClosedRange<UInt32>] = []) {
    self.ranges = []
    for range in ranges.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = self.ranges.last, range.lowerBound <= last.upperBound &+ 1 {
        self.ranges[self.ranges.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
      } else {
        self.ranges.append(range)
      }
    }
  }

  init(_ scalar: UInt32) { ranges = [scalar...scalar] }

  var inverted: ScalarSet {
    var gaps: [ClosedRange<UInt32>] = []
    var next: UInt32 = 0
    for range in ranges {
      if range.lowerBound > next { gaps.append(next...(range.lowerBound - 1)) }
      next = range.upperBound + 1
    }
    if next <= 0x10FFFF { gaps.append(next...0x10FFFF) }
    return ScalarSet(gaps)
  }

  /// Returns true if `scalar` is in the set.
  package func contains(_ scalar: UInt32) -> Bool {
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < scalar { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].lowerBound <= scalar
  }
}

extension ScalarSet {
  /// The set of `\d` (ECMA-262 section 22.2.2.9).
  static let digits = ScalarSet([0x30...0x39])
  /// The set of `\w`.
  package static let word = ScalarSet([0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A])
  /// The set of `\s`: WhiteSpace and LineTerminator (sections 12.2 and 12.3).
  static let space = ScalarSet([
    0x09...0x0D, 0x20...0x20, 0xA0...0xA0, 0x1680...0x1680, 0x2000...0x200A, 0x2028...0x2029, 0x202F...0x202F,
    0x205F...0x205F, 0x3000...0x3000, 0xFEFF...0xFEFF,
  ])
  /// The set of `.`: all scalars except line terminators.
  static let notLineTerminators = ScalarSet([0x0A...0x0A, 0x0D...0x0D, 0x2028...0x2029]).inverted
}

extension ScalarSet {
  /// Returns the characters of `\p{…}`, or with `isInverted` of `\P{…}`; `nil` if Assay has no data for the property.
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

  /// Returns all scalars for which `predicate` is true; unassigned planes are tested only once.
  package static func scalars(where predicate: (Unicode.Scalar) -> Bool) -> ScalarSet {
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

/// The contents of the braces of `\p{…}` (ECMA-262 section 22.2.1, UnicodePropertyValueExpression).
struct UnicodeProperty {
  let name: String
  let value: String?

  /// The properties that need a value, such as `Script=Greek`.
  enum Kind {
    case category, script, scriptExtensions
  }

  var kind: Kind? {
    switch name {
    case "General_Category", "gc": .category
    case "Script", "sc": .script
    case "Script_Extensions", "scx": .scriptExtensions
    default: nil
    }
  }

  /// True if Unicode defines the property and its value, even if Assay has no data about its characters.
  var isKnown: Bool {
    guard let value else {
      return GeneralCategoryNames.categories(name) != nil || BinaryPropertyNames.isKnown(name)
    }
    return switch kind {
    case .category: GeneralCategoryNames.categories(value) != nil
    case .script, .scriptExtensions: UnicodeScriptNames.all.contains(value)
    case nil: false
    }
  }
}

extension UnicodeProperty: CustomStringConvertible {
  var description: String { value.map { "\(name)=\($0)" } ?? name }
}
