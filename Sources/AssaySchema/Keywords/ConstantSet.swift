import AssayJSON

/// A list of allowed values, found by their hash where they are many.
struct ConstantSet: Sendable {
  let list: [JSONValue]
  private let set: Set<JSONValue>

  private static let fewValues = 8

  init(_ list: [JSONValue]) {
    self.list = list
    set = list.count > Self.fewValues ? Set(list) : []
  }

  func contains(_ value: JSONValue) -> Bool { set.isEmpty ? list.contains(value) : set.contains(value) }
}
