import AssayHTTP
import AssayJSON

/// A published draft of JSON Schema, which decides what keywords mean.
package enum SchemaDialect: String, CaseIterable, Sendable, Comparable {
  case draft4 = "http://json-schema.org/draft-04/schema"
  case draft6 = "http://json-schema.org/draft-06/schema"
  case draft7 = "http://json-schema.org/draft-07/schema"
  case draft2019_09 = "https://json-schema.org/draft/2019-09/schema"
  case draft2020_12 = "https://json-schema.org/draft/2020-12/schema"

  /// Returns the draft whose meta-schema has the identifier `uri`; `nil` if none exists. An empty fragment at the end
  /// is ignored, and `http` equals `https`.
  package init?(metaSchemaURI uri: String) {
    let address = uri.hasSuffix("#") ? uri.dropLast() : uri[...]
    let path = address.drop { $0 != ":" }
    guard address == "http" + path || address == "https" + path,
      let known = Self.allCases.first(where: { $0.rawValue.drop { $0 != ":" } == path })
    else { return nil }
    self = known
  }

  /// The names of the draft's keywords, and of Assay's own.
  package var keywords: Set<String> {
    var names: Set = ["$ref"]
    var pending = [rawValue, SchemaVocabularies.Name.assayURI + ":meta"]
    while let address = pending.popLast() {
      guard let root = MetaSchemas.document(for: address)?.root else { continue }
      names.formUnion(root["properties"]?.members.map(\.key) ?? [])
      // From 2019-09 on the meta-schema is put together from those of its vocabularies.
      let parts = root["allOf"].map { Array($0.items) } ?? []
      pending += parts.compactMap { $0["$ref"]?.string }
        .map { URIReference($0).resolved(against: URIReference(address)).withoutFragment }
    }
    return names
  }

  /// The keyword for a schema's identifier.
  var identifierKeyword: String { self == .draft4 ? "id" : "$id" }

  /// True if a `$ref` hides every keyword next to it (up to draft 7).
  var refHidesSiblings: Bool { self <= .draft7 }

  private var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  package static func < (left: SchemaDialect, right: SchemaDialect) -> Bool { left.order < right.order }
}
