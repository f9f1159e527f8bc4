package import AssayJSON

/// A value of a HAR file with its path, for error messages.
struct HARNode {
  let value: JSONValue
  /// The path to the value: `log.entries[3].request`.
  let name: String

  /// Returns the member `key`; `nil` if it is missing or `null`, as some writers write it.
  func member(_ key: String) -> HARNode? {
    guard let value = value[key], !value.isNull else { return nil }
    return HARNode(value: value, name: "\(name).\(key)")
  }

  func error(_ message: String) -> HARError { HARError("\(name) \(message)", at: value.location) }

  private func missing(_ key: String) -> HARError { error("has no member `\(key)`") }

  private func expected(_ what: String) -> HARError { error("is \(value.kind.article), not \(what)") }

  // MARK: Objects and arrays

  func object(_ key: String) throws(HARError) -> HARNode {
    guard let node = try optionalObject(key) else { throw missing(key) }
    return node
  }

  func optionalObject(_ key: String) throws(HARError) -> HARNode? {
    guard let node = member(key) else { return nil }
    guard node.value.kind == .object else { throw node.expected("an object") }
    return node
  }

  /// Returns the items of the array `key`, which must be objects; none if the array is missing.
  func objects(_ key: String) throws(HARError) -> [HARNode] {
    guard let array = member(key) else { return [] }
    guard array.value.kind == .array else { throw array.expected("an array") }
    var nodes: [HARNode] = []
    for item in array.value.items {
      let node = HARNode(value: item, name: "\(array.name)[\(nodes.count)]")
      guard item.kind == .object else { throw node.expected("an object") }
      nodes.append(node)
    }
    return nodes
  }

  // MARK: Texts, numbers, times

  func text(_ key: String) throws(HARError) -> String {
    guard let text = try optionalText(key) else { throw missing(key) }
    return text
  }

  func optionalText(_ key: String) throws(HARError) -> String? {
    guard let node = member(key) else { return nil }
    guard let text = node.value.string else { throw node.expected("a string") }
    return text
  }

  func integer(_ key: String) throws(HARError) -> Int {
    guard let node = member(key) else { throw missing(key) }
    guard let number = node.value.int else { throw node.expected("an integer") }
    return number
  }

  func isTrue(_ key: String) -> Bool { member(key)?.value.bool ?? false }

  /// Returns the member `key`, a time in microseconds; throws if it is missing or not a time.
  func time(_ key: String) throws(HARError) -> Duration {
    guard let time = try optionalTime(key) else { throw missing(key) }
    return time
  }

  func optionalTime(_ key: String) throws(HARError) -> Duration? {
    guard let node = member(key) else { return nil }
    guard let number = node.value.number, let time = DecimalDuration.duration(number, in: .microseconds) else {
      throw node.expected("a time in microseconds")
    }
    return time
  }

  /// Returns the member `key`, a time in milliseconds; `nil` for -1, which means unknown, and for any value that is not
  /// a time.
  func milliseconds(_ key: String) -> Duration? {
    member(key)?.value.number.flatMap { DecimalDuration.duration($0, in: .milliseconds) }
  }
}

extension JSONKind {
  fileprivate var article: String {
    switch self {
    case .object: "an object"
    case .array: "an array"
    case .string: "a string"
    case .number: "a number"
    case .true, .false: "a boolean"
    case .null: "null"
    }
  }
}

/// The error for a text that is not a HAR file (http://www.softwareishard.com/blog/har-12-spec/), with its place.
package struct HARError: Error, Hashable, Sendable {
  /// A description of the problem, in one sentence.
  package var message: String
  package var location: JSONLocation

  package init(_ message: String, at location: JSONLocation) {
    self.message = message
    self.location = location
  }
}

extension HARError: CustomStringConvertible {
  package var description: String { "line \(location.line), column \(location.column): \(message)" }
}
