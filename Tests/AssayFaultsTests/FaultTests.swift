import AssayContract
import AssayJSON
import AssayFindings
import AssayJSON
import AssayMock
import Foundation
import Testing

@Suite struct FaultTests {
  @Test(arguments: ContractFixture.names)
  func breaksEveryMust(name: String) throws {
    let contract = try ContractFixture.load(name)
    let faults = Faults.all(of: contract)
    let broken = Set(faults.compactMap { fault in fault.breaks.map { "\(fault.operation) \($0.pointer)" } })
    for must in PromiseInventory.musts(of: contract) where !broken.contains("\(must.operation) \(must.pointer)") {
      Issue.record("no fault of \(must.operation) breaks \(must.rule) at \(must.pointer)")
    }
    #expect(Set(faults.map(\.name)).count == faults.count)
    for fault in faults {
      #expect(fault.name.hasPrefix(fault.operation + "."))
      #expect(fault.about.hasSuffix("."))
      #expect((fault.kind == .addition) == (fault.breaks == nil))
    }
  }
}
