package import AssayContract
import AssayHTTP
import AssayJSON
package import AssayObservation
import AssaySchema
import AssayText

extension Exchange {
  /// Returns the exchange with a body of XML as the value that the schema among `responses` describes, which rules and
  /// schemas then read; otherwise unchanged.
  package func reading(_ responses: [ResponsePromise], in contract: Contract) -> Exchange {
    guard isXML, let json, let status = response?.head.status,
      let body = responses.promise(for: status)?.form(of: self).body,
      let schema = contract.schemas.view(at: body.promise.pointer)
    else { return self }
    var read = self
    read.json = XMLShape(ValueSchema(schema)).reading(json)
    return read
  }
}

/// The form that a schema gives to values of XML, which alone has neither lists nor numbers.
///
/// Where the schema has an array, one element is a list of one and no element an empty list. Where it has no string, a
/// text is the number or truth value it spells. Attributes it does not describe are left out of a text.
final class XMLShape {
  private let types: JSONTypes
  private let described: ValueSchema
  private var made: [ExactText: XMLShape] = [:]
  private lazy var members = Dictionary(
    described.members.map { (ExactText($0.name), $0.schemas) },
    uniquingKeysWith: { first, _ in first }
  )
  private lazy var items = XMLShape(ValueSchema(described.items))
  /// The members that can only be arrays.
  private lazy var lists = described.members.map(\.name).filter { self[$0]?.types == .array }

  init(_ described: ValueSchema) {
    self.described = described
    types = described.types
  }

  private subscript(name: String) -> XMLShape? {
    let key = ExactText(name)
    if let known = made[key] { return known }
    guard let schemas = members[key] else { return nil }
    let shape = XMLShape(ValueSchema(schemas))
    made[key] = shape
    return shape
  }

  /// Returns `value`, as ``XMLReader`` reads it, in the form of the schema.
  func reading(_ value: JSONValue) -> JSONValue { JSONValue.building { write(value, to: &$0) } }

  private func write(_ value: JSONValue, to writer: inout JSONWriter) {
    switch value.kind {
    case .array:
      let each = types.contains(.array) ? items : self
      writer.beginArray()
      for item in value.items { each.write(item, to: &writer) }
      writer.endArray()
    case .object where isList(besides: .object), .string where isList(besides: .string) && !isObject(value):
      writer.beginArray()
      items.write(value, to: &writer)
      writer.endArray()
    case .object:
      if types.isDisjoint(with: .object), let text = value.textBesideAttributes {
        write(text, to: &writer)
      } else {
        writeObject(value, to: &writer)
      }
    case .string where isObject(value): writeObject(value, to: &writer)
    case .string where !types.contains(.string): writer.value(value.spelling(types))
    default: writer.value(value)
    }
  }

  private func writeObject(_ value: JSONValue, to writer: inout JSONWriter) {
    writer.beginObject()
    for member in value.members {
      writer.key(member.key)
      if let shape = self[member.key] { shape.write(member.value, to: &writer) } else { writer.value(member.value) }
    }
    for name in lists where value[name] == nil {
      writer.key(name)
      writer.raw("[]")
    }
    writer.endObject()
  }

  private func isList(besides other: JSONTypes) -> Bool {
    types != .all && types.contains(.array) && types.isDisjoint(with: other)
  }

  /// Returns true if `value` is an element without content where the schema has an object, and no text.
  private func isObject(_ value: JSONValue) -> Bool {
    types != .all && types.contains(.object) && !types.contains(.string)
      && (value.string ?? "").utf8.allSatisfy(XMLReader.isSpace)
  }
}

extension JSONValue {
  /// The text of an element that has attributes and no elements; `nil` for any other.
  fileprivate var textBesideAttributes: JSONValue? {
    guard members.allSatisfy({ $0.key == "#text" || $0.key.utf8.first == 0x40 }) else { return nil }
    return self["#text"] ?? .string("")
  }

  /// Returns the number, truth value or null that a text spells among `types`; otherwise the text.
  fileprivate func spelling(_ types: JSONTypes) -> JSONValue {
    let text = string ?? ""
    let kept = text.drop { $0.isWhitespace }
    if kept.isEmpty { return types.contains(.null) ? .null : self }
    let read = spelled(among: types)
    return [.array, .object].contains(read.kind) ? self : read
  }
}
