import AssayContract
import AssayJSON
import AssayFindings
import AssayJSON
import AssayMock
import Foundation
import Testing

@Suite struct FaultTests {
  @Test(arguments: ContractFixture.names)
  func listFaults(name: String) throws {
    let contract = try ContractFixture.load(name)
    let start = ContinuousClock.now
    let faults = Faults.all(of: contract)
    print("FAULTS \(name): \(faults.count) in \(ContinuousClock.now - start)")
    for fault in faults {
      print(
        "FAULT \(fault.name) | \(fault.rule) \(fault.level) \(fault.breaks?.pointer.description ?? "-") | \(fault.about)"
      )
    }
  }
}
