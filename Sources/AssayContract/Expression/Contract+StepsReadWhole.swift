import AssayJSON

extension Contract {
  /// The ids of the steps some expression reads all answers or events of (`$steps.ID.all`), and perhaps of others.
  ///
  /// Found in the texts themselves rather than in the model, so that no place an expression may stand in is forgotten.
  package var stepsReadWhole: Set<String> {
    var ids: Set<String> = []
    func visit(_ value: JSONValue) {
      if let text = value.string { ids.formUnion(Self.stepsReadWhole(in: text)) }
      for item in value.items { visit(item) }
      for member in value.members { visit(member.value) }
    }
    visit(document.root)
    return ids
  }

  private static func stepsReadWhole(in text: String) -> [String] {
    guard text.utf8.contains(UInt8(ascii: "$")) else { return [] }
    var ids: [String] = []
    var rest = text[...]
    while let start = rest.firstRange(of: "$steps.") {
      rest = rest[start.upperBound...]
      let id = rest.prefix { $0 != "." }
      if rest[id.endIndex...].hasPrefix(".all") { ids.append(String(id)) }
    }
    return ids
  }
}
