import AssayText

/// Faults that cannot be played together, and why.
package struct FaultClash: Error, Hashable, Sendable {
  /// Their names; there would be no clash without any one of them.
  package var faults: [String]
  /// Why, as a clause.
  package var reason: String

  package init(faults: [String], reason: String) {
    self.faults = faults
    self.reason = reason
  }
}

extension FaultClash: CustomStringConvertible {
  package var description: String {
    "\(faults.quoted.all) cannot be played together: \(reason)"
  }
}
