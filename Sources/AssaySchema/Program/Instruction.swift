/// One small step of a program, 16 bytes.
struct Instruction {
  enum Operation: UInt8 {
    /// The members of an object by the shape `a`.
    case object
    /// The value of every member by the schema `a`, whatever the names.
    case values
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
    /// Compares a number without fraction and exponent with the range `a`.
    case integerRange
    /// The number is whole; where `a` is 1, written without a point too.
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
    /// The steps after this one, whose answer is worth remembering: many paths lead here.
    case shared
    /// The schema `a` holds for a number of items within the limits from `b` of the list.
    case contains
    /// The schema `a` holds for every name.
    case names
    /// The schema `a` holds for what no keyword of the schema `b` but `unevaluated…` looks at.
    case unevaluated
    /// The number is a multiple of the bound `a`.
    case multiple
    /// The items are sorted by the keys `a`.
    case sorted
    /// The items all differ in the keys `a`.
    case unique
    /// No value passes.
    case fail
  }

  /// No schema, in a list of branches or dependencies.
  static let noSchema = UInt32.max

  var operation: Operation
  /// True if a value that passes this instruction has passed all steps.
  var isLast = false
  var a: UInt32 = 0
  var b: UInt64 = 0
}

/// For each kind of value, by its code, where a schema's steps for it start; `nil` where every value of it passes.
typealias EntryPoints = UnsafePointer<UnsafePointer<Instruction>?>
