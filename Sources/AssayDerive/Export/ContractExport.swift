import AssayContract
import AssayDocuments
package import AssayJSON

/// A contract in the words of a format that others read.
package enum ContractExport {
  /// The contract as an OpenAPI description (3.1.1), in JSON.
  package static func openAPI(_ contract: JSONValue) -> String {
    OpenAPIExport.description(of: DraftTree(contract).withoutGroups).document
  }

  /// The contract's scenarios as workflows of Arazzo (1.0.1), in JSON.
  ///
  /// - Parameter description: The path that ``openAPI(_:)`` of the contract was written to, relative to the workflows'
  ///   folder.
  package static func arazzo(_ contract: JSONValue, describedIn description: String) -> String {
    ArazzoExport.workflows(of: DraftTree(contract).withoutGroups, describedIn: description).document
  }

  /// Returns the contract from which a description or workflows were exported, and the later additions that a contract
  /// cannot express; `nil` if they were not exported.
  static func contract(of root: DocumentValue, _ files: OpenAPIFiles) throws(DraftError) -> (
    text: String, operations: Int, losses: [String]
  )? {
    let tree = DraftTree(root)
    let contract: DraftTree
    var losses: [String] = []
    if ArazzoReader.isDescription(root), ArazzoExport.isExported(tree) {
      let node = files.root()
      let place = ArazzoExport.descriptionFile(of: tree) ?? ""
      let file = try files.open(place, from: node)
      let description = files.files[file].root
      let exported = DraftTree(description)
      guard OpenAPIExport.isExported(exported) else {
        throw (node["sourceDescriptions"] ?? node).failure("\(place) is not a contract exported to OpenAPI")
      }
      let own = OpenAPIExport.contract(of: exported)
      let described = own.namingFiles(from: place)
      contract = ArazzoExport.contract(of: tree, over: described)
      let again = ArazzoExport.workflows(of: contract, describedIn: place)
      losses = root.missing(in: again).map { "arazzo:\($0)" }
      losses += description.missing(in: OpenAPIExport.description(of: own)).map { "openapi:\($0)" }
    } else if OpenAPIReader.isDescription(root), OpenAPIExport.isExported(tree) {
      contract = OpenAPIExport.contract(of: tree)
      losses = root.missing(in: OpenAPIExport.description(of: contract)).map { "openapi:\($0)" }
    } else {
      return nil
    }
    return (contract.document, contract["operations"]?.members.count ?? 0, losses)
  }

}

extension DraftTree {
  /// The contract with each group's name replaced by its steps: neither format supports groups.
  fileprivate var withoutGroups: DraftTree {
    guard let groups = self["groups"] else { return self }
    func expanded(_ holder: DraftTree) -> DraftTree {
      var holder = holder
      for key in ["before", "steps", "after"] {
        guard let steps = holder[key]?.items else { continue }
        holder[key] = .array(
          steps.flatMap { step in step["group"]?.string.map { groups[$0]?["steps"]?.items ?? [] } ?? [step] }
        )
      }
      return holder
    }
    var contract = expanded(self)
    contract["groups"] = nil
    contract["scenarios"] = (contract["scenarios"] ?? [:]).mapValues(expanded)
    return contract
  }
}

extension DraftTree {
  /// The contract, read from a description at the path `place`, with its file names made relative to the folder to
  /// which `place` is relative.
  fileprivate func namingFiles(from place: String) -> DraftTree {
    let folder = place.split(separator: "/").dropLast().joined(separator: "/")
    guard let move = FileMove(from: folder, to: ""), let document = try? JSONDocument(parsing: text),
      let moved = try? JSONDocument(parsing: move.text(of: document))
    else { return self }
    return DraftTree(moved.root)
  }
}

extension DocumentValue {
  /// Returns the parts of this description that `other` does not contain or contains differently, each as its line and
  /// JSON Pointer.
  fileprivate func missing(in other: DraftTree?, at place: JSONPointer = JSONPointer()) -> [String] {
    guard let other else { return ["\(lines.lowerBound): \(place)"] }
    switch kind {
    case .object(let members) where other.isObject:
      return members.flatMap { $0.value.missing(in: other[$0.key], at: place.appending($0.key)) }
    case .array(let items) where !other.items.isEmpty:
      let known = Set(other.items.map(\.text))
      return items.enumerated().filter { !known.contains(DraftTree($0.element).text) }.flatMap { index, item in
        item.missing(in: index < other.items.count ? other.items[index] : nil, at: place.appending(index))
      }
    default: return DraftTree(self).text == other.text ? [] : ["\(lines.lowerBound): \(place)"]
    }
  }
}

extension DraftTree {
  fileprivate init(_ value: DocumentValue) { self = value.converted { .string($0) } ?? value.tree }
}
