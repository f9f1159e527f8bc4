import AssayContract
import AssayDiff
import AssayFindings
import AssayJSON
import AssayLint
import Foundation
import TestKit
import Testing

/// No change of what a contract promises passes as none: everything the format can say is taken away in turn.
struct DiffMutationTests {
  static let contracts =
    DocumentedSystem.allCases.map { URL(filePath: $0.contract) }
    + ["keywords", "limits-and-levels", "request", "step-promises"].map {
      Repository.fixtures.appending(path: "diff/\($0)/old.json")
    }

  @Test(arguments: contracts)
  func everyRemovalIsSeenBothWays(_ url: URL) throws {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    var originals: [String: Contract] = [:]
    var seen = 0
    // A large contract has every keyword many times; all of its places are tried where there is time.
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    let places = Self.places(in: root)
    let step = isPatient ? 1 : max(1, places.count / 50)
    for path in stride(from: 0, to: places.count, by: step).map({ places[$0] }) {
      // Only the part of the contract about the place: comparing all of it each time takes too long.
      guard let part = Self.part(of: root, about: path) else { continue }
      let original = try originals[part.name] ?? #require(try Self.contract(part.contract))
      originals[part.name] = original
      // What the format asks for cannot be missing.
      guard let mutated = try Self.contract(Self.removing(path[...], from: part.contract)) else { continue }
      seen += 1
      let name = path.joined(separator: "/")
      let changes = ContractDiff(from: original, to: mutated).changes
      let changesBack = ContractDiff(from: mutated, to: original).changes
      #expect(!changes.isEmpty, "\(name) gone")
      #expect(!changesBack.isEmpty, "\(name) new")
      #expect(Self.unclassified(in: changes + changesBack) == [])
      guard Self.promises(of: original) != Self.promises(of: mutated) else { continue }
      #expect(changes.contains { !$0.breaks.isEmpty }, "\(name) gone, and a promise with it")
      // A member that is new and may be left out breaks nobody, whatever it is described as.
      if path.dropLast().last == "properties" { continue }
      #expect(changesBack.contains { !$0.breaks.isEmpty }, "\(name) new, and a promise with it")
    }
    #expect(seen > 20)
  }

  /// A promise that weighs less costs clients something, and on the way back the backend, wherever a level can stand.
  @Test(arguments: contracts)
  func everyLevelCounts(_ url: URL) throws {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    var originals: [String: (contract: Contract, promises: [String])] = [:]
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    let places = Self.places(in: root).filter { Self.value(at: $0[...], in: root) is [String: Any] }
    let step = isPatient ? 1 : max(1, places.count / 30)
    for path in stride(from: 0, to: places.count, by: step).map({ places[$0] }) {
      guard let part = Self.part(of: root, about: path) else { continue }
      let contract = try #require(try Self.contract(part.contract))
      let original = originals[part.name] ?? (contract, Self.promises(of: contract))
      originals[part.name] = original
      guard let mutated = try Self.contract(Self.weakening(path[...], in: part.contract)) else { continue }
      // What is sent weighs nothing to the backend.
      guard Self.promises(of: mutated) != original.promises else { continue }
      let name = path.joined(separator: "/")
      let changes = ContractDiff(from: original.contract, to: mutated).changes
      let changesBack = ContractDiff(from: mutated, to: original.contract).changes
      #expect(changes.contains { $0.breaks.contains(.clients) }, "\(name) may be broken")
      #expect(changesBack.contains { $0.breaks.contains(.backend) }, "\(name) may be broken no longer")
    }
  }

  /// A text, number or truth value that is changed is seen, or said to be not classified.
  @Test(arguments: contracts)
  func everyChangedValueIsSeen(_ url: URL) throws {
    let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    var originals: [String: Contract] = [:]
    var seen = 0
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    let places = Self.places(in: root).filter { path in
      let value = Self.value(at: path[...], in: root)
      return value is String || value is NSNumber
    }
    let step = isPatient ? 1 : max(1, places.count / 50)
    for path in stride(from: 0, to: places.count, by: step).map({ places[$0] }) {
      guard let part = Self.part(of: root, about: path) else { continue }
      let original = try originals[part.name] ?? #require(try Self.contract(part.contract))
      originals[part.name] = original
      for change in Self.changes(of: Self.value(at: path[...], in: root)) {
        // What the format does not allow is not read.
        let text = Self.replacing(path[...], in: part.contract, by: change)
        guard let mutated = try Self.contract(text) else { continue }
        seen += 1
        let changes = ContractDiff(from: original, to: mutated).changes
        #expect(!changes.isEmpty, "\(path.joined(separator: "/")) is \(change)")
        #expect(Self.unclassified(in: changes) == [])
        if !isPatient { break }
      }
    }
    #expect(seen > 20)
  }

