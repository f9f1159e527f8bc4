/// One small step of a program, 16 bytes.
struct Instruction {
  enum Operation: UInt8 {
    /// All steps passed.
    case end
    /// The members of an object by the shape `a`.
    case object
    /// Every item from position `b` on by the schema `a`.
    case items
    /// The items by position, the schemas standing in the list from `a`, `b` of them.
    case prefix
    /// At least, at most `b` items or members.
    case minimumCount, maximumCount
    /// At least, at most `b` characters.
    case minimumLength, maximumLength
    /// Compares with the bound `a`.
    case bound
    /// The number is whole.
    case integer
    /// The string is one of the table `a`.
    case string
    /// The value is one of the constants `a`.
    case constant
    /// The string matches the regular expression `a`.
    case pattern
    /// The string is of the format with the raw value `a`.
    case format
    /// Any, exactly one, of the schemas in the list from `a`, `b` of them.
    case anyOf, oneOf
    /// The schema `a` does not hold.
    case not
    /// The schema `a`, then or else those in the list from `b`.
    case condition
    /// The schema `a` holds.
    case call
    /// The schema `a` holds for a number of items within the limits from `b` of the list.
    case contains
    /// The schema `a` holds for every name.
    case names
    /// The number is a multiple of the bound `a`. Skips the next step, which stands in where this one cannot tell.
    case multiple
    /// The items are sorted by the order `a`. Skips the next step, which stands in where this one cannot tell.
    case sorted
    /// The keyword `b` of schema `a`, by the explaining walk.
    case keyword
    /// All of the schema `a`, by the explaining walk.
    case walk
  }

  /// No schema, in the list of a condition's branches.
  static let noBranch = UInt32.max

  var operation: Operation
  var a: UInt32 = 0
  var b: UInt64 = 0
}

/// Where a schema's program starts for values of one kind.
enum EntryPoint {
  /// No value of the kind holds.
  static let fail: Int32 = -1
  /// Every value of the kind holds.
  static let pass: Int32 = 0
}
