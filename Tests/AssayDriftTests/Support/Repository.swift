import AssayContract
import Foundation
import TestKit

extension Repository {
  /// The contract at `url`, called by its last component.
  static func contract(_ url: URL) throws -> Contract {
    try ContractLoader.load(bytes: bytes(url), file: url.lastPathComponent)
  }
}
