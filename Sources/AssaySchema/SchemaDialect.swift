/// A published draft of JSON Schema, which decides what keywords mean.
package enum SchemaDialect: String, CaseIterable, Sendable, Comparable {
  case draft4 = "http://json-schema.org/draft-04/schema"
  case draft6 = "http://json-schema.org/draft-06/schema"
  case draft7 = "http://json-schema.org/draft-07/schema"
  case draft2019_09 = "https://json-schema.org/draft/2019-09/schema"
  case draft2020_12 = "https://json-schema.org/draft/2020-12/schema"

  /// The dialect whose meta-schema `uri` names; an empty fragment at its end does not count.
  package init?(metaSchemaURI uri: String) {
    self.init(rawValue: uri.hasSuffix("#") ? String(uri.dropLast()) : uri)
  }

  /// The keyword a schema names itself with.
  var identifierKeyword: String { self == .draft4 ? "id" : "$id" }

  /// Whether a `$ref` hides every keyword beside it (up to draft 7).
  var refHidesSiblings: Bool { self <= .draft7 }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: SchemaDialect, right: SchemaDialect) -> Bool { left.order < right.order }
}
