import AssayFindings

/// The faults of a contract as a table: a line a fault, its name first, in columns.
package struct FaultList: Sendable {
  package let lines: [String]

  package init(_ faults: [Fault]) {
    let operations = Dictionary(grouping: faults, by: \.operation)
    // Each operation has columns of its own, so that one long name does not push all others apart.
    let widths = operations.mapValues { faults in faults.map(\.name.count).max() ?? 0 }
    lines = faults.map { fault in
      let weight = fault.kind == .addition ? "adds" : fault.level.rawValue
      let name = fault.name + String(repeating: " ", count: (widths[fault.operation] ?? 0) - fault.name.count)
      return "\(name)  \(weight)\(String(repeating: " ", count: 6 - weight.count))  \(fault.about)"
    }
  }
}
