import AssayContract
import AssayFindings
import AssayHTTP
import AssayJSON
import AssaySchema
import AssayText

extension SchemaPromise {
  /// The types that the schema allows if it has a `type` that includes array or object; otherwise `nil`.
  func containerTypes(in contract: Contract) -> JSONTypes? {
    contract.schemas.view(at: promise.pointer)?.containerTypes
  }

  /// Returns the members of an object that the schema describes.
  func members(in contract: Contract) -> [SchemaView.DescribedMember] {
    contract.schemas.view(at: promise.pointer)?.members ?? []
  }
}

extension SchemaView {
  /// A member of an object that was sent in a request, with a schema that describes its value.
  struct DescribedMember {
    var name: String
    var schema: SchemaView
    var containerTypes: JSONTypes? { schema.containerTypes }
  }

  private var allowedTypes: JSONTypes { ValueSchema(self, reach: .always).sharedTypes }

  /// The types that the schema allows if it has a `type` that includes array or object; otherwise `nil`.
  var containerTypes: JSONTypes? {
    let value = ValueSchema(self, reach: .always)
    let types = value.sharedTypes
    return value.values(of: "type").isEmpty || types.isDisjoint(with: [.array, .object]) ? nil : types
  }

  var members: [DescribedMember] {
    ValueSchema(self).members.flatMap { name, schemas in schemas.map { DescribedMember(name: name, schema: $0) } }
  }

  private var itemSchema: SchemaView? {
    ValueSchema(self).parts.flatMap(\.children).first { $0.role == .items(from: 0) }?.schema
  }

  /// Returns `sent` with its texts converted to the numbers, truth values or other JSON they spell, except where the
  /// schema allows a string.
  func reading(_ sent: JSONValue) -> JSONValue {
    switch sent.kind {
    case .array: .array(sent.items.map { itemSchema?.reading($0) ?? $0 })
    case .object:
      .object(
        sent.members.map { member in
          let schema = members.first { $0.name.isExactly(member.key) }?.schema
          return (member.key, schema?.reading(member.value) ?? member.value)
        }
      )
    default: allowedTypes.contains(.string) ? sent : sent.spelled(among: allowedTypes)
    }
  }
}

extension String {
  /// The comma-separated list in a header field, without blanks around its items.
  var withoutBlanksInList: String {
    split(separator: ",", omittingEmptySubsequences: false).map { $0.trimmingBlanks }.joined(separator: ",")
  }
}

extension JSONValue {
  /// Returns the JSON value that the text spells, if that is a number or truth value, or its type is in `types`;
  /// otherwise the text unchanged.
  func spelled(among types: JSONTypes) -> JSONValue {
    guard let read = string.flatMap({ try? JSONDocument(parsing: $0) })?.root else { return self }
    switch read.kind {
    case .number, .true, .false: return read
    case .null: return types.contains(.null) ? read : self
    case .object: return types.contains(.object) ? read : self
    case .array: return types.contains(.array) ? read : self
    default: return self
    }
  }
}
