import AssayContract
import Foundation
import TestKit

/// The project's own contracts, which the mock is tried with.
enum ContractFixture {
  static let names = ["mondrian", "serial-ocr", "memorai", "landmark"]

  static func load(_ name: String) throws -> Contract {
    let file = Repository.url("contracts/\(name).json")
    return try ContractLoader.load(bytes: Array(try Data(contentsOf: file)), file: file.path)
  }

  /// A few bytes for any file a contract names.
  static let files: @Sendable (String) -> [UInt8]? = { Array("bytes of \($0)".utf8) }
}
