import AssayContract
import AssayDiff
import AssayJSON
import Foundation
import Testing

/// No change of what a schema promises passes as none: each keyword of each schema is taken away in turn.
struct DiffMutationTests {
  static let contracts =
    DocumentedSystem.allCases.map { URL(filePath: $0.contract) }
    + [Repository.fixtures.appending(path: "diff/keywords/old.json")]

  @Test(arguments: contracts)
  func everyRemovalIsSeenBothWays(_ url: URL) throws {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    var originals: [String: Contract] = [:]
    var seen = 0
    // A large contract has every keyword many times; all of its places are tried where there is time.
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    let places = Self.places(in: root)
    let step = isPatient ? 1 : max(1, places.count / 150)
    for path in stride(from: 0, to: places.count, by: step).map({ places[$0] }) {
      // Only the part of the contract about the place: comparing all of it each time takes too long.
      guard let part = Self.part(of: root, about: path) else { continue }
      let original = try originals[part.name] ?? Self.contract(part.contract)
      originals[part.name] = original
      let mutated = try Self.contract(Self.removing(path[...], from: part.contract))
      seen += 1
      let name = path.joined(separator: "/")
      let isSeen = ContractDiff(from: original, to: mutated).changes.isEmpty == false
      let isSeenBack = ContractDiff(from: mutated, to: original).changes.isEmpty == false
      #expect(isSeen, "\(name) gone")
      #expect(isSeenBack, "\(name) new")
    }
    #expect(seen > 50)
  }

  private static func contract(_ root: Any) throws -> Contract {
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: root, options: .sortedKeys))
    return Contract(file: "contract.json", document: try JSONDocument(parsing: bytes), service: "mutated")
  }

  /// The contract with one operation or scenario that `path` is about; `nil` where nothing refers to it.
  private static func part(of root: [String: Any], about path: [String]) -> (name: String, contract: [String: Any])? {
    let table = path[0] == "scenarios" ? "scenarios" : "operations"
    guard let entries = root[table] as? [String: Any] else { return nil }
    let holders = entries.keys.sorted()
    let name = path[0] == "$defs" ? holders.first { reached(from: entries[$0], in: root).contains(path[1]) } : path[1]
    guard let name else { return nil }
    let definitions = root["$defs"] as? [String: Any] ?? [:]
    let needed = reached(from: entries[name], in: root)
    let part: [String: Any] = [
      table: [name: entries[name]], "$defs": definitions.filter { needed.contains($0.key) },
    ]
    return ("\(table)/\(name)", part)
  }

  /// The names of the definitions `value` leads to.
  private static func reached(from value: Any?, in root: [String: Any]) -> Set<String> {
    let definitions = root["$defs"] as? [String: Any] ?? [:]
    var names: Set<String> = []
    var pending = [value]
    while let next = pending.popLast() {
      if let members = next as? [String: Any] {
        if let name = (members["$ref"] as? String)?.split(separator: "/").last.map(String.init),
          names.insert(name).inserted
        {
          pending.append(definitions[name])
        }
        pending += members.values.map { Optional($0) }
      }
      pending += (next as? [Any] ?? []).map { Optional($0) }
    }
    return names
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
        let isIdle = keyword == "additionalProperties" && child as? Bool == true
        // A definition is inside nothing that could say another level.
        let isInherited = keyword == "level" && child as? String == "must" && path.first == "$defs" && path.count == 3
        guard !annotations.contains(keyword), !isIdle, !isInherited else { return }
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
      for key in ["path", "query", "headers", "multipart", "body"] where request[key] != nil {
        places.append(path + ["request", key])
      }
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
