/// An instruction of a compiled schema, 16 bytes.
struct Instruction {
  enum Operation: UInt8 {
    /// The members of the object match the shape `a`.
    case object
    /// The values of all members match the schema `a`.
    case values
    /// All items from position `b` match the schema `a`.
    case items
    /// The first items match, by position, the `b` schemas in the list that starts at `a`.
    case prefix
    /// The array or object has at least (`minimumCount`) or at most (`maximumCount`) `b` items or members.
    case minimumCount, maximumCount
    /// The string has at least (`minimumLength`) or at most (`maximumLength`) `b` characters.
    case minimumLength, maximumLength
    /// The number is within the bound `a`.
    case bound
    /// The number, if written without fraction and exponent, is within the range `a`.
    case integerRange
    /// The number is an integer; if `a` is 1, it is also written without a decimal point.
    case integer
    /// The string is one of those in the name table `a`.
    case string
    /// The value is one of the constants `a`.
    case constant
    /// The string matches the regular expression `a`.
    case pattern
    /// The string is of the format with the raw value `a`.
    case format
    /// At least one (`anyOf`) or exactly one (`oneOf`) of the `b` schemas in the list that starts at `a` matches.
    case anyOf, oneOf
    /// At least one or exactly one of some schemas matches, as the choice `a` tells by a member of the object.
    case anyOfChosen, oneOfChosen
    /// The value does not match the schema `a`.
    case not
    /// If the value matches the schema `a`, it must match the first of the two schemas in the list from `b`, otherwise
    /// the second.
    case condition
    /// The value matches the schema `a`.
    case call
    /// The value passes the instructions after this one. Their result is remembered, since many paths lead to this
    /// schema.
    case shared
    /// The number of items that match the schema `a` is within the two limits at `b` of the list.
    case contains
    /// All member names match the schema `a`.
    case names
    /// The members or items that no keyword of a schema evaluates, except `unevaluated…`, match the schema `a`. The list
    /// from `b` has the schema, and the object shape that holds if all others are evaluated whatever the value is.
    case unevaluated
    /// The number is a multiple of the number `a` in the table of bounds.
    case multiple
    /// The items are sorted by the keys `a`.
    case sorted
    /// No two items have the same values at the keys `a`.
    case unique
    /// No value passes.
    case fail
  }

  /// The value that stands for "no schema" in a list of branches or dependencies.
  static let noSchema = UInt32.max

  var operation: Operation
  /// True if this is the last instruction of its schema or keyword.
  var isLast = false
  var a: UInt32 = 0
  var b: UInt64 = 0
}

/// The first instruction of a schema for each kind of value, indexed by the kind's code; `nil` if every value of that
/// kind is valid.
typealias EntryPoints = UnsafePointer<UnsafePointer<Instruction>?>
