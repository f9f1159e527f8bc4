/// The comparison of the values that items are sorted by.
struct ItemOrder: Sendable {
  /// The forms in which values are compared.
  enum Form: String {
    /// Numbers by value, strings by code point.
    case plain
    /// Strings by the moments they spell (RFC 3339 section 5.6), whatever their offsets.
    case dateTime = "date-time"
    /// Strings by code point once in lower case.
    case caseless
    /// Numbers, and strings that spell one.
    case number
  }

  /// The place of items that have no value, or `null`.
  enum Nulls: String {
    case first, last
    /// They have no place, which is a fault.
    case refused
  }

  /// Why an item has no place in the order.
  enum Misfit {
    case missing, null
    /// A string among numbers, or a number among strings.
    case otherKind
    /// Nothing that values of its form are.
    case malformed
  }

  var isDescending = false
  var form = Form.plain
  var nulls = Nulls.refused
}
