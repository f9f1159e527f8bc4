import AssayKit

/// The faults of a contract as a table: a line a fault, its name first, in columns.
struct FaultList {
  let lines: [String]

  init(_ faults: [MockFault]) {
    let operations = Dictionary(grouping: faults, by: \.operation)
    // Each operation has columns of its own, so that one long name does not push all others apart.
    let widths = operations.mapValues { faults in faults.map(\.name.count).max() ?? 0 }
    lines = faults.map { fault in
      let weight = fault.breaks?.rawValue ?? "adds"
      let name = fault.name + String(repeating: " ", count: (widths[fault.operation] ?? 0) - fault.name.count)
      return "\(name)  \(weight)\(String(repeating: " ", count: 6 - weight.count))  \(fault.about)"
    }
  }
}
