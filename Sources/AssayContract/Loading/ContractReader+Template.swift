import AssayJSON

extension ContractReader {
  /// Parses every expression inside a template, so that a slip in one shows here and not in the middle of a run.
  mutating func template(_ node: ContractNode?) {
    guard let node else { return }
    var pending = [node]
    while let node = pending.popLast() {
      switch node.value.kind {
      case .object: pending.append(contentsOf: node.entries)
      case .array: pending.append(contentsOf: node.items)
      case .string: templateText(node)
      default: break
      }
    }
  }

  private mutating func templateText(_ node: ContractNode) {
  }
}
