import AssayJSON
import AssaySchema

/// The contract format's own JSON Schema, compiled once for all contracts.
struct FormatSchema: Sendable {
  let root: JSONValue
  let schema: CompiledSchema

  /// `nil` only if the embedded text were broken, which a test rules out.
  static let shared: FormatSchema? = {
    guard let document = try? JSONDocument(parsing: FormatSchemaText.json),
      let schema = try? SchemaSet(document: document).schema(at: JSONPointer())
    else { return nil }
    return FormatSchema(root: document.root, schema: schema)
  }()

  /// The keys an object may have by the schema that holds the keyword at `location`.
  func knownKeys(besideKeywordAt location: JSONPointer) -> [String] {
    guard let parent = location.parent, let properties = root[parent]?["properties"] else { return [] }
    return properties.members.map(\.key)
  }

  /// The `description` of the schema that holds the keyword at `location`.
  func description(besideKeywordAt location: JSONPointer) -> String {
    location.parent.flatMap { root[$0]?["description"]?.string } ?? ""
  }

  /// What the format says about the key `name` of objects like the one the keyword at `location` speaks of.
  func description(ofKey name: String, besideKeywordAt location: JSONPointer) -> String {
    location.parent.flatMap { root[$0]?["properties"]?[name]?["description"]?.string } ?? ""
  }
}
