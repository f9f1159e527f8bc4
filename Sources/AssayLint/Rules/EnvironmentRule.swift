import AssayContract
import AssayJSON

/// The rule that `${NAME}`, a reference to an environment variable, is only used in parts that are sent, since it is
/// not replaced elsewhere.
enum EnvironmentRule: LintRule {
  /// The keys of the parts that are not sent: those that describe the contract or the mock's responses.
  private static let others: Set<String> = [
    "title", "description", "message", "notes", "documents", "mock", "example", "examples", "environments",
  ]

  static func check(_ run: inout LintRun) {
    guard run.contract.document.mayHold("${") else { return }
    let secrets = run.root.table("variables").filter { $0["secret"]?.value.text == "true" }.map(\.value)
    let read = Set((EnvironmentReferences.sent(in: run.root.value) + secrets).map(\.byteRange))
    var found: [(name: String, value: JSONValue, pointer: JSONPointer)] = []
    func visit(_ value: JSONValue, _ pointer: JSONPointer) {
      if read.contains(value.byteRange) { return }
      if let name = value.string.flatMap({ EnvironmentReferences.names(in: $0).first }) {
        found.append((name, value, pointer))
      }
      for (index, item) in value.items.enumerated() { visit(item, pointer.appending(String(index))) }
      for member in value.members where !others.contains(member.key) && !member.key.hasPrefix("x-") {
        visit(member.value, pointer.appending(member.key))
      }
    }
    visit(run.root.value, JSONPointer())
    for (name, value, pointer) in found {
      run.log.add(
        .unreadEnvironment,
        "`${\(name)}` is not read from the environment here",
        help:
          "it is read in servers, requests, messages, credentials and steps; a secret variable has it as its `default`",
        range: value.byteRange,
        pointer: pointer
      )
    }
  }
}
