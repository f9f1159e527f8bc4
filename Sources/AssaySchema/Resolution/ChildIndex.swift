import AssayJSON

/// Where the children of one large value are, by their tokens: many references into it would be quadratic else.
struct ChildIndex: Sendable {
  /// Smaller values are searched as fast.
  static let leastCount = 32

  /// By bytes, since two names are the same only byte by byte (RFC 6901 section 4).
  private var indexes: [[UInt8]: Int] = [:]

  init(_ value: JSONValue) {
    indexes.reserveCapacity(value.count)
    for member in value.members { indexes[Array(member.key.utf8)] = member.value.index }
    for (position, item) in value.items.enumerated() { indexes[Array(String(position).utf8)] = item.index }
  }

  /// The index on the tape of the child `token` names; of members with one name the last.
  func index(of token: String) -> Int? { indexes[Array(token.utf8)] }
}
