/// An order of an array's items by one key.
struct SortOrder {
  /// The tables of the names on the way from an item to its key, one name each.
  var firstName: Int
  var nameCount: Int
  var isDescending: Bool
}
