/// The settings by which the items of an array are compared: the form of the values, the direction, and the position of
/// `null`.
struct ItemOrder: Sendable {
  /// The ways in which values are compared.
  enum Form: String {
    /// Numbers by value, strings by code point.
    case plain
    /// Strings as points in time (RFC 3339 section 5.6), regardless of their offsets.
    case dateTime = "date-time"
    /// Strings by code point after conversion to lower case.
    case caseless
    /// Numbers, and strings that contain a number.
    case number
  }

  /// The position of items whose value is missing or `null`.
  enum Nulls: String {
    case first, last
    /// Such items are a fault.
    case refused
  }

  /// The reason why an item cannot be ordered.
  enum Misfit {
    case missing, null
    /// A string among numbers, or a number among strings.
    case otherKind
    /// A value that does not have the required form, for example text that is not a date-time.
    case malformed
  }

  var isDescending = false
  var form = Form.plain
  var nulls = Nulls.refused
}
