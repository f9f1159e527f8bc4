package import AssayJSON
import AssayText

/// The style in which an array or an object is written in a path, a query, a header or a form (OpenAPI 3.1 section
/// 4.8.12.2).
package struct ParameterStyle: Hashable, Sendable {
  /// The values of OpenAPI's `style`.
  package enum Form: String, Sendable, CaseIterable {
    case form, simple, spaceDelimited, pipeDelimited, deepObject
  }

  package var form: Form
  /// True if each item, or each member, is written separately.
  package var explodes: Bool

  /// Makes a style; if `explodes` is `nil`, only `form` and `deepObject` explode.
  package init(_ form: Form, explodes: Bool? = nil) {
    self.form = form
    self.explodes = explodes ?? (form == .form || form == .deepObject)
  }

  /// The separator of the parts of one value, encoded for a URL.
  var separator: String {
    switch form {
    case .form, .simple, .deepObject: ","
    case .spaceDelimited: "%20"
    case .pipeDelimited: "%7C"
    }
  }

  /// The separator of the parts of one value, not encoded.
  var plainSeparator: String { form == .spaceDelimited ? " " : form == .pipeDelimited ? "|" : "," }

  /// Returns the name-value pairs in which the style writes `value`. The parts of one pair's value are joined with the
  /// separator.
  func pairs(_ name: String, _ value: JSONValue) -> [(name: String, parts: [String])] {
    switch value.kind {
    case .array:
      let items = value.items.map(\.plainText)
      return form == .form && explodes ? items.map { (name, [$0]) } : [(name, items)]
    case .object:
      let members = value.members.map { ($0.key, $0.value.plainText) }
      if form == .deepObject { return members.map { ("\(name)[\($0)]", [$1]) } }
      if form == .form, explodes { return members.map { ($0, [$1]) } }
      return [(name, members.flatMap { explodes ? ["\($0)=\($1)"] : [$0, $1] })]
    default: return [(name, [value.plainText])]
    }
  }

  /// Returns the array or object that `pairs` of a query contain under `name`, with its texts; `nil` if absent.
  ///
  /// `members` are the names that an exploded object may have. Values are still encoded: they are split at commas
  /// before `decode`, so that a `%2C` is a comma inside an item (RFC 6570 section 3.2.1). A space or a bar must always
  /// be encoded, and separates items in any form.
  package func value(
    _ name: String,
    isArray: Bool,
    members: [String],
    in pairs: [(name: String, value: String)],
    decode: (String) -> String = { $0 }
  ) -> JSONValue? {
    let own = pairs.filter { $0.name.isExactly(name) }.map(\.value)
    if isArray {
      if own.isEmpty { return nil }
      return .array((form == .form && explodes ? own.map(decode) : split(own[0], decode)).map { .string($0) })
    }
    var found: [(String, JSONValue)] = []
    if form == .deepObject {
      for pair in pairs where pair.name.hasPrefix(name + "[") && pair.name.hasSuffix("]") {
        found.append((String(pair.name.dropFirst(name.count + 1).dropLast()), .string(decode(pair.value))))
      }
    } else if form == .form, explodes {
      found = pairs.filter { members.containsExactly($0.name) }.map { ($0.name, .string(decode($0.value))) }
    } else if let text = own.first {
      let parts = split(text, decode)
      if explodes {
        found = parts.compactMap { part in
          part.firstIndex(of: "=").map { (String(part[..<$0]), .string(String(part[part.index(after: $0)...]))) }
        }
      } else {
        for place in stride(from: 0, to: parts.count - 1, by: 2) {
          found.append((parts[place], .string(parts[place + 1])))
        }
      }
    }
    return found.isEmpty ? nil : .object(found)
  }

  /// True if the items of one value are separated by commas, which some clients write as `%2C`.
  package var partsByCommas: Bool { form == .simple || form == .form && !explodes }

  private func split(_ text: String, _ decode: (String) -> String) -> [String] {
    if text.isEmpty { return [] }
    if partsByCommas { return text.split(separator: ",", omittingEmptySubsequences: false).map { decode(String($0)) } }
    return decode(text).split(separator: plainSeparator, omittingEmptySubsequences: false).map(String.init)
  }
}

extension ParameterStyle: CustomStringConvertible {
  /// The style in words: `form, exploded`.
  package var description: String { form.rawValue + (explodes ? ", exploded" : "") }
}
