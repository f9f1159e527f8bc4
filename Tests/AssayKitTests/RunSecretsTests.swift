import AssayJSON
import Testing

@testable import AssayKit

/// The secrets a run begins with.
struct RunSecretsTests {
  /// Every place of a contract from which something is sent is read for `${NAME}`, and no other.
  @Test(arguments: [
    (#"{"operations":{"a":{"request":{"headers":{"X-Key":"${KEY}"}}}}}"#, ["KEY"]),
    (#"{"operations":{"a":{"stream":{"send":[{"data":{"token":"${KEY}"}}]}}}}"#, ["KEY"]),
    (#"{"scenarios":{"s":{"steps":[{"operation":"a","send":[{"data":"${KEY}"}]}]}}}"#, ["KEY"]),
    (#"{"operations":{"a":{"responses":{"200":{"body":{"example":"${KEY}"}}}}}}"#, []),
    (#"{"operations":{"a":{"stream":{"examples":[{"data":"${KEY}"}]}}}}"#, []),
  ])
  func referencesAreReadWhereSomethingIsSent(_ contract: String, _ names: [String]) throws {
    let texts = EnvironmentReferences.texts(in: try JSONDocument(parsing: Array(contract.utf8)).root)
    #expect(texts.flatMap { EnvironmentReferences.names(in: $0.text) } == names)
  }
}
