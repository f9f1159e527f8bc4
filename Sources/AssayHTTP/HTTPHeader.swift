/// One header field as it stood on the wire (RFC 9110 section 5), order and repetition kept by the list it is in.
package struct HTTPHeader: Hashable, Sendable {
  /// The field name in its original case; compared without regard to case.
  package var name: String
  /// The field value without surrounding white space.
  package var value: String

  package init(_ name: String, _ value: String) {
    self.name = name
    self.value = value
  }

  /// Whether the field's name is `name`, without regard to case.
  package func isNamed(_ name: String) -> Bool {
    self.name.utf8.count == name.utf8.count && self.name.lowercased() == name.lowercased()
  }
}

extension [HTTPHeader] {
  /// The values of all fields named `name`, in order.
  package func values(_ name: String) -> [String] { compactMap { $0.isNamed(name) ? $0.value : nil } }

  /// The combined value of the fields named `name` (RFC 9110 section 5.2), or `nil` where there is none.
  package subscript(name: String) -> String? {
    let all = values(name)
    return all.isEmpty ? nil : all.joined(separator: ", ")
  }

  /// Replaces every field named `name` by one with `value`, in the first one's place; appends where there is none.
  package mutating func set(_ name: String, _ value: String) {
    guard let first = firstIndex(where: { $0.isNamed(name) }) else { return append(HTTPHeader(name, value)) }
    self[first].value = value
    var index = count - 1
    while index > first {
      if self[index].isNamed(name) { remove(at: index) }
      index -= 1
    }
  }
}
