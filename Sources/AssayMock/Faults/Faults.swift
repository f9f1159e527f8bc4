package import AssayContract

/// The faults a contract's promises can be broken by.
package enum Faults {
  /// All faults of `contract`, in the contract's order; the same ones each time.
  package static func all(of contract: Contract) -> [Fault] { [] }
}
