import AssayContract
@testable import AssayMock
import Testing

@Suite struct TimingTests {
  @Test func timing() throws {
    let contract = try ContractFixture.load("mondrian")
    for operation in contract.operations {
      let start = ContinuousClock.now
      var derivation = FaultDerivation(contract: contract, operation: operation)
      switch operation.interaction {
      case .exchange: derivation.deriveAnswers()
      case .stream(let promise): derivation.deriveStream(promise)
      case .poll(let promise): derivation.derivePoll(promise)
      }
      print("TIME \(operation.name) \(ContinuousClock.now - start) \(derivation.faults.count)")
    }
  }
}
