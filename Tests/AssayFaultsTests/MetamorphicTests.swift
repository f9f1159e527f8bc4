import AssayContract
import AssayFaults
import AssayFindings
import AssayJSON
import AssayMock
import AssayVerifier
import Foundation
import Testing

/// A broken `must` is told whatever else is wrong beside it, and only while the contract promises it.
struct MetamorphicTests {
  /// Each `must`, broken together with any one other thing: a warning, an addition, another fault.
  @Test(arguments: Gallery.names)
  func nothingHidesABrokenMust(name: String) async throws {
    let contract = try Gallery.contract(name)
    let faults = await Gallery.faults(of: contract)
    let musts = faults.filter { $0.kind == .breaking && $0.level == .must }
    let pairs = musts.flatMap { must in faults.filter { $0.name != must.name }.map { (must, $0) } }
    let combiner = await FaultCombiner(contract: contract)
    for (must, other) in Gallery.share(pairs, every: max(1, pairs.count / 120)) {
      let result = await MockRun.inMemory(contract, playing: [must, other]).result
      let isTold = result.findings.contains { finding in
        let broken = ([finding.promise].compactMap { $0 } + finding.alsoBreaks).map(\.pointer)
        return finding.level == .must && broken.contains(must.breaks?.pointer.description ?? "")
      }
      // What shuts the other out, or writes over it, is refused; what is behind it is blocked.
      if !isTold || result.outcome == .passed, await combiner.canPlay([must, other]) {
        Issue.record("\(must.name) is not told beside \(other.name): \(result.findings.map(\.message))")
      }
    }
  }

  /// The findings of a promise are its own: without it there are none.
  @Test(arguments: Gallery.names)
  func aPromiseThatIsNotMadeIsNotHeld(name: String) async throws {
    let contract = try Gallery.contract(name)
    // What is of the wrong type, or missing, breaks other keywords too, which the finding speaks for.
    let musts = await Gallery.faults(of: contract).filter { fault in
      let isOfItsOwn = fault.rule == .invariant || (fault.rule?.id.hasPrefix("schema.") ?? false)
      return isOfItsOwn && fault.level == .must && !["schema.type", "schema.required"].contains(fault.rule?.id)
    }
    for must in Gallery.share(musts, every: 2) {
      let pointer = try #require(must.breaks?.pointer)
      var json = try JSONSerialization.jsonObject(with: try Data(contentsOf: URL(filePath: contract.file)))
      Self.remove(pointer.tokens[...], from: &json)
      let bytes = Array(try JSONSerialization.data(withJSONObject: json))
      let reduced = try ContractLoader.load(bytes: bytes, file: contract.file)
      let responder = Responder(contract: contract, surroundings: .reproducible(for: contract), faults: [must.played])
      let mock = InMemoryTransport(responder, writer: AnswerWriter(pace: .fast))
      let run = await MockRun(reduced, settings: MockRun.settings([must], reduced, mock.servers), over: mock)
      // Rules over the very value were blocked by the finding that is gone.
      let whole = await MockRun.inMemory(contract, playing: [must]).result
      let blocked = Set(whole.unjudged.filter { $0.kind == .blocked }.compactMap { $0.place?.pointer })
      let others = run.result.findings.filter { !blocked.contains($0.promise?.pointer ?? "") }
      #expect(others.map(\.message) == [], "\(must.name)")
    }
  }

  private static func remove(_ tokens: ArraySlice<String>, from json: inout Any) {
    guard let first = tokens.first else { return }
    let rest = tokens.dropFirst()
    if var object = json as? [String: Any] {
      if rest.isEmpty {
        object[first] = nil
      } else if var inner = object[first] {
        remove(rest, from: &inner)
        object[first] = inner
      }
      json = object
    } else if var array = json as? [Any], let index = Int(first), array.indices.contains(index) {
      if rest.isEmpty { array.remove(at: index) } else { remove(rest, from: &array[index]) }
      json = array
    }
  }
}
