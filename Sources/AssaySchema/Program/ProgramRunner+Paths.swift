import AssayJSON

extension ProgramRunner {
  /// The value a path leads to from an item, or `nil` where there is none.
  @inline(__always)
  func value(of item: TapePlace, at path: MemberPath) -> TapePlace? {
    var place = item
    for step in 0..<path.nameCount {
      guard let next = member(of: place, tables.names + (path.firstName &+ step)) else { return nil }
      place = next
    }
    return place
  }

  /// The value of a member, of the last one where the name is repeated.
  private func member(of object: TapePlace, _ name: UnsafePointer<NameTable>) -> TapePlace? {
    guard object.pointee.kind == .object else { return nil }
    let end = tape + Int(object.pointee.next)
    var key = object + 1
    var found: TapePlace?
    while key < end {
      let value = key + 1
      if isOneOf(key, name) { found = value }
      key = tape + Int(value.pointee.next)
    }
    return found
  }
}
