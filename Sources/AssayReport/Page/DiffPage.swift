package import AssayFindings
import AssayText

extension Page {
  /// The page of the changes between two contracts, the breaking ones first.
  package init(changes: [ContractChange]) {
    let sorted = changes.filter { !$0.breaks.isEmpty } + changes.filter(\.breaks.isEmpty)
    let rows = sorted.map { change in
      let weight = change.breaks.isEmpty ? Weight.good : .must
      return PageTable.Row(
        [
          PageTable.Cell(.badge(change.verdict, weight)), PageTable.Cell(.code(change.place)),
          PageTable.Cell(.prose(change.message)), PageTable.Cell(.code(change.old.position)),
          PageTable.Cell(.code(change.new.position)),
        ],
        weight: weight
      )
    }
    self.init(
      verdict: Self.verdict(changes),
      tone: changes.allSatisfy(\.breaks.isEmpty) ? .passed : .failed,
      name: "Changes",
      body: rows.isEmpty
        ? [] : [.table(PageTable(columns: ["effect", "place", "change", "old", "new"], rows: rows))]
    )
  }

  private static func verdict(_ changes: [ContractChange]) -> String {
    guard !changes.isEmpty else { return "no change in what is promised" }
    let clients = changes.count { $0.breaks.contains(.clients) }
    let backend = changes.count { $0.breaks.contains(.backend) }
    let compatible = changes.count(where: \.breaks.isEmpty)
    return "\(changes.count.counted("change")): \(clients) breaking for clients, "
      + "\(backend) breaking for the backend, \(compatible) compatible"
  }
}
