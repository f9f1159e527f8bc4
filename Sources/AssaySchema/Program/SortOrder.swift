/// The way from an item to a value inside it: tables of one name each.
struct MemberPath {
  var firstName: Int
  var nameCount: Int
}

/// One key of an order.
struct SortKey {
  var path: MemberPath
  var isDescending: Bool
}

/// An order of an array's items: by the first key, where that is equal by the next.
struct SortOrder {
  var firstKey: Int
  var keyCount: Int
}
