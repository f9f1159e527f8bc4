import AssayContract
import AssayDrift
import Foundation
import Testing

/// No change of what a schema promises passes as none: each keyword of each schema is taken away in turn.
struct DiffMutationTests {
  static let contracts =
    DocumentedSystem.allCases.map { URL(filePath: $0.contract) }
    + [Repository.fixtures.appending(path: "diff/keywords/old.json")]

  @Test(arguments: contracts)
  func everyRemovalIsSeenBothWays(_ url: URL) throws {
    let original = try Repository.contract(url)
    let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    let places = Self.places(in: root)
    #expect(places.count > 50)
    var seen = 0
    for path in places {
      let bytes = try JSONSerialization.data(withJSONObject: Self.removing(path[...], from: root))
      // What takes the sense from a reference or a name is no contract any longer.
      guard let mutated = try? ContractLoader.load(bytes: [UInt8](bytes), file: "mutated.json") else { continue }
      seen += 1
      let name = path.joined(separator: "/")
      #expect(!ContractDiff(from: original, to: mutated).changes.isEmpty, "\(name) gone")
      #expect(!ContractDiff(from: mutated, to: original).changes.isEmpty, "\(name) new")
    }
    #expect(seen > 50)
  }

  private static let annotations: Set<String> = [
    "title", "description", "examples", "example", "source", "message", "$comment",
  ]
  private static let tables: Set<String> = ["properties", "patternProperties", "dependentSchemas", "$defs"]
  private static let lists: Set<String> = ["allOf", "anyOf", "oneOf", "prefixItems"]
  private static let subschemas: Set<String> = [
    "not", "if", "then", "else", "items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems",
    "contains",
    "propertyNames", "contentSchema",
  ]

  /// The paths of all that may be taken away, in order.
  private static func places(in root: [String: Any]) -> [[String]] {
    var places: [[String]] = []
    func table(_ value: Any?, _ path: [String], _ visit: (Any, [String]) -> Void) {
      for (name, entry) in (value as? [String: Any] ?? [:]).sorted(by: { $0.key < $1.key }) {
        visit(entry, path + [name])
      }
    }
    func schema(_ value: Any, _ path: [String]) {
      table(value, path) { child, path in
        let keyword = path.last ?? ""
        guard !annotations.contains(keyword), !(child as? Bool == true && keyword == "additionalProperties") else {
          return
        }
        if keyword != "$defs" { places.append(path) }
        if subschemas.contains(keyword) { schema(child, path) }
        if tables.contains(keyword) {
          table(child, path) { child, path in
            places.append(path)
            schema(child, path)
          }
        }
        if lists.contains(keyword) || keyword == "required" || keyword == "enum" {
          for (index, item) in (child as? [Any] ?? []).enumerated() {
            places.append(path + [String(index)])
            if lists.contains(keyword) { schema(item, path + [String(index)]) }
          }
        }
      }
    }
    func responses(_ holder: [String: Any], _ path: [String]) {
      table(holder["responses"], path + ["responses"]) { response, path in
        let members = response as? [String: Any] ?? [:]
        for key in ["body", "content", "text", "level"] where members[key] != nil { places.append(path + [key]) }
        if let body = members["body"] { schema(body, path + ["body"]) }
        table(members["headers"], path + ["headers"], schema)
      }
    }
    table(root["operations"], ["operations"]) { operation, path in
      let members = operation as? [String: Any] ?? [:]
      places.append(path)
      responses(members, path)
      let request = members["request"] as? [String: Any] ?? [:]
      for place in ["parameters", "query", "headers", "multipart"] {
        table(request[place], path + ["request", place]) { parameter, path in
          guard let described = (parameter as? [String: Any])?["schema"] else { return }
          schema(described, path + ["schema"])
        }
      }
      if let body = (request["body"] as? [String: Any])?["schema"] {
        schema(body, path + ["request", "body", "schema"])
      }
      for (interaction, entries, schemaKey) in [("poll", "states", "body"), ("stream", "events", "data")] {
        guard let promised = members[interaction] as? [String: Any] else { continue }
        for key in promised.keys.sorted() where !["examples", "source"].contains(key) {
          places.append(path + [interaction, key])
        }
        table(promised[entries], path + [interaction, entries]) { entry, path in
          places.append(path)
          table(entry, path) { child, path in
            if !annotations.contains(path.last ?? "") { places.append(path) }
            if path.last == schemaKey { schema(child, path) }
          }
        }
      }
      for key in ["invariants", "within"] where members[key] != nil { places.append(path + [key]) }
    }
    table(root["scenarios"], ["scenarios"]) { scenario, path in
      for (index, step) in ((scenario as? [String: Any])?["steps"] as? [Any] ?? []).enumerated() {
        responses(step as? [String: Any] ?? [:], path + ["steps", String(index)])
      }
    }
    table(root["$defs"], ["$defs"], schema)
    return places
  }

  private static func removing(_ path: ArraySlice<String>, from value: Any) -> Any {
    guard let key = path.first else { return value }
    if var members = value as? [String: Any] {
      members[key] = path.count == 1 ? nil : members[key].map { removing(path.dropFirst(), from: $0) }
      return members
    }
    guard var items = value as? [Any], let index = Int(key), items.indices.contains(index) else { return value }
    if path.count == 1 {
      items.remove(at: index)
    } else {
      items[index] = removing(path.dropFirst(), from: items[index])
    }
    return items
  }
}
