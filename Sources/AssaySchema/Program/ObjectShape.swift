/// What `properties`, `required`, `patternProperties` and `additionalProperties` of one schema ask of an object.
struct ObjectShape {
  /// Schemas for members that are not named.
  static let allowed: Int32 = -1
  static let forbidden: Int32 = -2
  /// The schema of a slot whose name is required but has none: it counts as additional too.
  static let unnamed = UInt32.max

  var names: NameTable
  /// The bits of all required names.
  var required: UInt64
  /// The schema of members no name and no pattern fits, or one of the above.
  var additional: Int32
  /// The range of the program's pattern schemas.
  var patternStart: UInt32
  var patternCount: UInt32
}

/// A member's schema by a regular expression for its name.
struct PatternSchema {
  var regex: UInt32
  var node: UInt32
}
