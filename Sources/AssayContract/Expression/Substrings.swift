/// Finds one text in another in linear time, whatever the two are (Knuth, Morris and Pratt).
enum Substrings {
  /// Whether `part` stands anywhere in `whole`.
  static func contains(_ part: [UInt8], in whole: [UInt8]) -> Bool {
    guard !part.isEmpty else { return true }
    // At each byte of the part: the length of the longest proper prefix that ends there too.
    var borders = [0]
    var matched = 0
    for byte in part.dropFirst() {
      while matched > 0, byte != part[matched] { matched = borders[matched - 1] }
      if byte == part[matched] { matched += 1 }
      borders.append(matched)
    }
    matched = 0
    for byte in whole {
      while matched > 0, byte != part[matched] { matched = borders[matched - 1] }
      if byte == part[matched] { matched += 1 }
      if matched == part.count { return true }
    }
    return false
  }
}
