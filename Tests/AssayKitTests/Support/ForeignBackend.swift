import AssayHTTP
import AssayTransport
import AssayVerifier
import Foundation
import TestKit
import Testing

/// A backend written in Python, running in a process of its own until the test is done with it.
final class ForeignBackend: Sendable {
  /// One way the backend can behave, and what a verification must make of it.
  struct Variant: Decodable, Sendable, CustomTestStringConvertible {
    var name: String
    var kind: Kind
    var about: String
    var expects: [Expectation]

    enum Kind: String, Decodable { case conforming, legal, broken, probed, drifting }
    var testDescription: String { name }
  }

  /// A finding a broken variant must bring about.
  struct Expectation: Decodable, Sendable {
    var level: String
    var operation: String
    /// The rule ids that would be right.
    var rules: [String]
    /// A part of the finding's location.
    var location: String?
    /// A part of the finding's message.
    var says: String?
    /// The finding may be made or not.
    var isOptional: Bool

    private enum Key: String, CodingKey { case level, operation, rule, location, says, optional }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      level = try container.decode(String.self, forKey: .level)
      operation = try container.decode(String.self, forKey: .operation)
      rules =
        try (try? container.decode([String].self, forKey: .rule)) ?? [container.decode(String.self, forKey: .rule)]
      location = try container.decodeIfPresent(String.self, forKey: .location)
      says = try container.decodeIfPresent(String.self, forKey: .says)
      isOptional = try container.decodeIfPresent(Bool.self, forKey: .optional) ?? false
    }
  }

  private let server: RunningServer
  private let control = CurlTransport()
  var servers: [String: String] { server.servers }

  /// Starts the backend and waits until it listens.
  init(_ system: ForeignSystem) throws { server = try .python(system.backend) }

  convenience init(_ system: DocumentedSystem) throws { try self.init(ForeignSystem(system)) }

  /// The variants the backend knows.
  static func variants(of system: ForeignSystem) throws -> [Variant] {
    let listed = try Program.python.run([system.backend, "--list-variants"])
    return try JSONDecoder().decode([Variant].self, from: Data(listed.output.utf8))
  }

  /// Makes the backend behave as `variant` from now on, its state new.
  func select(_ variant: String) async throws {
    // The control path is the backend's own, not a system's: see fixtures/backends/README.md.
    let request = HTTPRequest(method: "POST", url: server.url + "/__variant", body: Array(variant.utf8))
    let answer = ResponseCollector()
    let end = await control.send(request, limits: TransferLimits(total: .seconds(60)), to: answer)
    try #require(answer.response?.head.status == 200, "cannot select \(variant): \(end.reason)")
  }
}
