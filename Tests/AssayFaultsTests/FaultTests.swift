import AssayContract
import AssayFaults
import AssayFindings
import AssayJSON
import AssayLint
import Foundation
import Testing

/// Which faults a contract has, held against what it promises.
struct FaultTests {
  @Test(arguments: Gallery.names + ["calls"])
  func listsTheSameFaults(name: String) async throws {
    let faults = await Gallery.faults(of: try Gallery.contract(name))
    let text = Self.lines(of: faults).joined(separator: "\n") + "\n"
    let file = Gallery.root.appending(path: "fixtures/faults/\(name).txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let difference = zip(text.split(separator: "\n"), expected.split(separator: "\n")).first { $0 != $1 }
    #expect(text == expected, "the first other line is \(difference?.0 ?? "the last")")
    if text != expected, ProcessInfo.processInfo.environment["ASSAY_RECORD"] != nil {
      try text.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(Set(faults.map(\.name)).count == faults.count)
    for fault in faults {
      #expect(fault.name.hasPrefix(fault.operation + "."))
      #expect(fault.about.hasSuffix("."))
      #expect((fault.kind == .addition) == (fault.breaks == nil))
    }
  }

  /// Every `must` of the catalogue that a check holds a backend to is broken by a fault, or is known to be broken by none.
  @Test(arguments: Gallery.names + Gallery.examples + ["keywords", "calls"])
  func breaksEveryMust(name: String) async throws {
    let contract = try Gallery.contract(name)
    let broken = Set(await Gallery.faults(of: contract).compactMap { $0.breaks?.pointer.description })
    let musts = PromiseCatalogue(of: contract).promises.filter { $0.level == .must && !$0.checks.isEmpty }
    let pointers = musts.flatMap(\.pointers).map(\.description)
    let gaps = Set(pointers).subtracting(broken).sorted()
    let file = Gallery.root.appending(path: "fixtures/faults/\(name).gaps.txt")
    let known = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n").map(String.init) ?? []
    #expect(gaps.filter { !known.contains($0) } == [], "no fault breaks them")
    #expect(known.filter { !gaps.contains($0) } == [], "they are known as gaps and are none")
    if gaps != known, ProcessInfo.processInfo.environment["ASSAY_RECORD"] != nil {
      try gaps.map { $0 + "\n" }.joined().write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(pointers.count > 10)
  }

  /// The table `assay mock --list-faults` prints.
  private static func lines(of faults: [Fault]) -> [String] {
    let widths = Dictionary(grouping: faults, by: \.operation).mapValues { $0.map(\.name.count).max() ?? 0 }
    return faults.map { fault in
      let weight = fault.kind == .addition ? "adds" : fault.level.rawValue
      let name = fault.name + String(repeating: " ", count: (widths[fault.operation] ?? 0) - fault.name.count)
      return "\(name)  \(weight)\(String(repeating: " ", count: 6 - weight.count))  \(fault.about)"
    }
  }

  @Test func namesTheNearest() async throws {
    let contract = try Gallery.contract("landmark")
    let fault = try #require(await Gallery.faults(of: contract).first?.name)
    await #expect(throws: (any Error).self) { try await Faults.named([fault + "x"], in: contract) }
    #expect(try await Faults.named([fault, fault], in: contract).map(\.name) == [fault])
  }
}