  /// What a whole contract says besides operations and scenarios is compared, told to be not classified, or silent.
  @Test(arguments: ["definitions", "security-schemes", "silent-parts", "silent-names"])
  func everythingIsComparedOrSilent(_ name: String) throws {
    let url = Repository.fixtures.appending(path: "diff/\(name)/old.json")
    let root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: url)) as? [String: Any])
    let original = try #require(try Self.contract(root))
    let places = Self.leaves(of: root)
    var told = 0
    for path in places {
      for change in Self.changes(of: Self.value(at: path[...], in: root)) {
        guard let mutated = try Self.contract(Self.replacing(path[...], in: root, by: change)) else { continue }
        let changes = ContractDiff(from: original, to: mutated).changes
        let place = path.joined(separator: "/")
        #expect(changes.isEmpty == Self.isSilent(path), "\(place) is \(change)")
        #expect(Self.unclassified(in: changes) == [])
        if !changes.isEmpty { told += 1 }
      }
    }
    #expect(told > 5)
  }

  /// The changes that no comparison knows.
  private static func unclassified(in changes: [ContractChange]) -> [String] {
    changes.filter { $0.message.hasSuffix("not classified") }.map { "\($0.old.pointer): \($0.message)" }
  }

  /// The paths of all texts, numbers and truth values, in order.
  private static func leaves(of value: Any, _ path: [String] = []) -> [[String]] {
    if let members = value as? [String: Any] {
      return members.sorted { $0.key < $1.key }.flatMap { leaves(of: $0.value, path + [$0.key]) }
    }
    guard let items = value as? [Any] else { return [path] }
    return items.enumerated().flatMap { leaves(of: $1, path + [String($0)]) }
  }

  /// Whether nothing at `path` promises anything: a key on the way, not a name, is for readers, the mock or a run.
  private static func isSilent(_ path: [String]) -> Bool {
    if ["contract", "service", "documents", "notes", "environments"].contains(path[0]) { return true }
    var isTable = false
    for key in path {
      // What is in a value is no key.
      if !isTable, ["const", "enum"].contains(key) { return false }
      if !isTable, silent.contains(key) || further.contains(key) || key.hasPrefix("x-") { return true }
      isTable = !isTable && tables.contains(key)
    }
    return false
  }

  /// Further keys that promise nothing.
  private static let further: Set<String> = ["$schema", "bearerFormat", "scopes", "credentials"]

  /// Other values of the same kind; of a text that is a duration, an expression or a name, some that may be read as one.
  private static func changes(of value: Any?) -> [Any] {
    switch value {
    case let number as NSNumber where String(cString: number.objCType) == "c": [!number.boolValue]
    case let number as NSNumber: [NSNumber(value: number.doubleValue + 1)]
    case let text as String: [text + "x", "9\(text)", "2m", "true", "42", "may", "POST"].filter { $0 != text }
    default: []
    }
  }

  private static func replacing(_ path: ArraySlice<String>, in value: Any, by change: Any) -> Any {
    guard let key = path.first else { return change }
    if var members = value as? [String: Any] {
      members[key] = members[key].map { replacing(path.dropFirst(), in: $0, by: change) }
      return members
    }
    guard var items = value as? [Any], let index = Int(key), items.indices.contains(index) else { return value }
    items[index] = replacing(path.dropFirst(), in: items[index], by: change)
    return items
  }

  /// The promises of `contract` with their levels, in an order that hangs on nothing else.
  private static func promises(of contract: Contract) -> [String] {
    PromiseCatalogue(of: contract).promises.map { "\($0.level.rawValue) \($0.sentence)" }.sorted()
  }

  /// What stands at `path` in `value`.
  private static func value(at path: ArraySlice<String>, in value: Any) -> Any? {
    guard let key = path.first else { return value }
    let items = value as? [Any] ?? []
    let item = Int(key).flatMap { items.indices.contains($0) ? items[$0] : nil }
    return ((value as? [String: Any])?[key] ?? item).flatMap { Self.value(at: path.dropFirst(), in: $0) }
  }

  /// `value` with the level `may` where `path` leads to an object.
  private static func weakening(_ path: ArraySlice<String>, in value: Any) -> Any {
    if var members = value as? [String: Any] {
      if let key = path.first {
        members[key] = members[key].map { weakening(path.dropFirst(), in: $0) }
      } else {
        members["level"] = "may"
      }
      return members
    }
    guard let key = path.first, var items = value as? [Any], let index = Int(key), items.indices.contains(index) else {
      return value
    }
    items[index] = weakening(path.dropFirst(), in: items[index])
    return items
  }

  /// The contract with the content of `root`; `nil` where that is none.
  private static func contract(_ root: Any) throws -> Contract? {
    let bytes = [UInt8](try JSONSerialization.data(withJSONObject: root, options: .sortedKeys))
    return try? ContractLoader.load(bytes: bytes, file: "contract.json")
  }

  /// The contract with the one operation or scenario that `path` is about; `nil` where nothing refers to it.
  private static func part(of root: [String: Any], about path: [String]) -> (name: String, contract: [String: Any])? {
    let operations = root["operations"] as? [String: Any] ?? [:]
    let scenarios = root["scenarios"] as? [String: Any] ?? [:]
    let definitions = root["$defs"] as? [String: Any] ?? [:]
    var part = root
    let name: String
    if path[0] == "scenarios" {
      name = path[1]
      let steps = (scenarios[name] as? [String: Any])?["steps"] as? [[String: Any]] ?? []
      let called = Set(steps.compactMap { $0["operation"] as? String })
      part["scenarios"] = [name: scenarios[name]]
      part["operations"] = operations.filter { called.contains($0.key) }
    } else {
      let holder = operations.keys.sorted().first { key in
        path[0] == "$defs" ? reached(from: operations[key], in: root).contains(path[1]) : key == path[1]
      }
      guard let holder else { return nil }
      name = holder
      part["operations"] = [name: operations[name]]
      part["scenarios"] = ["any": ["steps": [["operation": name]]]]
    }
    let needed = reached(from: [part["operations"], part["scenarios"]], in: root)
    part["$defs"] = definitions.filter { needed.contains($0.key) }
    return ("\(path[0] == "scenarios" ? "scenarios" : "operations")/\(name)", part)
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
      pending += (next as? [Any?] ?? []).map { $0 }
    }
    return names
  }

  /// What is said for readers and for the mock, and promises nothing.
  private static let silent: Set<String> = [
    "title", "description", "summary", "examples", "example", "source", "message", "$comment", "mock", "file",
    "filename",
  ]
  /// The keys whose objects are keyed by names, which may read like any key.
  private static let tables: Set<String> = [
    "operations", "scenarios", "parameters", "query", "headers", "multipart", "responses", "states", "events",
    "outputs",
    "properties", "patternProperties", "dependentSchemas", "$defs", "securitySchemes", "servers", "variables",
  ]

  /// The paths of all that may be taken away, in order.
  private static func places(in root: [String: Any]) -> [[String]] {
    var places: [[String]] = []
    /// `level` is what is inherited: saying it once more says nothing.
    func visit(_ value: Any, _ path: [String], isTable: Bool, _ level: String = "must") {
      if let items = value as? [Any] {
        for (index, item) in items.enumerated() {
          places.append(path + [String(index)])
          visit(item, path + [String(index)], isTable: false, level)
        }
      }
      let members = value as? [String: Any] ?? [:]
      let inner = isTable ? level : members["level"] as? String ?? level
      for (key, child) in members.sorted(by: { $0.key < $1.key }) {
        guard isTable || !silent.contains(key) && !key.hasPrefix("x-"), !isIdle(key, child, path) else { continue }
        if !isTable, key == "level", child as? String == level { continue }
        places.append(path + [key])
        visit(child, path + [key], isTable: !isTable && tables.contains(key), inner)
      }
    }
    for table in ["operations", "scenarios", "$defs"] { visit(root[table] ?? [:], [table], isTable: true) }
    return places.filter { $0.count > 1 && !($0.count == 2 && $0[0] != "operations") }
  }

  /// Whether saying it is the same as not saying it.
  private static func isIdle(_ key: String, _ value: Any, _ path: [String]) -> Bool {
    switch key {
    case "additionalProperties": value as? Bool == true
    case "required", "final", "omitOptional", "allowReserved", "secret": value as? Bool == false
    case "content": path.contains("multipart") || value as? String == "application/json"
    case "every": value as? String == "1s"
    case "within": value as? String == "60s"
    case "server": true
    default: false
    }
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
