import AssayContract
import AssayMock
import Synchronization

/// The faults of the contracts, derived once for all tests.
enum DerivedFaults {
  private static let known = Mutex<[String: [Fault]]>([:])

  static func all(of contract: Contract) -> [Fault] {
    known.withLock { known in
      if let faults = known[contract.service] { return faults }
      let faults = Faults.all(of: contract)
      known[contract.service] = faults
      return faults
    }
  }
}
