import AssayKit
import AssayText

/// The command `assay init`, which makes a first contract and a project file from one response of a server, without
/// prompting.
enum InitCommand {
  static let syntax = CommandSyntax(
    name: "init",
    operands: "URL [ANSWER.json]",
    operandCount: 1...2,
    summary: "Start: write a contract and assay.json from the response of a URL, or from an example of it.",
    details: """
      Existing files are not overwritten. Add what one response cannot show (optional members, the meaning of values,
      other operations): assay lint, assay explain and contracts/README.md help. Secrets in the path and the query of the
      URL become variables of the environment; its user and password, and secrets of the response, are not written.
      Exit status: 0 written, 2 invalid arguments or an existing file, 3 no response, no success, not JSON, or a file could
      not be written.
      """,
    flags: [
      Flag(name: "--into", value: "DIR", help: "The folder of the project (default: this one)."),
      Flag(
        name: "--pipeline",
        value: Pipeline.allCases.map(\.rawValue).joined(separator: "|"),
        help: "Write a pipeline also, which installs Assay and runs it."
      ),
    ],
    examples: [
      "assay init http://127.0.0.1:8000/health",
      "assay init https://api.example/users/7 answer.json",
      "assay init http://127.0.0.1:8000/health --into contract-tests",
    ],
    run: run
  )

  private static func run(_ arguments: ParsedArguments) async throws -> ExitStatus {
    let text = arguments.operands[0]
    guard let url = ServerURL(text), !text.contains("${") else {
      throw ParsedArguments.Mistake(
        message:
          "assay init needs a URL that begins with http:// or https:// and has no fragment (#…), not \(shown(text))"
      )
    }
    let pipeline = try arguments.choice("--pipeline", Pipeline.self)
    let draft: ProjectDraft
    do throws(ConformanceError) {
      if arguments.operands.count == 2 {
        draft = try ProjectDraft(answer: arguments.operands[1], of: url)
      } else {
        draft = try await ProjectDraft(calling: url)
      }
    } catch {
      Terminal.complain(error)
      return arguments.operands.count == 2 ? .usage : .unverified
    }
    let files = draft.files + (pipeline.map { [$0.file] } ?? [])
    let folder = arguments.one("--into").map { $0 + "/" } ?? ""
    let places = files.map { file in
      OutputPlace(flag: folder + file.path, content: file.path, path: folder + file.path)
    }
    for place in places where FileAccess.exists(place.path) {
      throw ParsedArguments.Mistake(message: "\(place.path) is there already, and is not overwritten")
    }
    guard places.prepare() else { return .unverified }
    guard zip(places, files).map({ $0.write($1.text) }).allSatisfy({ $0 }) else { return .unverified }
    for place in places { Terminal.print("wrote \(place.path)") }
    if !draft.variables.isEmpty {
      Terminal.print(
        "the contract reads \(draft.variables.all) from the environment, because the URL contains a secret"
      )
    }
    if draft.leavesOutUser {
      Terminal.print(
        "user and password of the URL are not written: give them to assay verify, --server api=URL or --header"
      )
    }
    Terminal.print(
      """

      Next, in that folder:
        assay lint      shows what is missing in the contract
        assay verify    checks the backend against it

      In a GitHub workflow (--pipeline github writes it, --pipeline gitlab one of GitLab):
      \(Pipeline.githubSteps.split(separator: "\n").map { "  \($0)" }.joined(separator: "\n"))
      """
    )
    return .success
  }

  /// Returns an invalid URL for an error message, reduced to its host, since the other parts may be secret.
  private static func shown(_ text: String) -> String {
    // In a query another URL may begin.
    let scheme = text.firstRange(of: "://").flatMap { mark in
      text[..<mark.lowerBound].contains { "/?#@".contains($0) } ? nil : mark
    }
    let start = scheme?.upperBound ?? text.startIndex
    let authority = text[start...].prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    return text[..<start] + host + (authority.endIndex < text.endIndex ? "…" : "")
  }
}
