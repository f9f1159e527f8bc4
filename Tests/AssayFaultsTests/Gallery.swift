import AssayContract
import AssayFaults
import AssayMock
import Foundation
import Synchronization
import TestKit

/// The project's own contracts, and their faults, derived once for all tests.
enum Gallery {
  static let names = ["serial-ocr", "landmark", "memorai", "mondrian"]

  /// The examples of the contract format's reference.
  static let examples = [
    "async-jobs", "chat-completions", "line-streams", "notes", "pages", "postage", "stock", "ticker", "translation",
  ]

  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The gallery's contract `name`, the example of this name, or the contract of the folder of this name in
  /// `fixtures/faults`.
  static func contract(_ name: String) throws -> Contract {
    let path =
      names.contains(name)
      ? "contracts/\(name).json"
      : examples.contains(name) ? "contracts/examples/\(name).json" : "fixtures/faults/\(name)/contract.json"
    let file = root.appending(path: path)
    return try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: file.path) { name in
      (try? Data(contentsOf: file.deletingLastPathComponent().appending(path: name))).map { Array($0) }
    }
  }

  private static let derived = Mutex<[String: Task<[Fault], Never>]>([:])

  static func faults(of contract: Contract) async -> [Fault] {
    let task = derived.withLock { derived in
      let task = derived[contract.service] ?? Task { await Faults.all(of: contract) }
      derived[contract.service] = task
      return task
    }
    return await task.value
  }

  /// Some of `choices`, evenly spread; all of them where there is time. A sanitizer, which makes each ten times as slow,
  /// looks at memory and threads, for which fewer do.
  static func share<Choice>(_ choices: [Choice], every step: Int) -> [Choice] {
    let isPatient = ProcessInfo.processInfo.environment["ASSAY_PATIENT_TESTS"] != nil
    if isPatient { return choices }
    return stride(from: 0, to: choices.count, by: Program.isSanitized ? step * 10 : step).map { choices[$0] }
  }
}
