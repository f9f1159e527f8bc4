import Foundation
import TestKit
import Testing

/// What shells and `man` are told, read by them.
struct CompletionsTests {
  @Test(arguments: [
    ("1", "assay ver", "verify"), ("2", "assay verify --base", "--baseline"), ("2", "assay drift --base", "--baseline"),
    ("2", "assay lint --ba", ""), ("1", "assay --ver", "--version"),
  ])
  func bashCompletes(position: String, words: String, expected: String) async throws {
    let script = """
      set -eu
      source /dev/stdin <<<"$("$0" completions bash)"
      COMP_WORDS=(\(words)) COMP_CWORD=\(position) COMPREPLY=()
      _assay || true
      echo "${COMPREPLY[*]-}"
      """
    let outcome = try await Program("/bin/bash").finish(["-c", script, Program.assay.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == expected + "\n")
  }

  @Test(
    .enabled("there is no zsh") { Program.has("zsh") },
    arguments: [
      ("assay ver", "assay verify "), ("assay verify --base", "assay verify --baseline="),
      ("assay drift --base", "assay drift --baseline="), ("assay lint --ba", "assay lint --ba"),
      ("assay --ver", "assay --version "),
    ]
  )
  func zshCompletes(line: String, expected: String) async throws {
    let folder = try TemporaryFolder()
    try await Program.assay.finish(["completions", "zsh"]).output
      .write(toFile: folder.path("_assay"), atomically: true, encoding: .utf8)
    let script = Repository.path("fixtures/terminal/completes.zsh")
    let outcome = try await Program.found("zsh").finish(["-f", script, folder.url.path(percentEncoded: false), line])
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.output == expected + "\n")
  }

  @Test(
    .enabled("there is no fish") { Program.has("fish") },
    arguments: [
      ("assay ver", ["verify"]), ("assay verify --base", ["--baseline"]), ("assay drift --base", ["--baseline"]),
      ("assay lint --ba", []), ("assay --ver", ["--version"]),
    ]
  )
  func fishCompletes(line: String, expected: [String]) async throws {
    let folder = try TemporaryFolder()
    try await Program.assay.finish(["completions", "fish"]).output
      .write(toFile: folder.path("assay.fish"), atomically: true, encoding: .utf8)
    let outcome = try await Program.found("fish").finish(
      ["--no-config", "-c", "source \(folder.path("assay.fish")); complete -C '\(line)'"],
      environment: ["HOME": folder.path("")]
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    // What a word stands for follows it behind a tabulator.
    #expect(outcome.output.split(separator: "\n").map { $0.prefix { $0 != "\t" } } == expected.map { $0[...] })
  }

  /// A line that ends in a value begun, and the values it may become.
  private static let valueLines: [(line: String, values: [String])] = [
    ("assay verify --report ju", ["junit-rich=", "junit="]), ("assay verify --progress o", ["off", "on"]),
    ("assay explain poll.tr", ["poll.transition"]), ("assay schema ba", ["baseline"]),
    ("assay verify contracts/landmark.json --only hea", ["health/health"]),
    ("assay verify contracts/mondrian.json --server ra", ["rag="]),
    ("assay drift contracts/mondrian.json --skip-server ra", ["rag"]),
    ("assay verify contracts/examples/notes.json --environment st", ["staging"]),
    ("assay verify contracts/examples/notes.json --set au", ["author="]),
    ("assay verify tagged.json --tag sm", ["smoke"]),
    ("assay mock contracts/landmark.json --fault health.status-500", ["health.status-500"]),
    ("assay mock contracts/landmark.json --oddity utf", ["utf8-split"]),
    ("assay lint files/c", ["files/contract.json", "files/contract.yaml"]),
    ("assay verify --replay files/c", ["files/capture.har", "files/contract.json"]),
    ("assay verify --documents fi", ["files"]),
  ]

  /// A folder with contracts, and files of several kinds.
  private func workplace() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.path("contracts"), withDestinationPath: Repository.path("contracts"))
    try files.createSymbolicLink(atPath: folder.path("assay"), withDestinationPath: Program.assay.path)
    try files.createDirectory(atPath: folder.path("files"), withIntermediateDirectories: true)
    for name in ["contract.json", "contract.yaml", "capture.har", "certificate.pem", "c.txt"] {
      _ = try folder.write("{}", to: "files/\(name)")
    }
    let tagged = try Repository.text("contracts/landmark.json")
    _ = try folder.write(
      tagged.replacing(
        "\"scenarios\": {",
        with: #""scenarios": { "t": { "tags": ["smoke", "slow"], "steps": [{ "operation": "health" }] },"#
      ),
      to: "tagged.json"
    )
    return folder
  }

  private static func environment(_ folder: TemporaryFolder) -> [String: String] {
    ["PATH": folder.path("") + ":/usr/bin:/bin", "HOME": folder.path(""), "LC_ALL": "C.UTF-8"]
  }

  @Test(arguments: valueLines.indices) func bashCompletesValues(index: Int) async throws {
    let (line, values) = Self.valueLines[index]
    let folder = try workplace()
    let script = """
      source /dev/stdin <<<"$(assay completions bash)"
      COMP_WORDS=(\(line)) COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMPREPLY=()
      _assay || true
      [ ${#COMPREPLY[@]} = 0 ] || printf '%s\\n' "${COMPREPLY[@]}"
      """
    let outcome = try await Program("/bin/bash").finish(
      ["-c", script],
      environment: Self.environment(folder),
      folder: folder.url
    )
    #expect(
      outcome.output.split(separator: "\n").map(String.init).sorted() == values.sorted(),
      "\(line): \(outcome.errors)"
    )
  }

  @Test(.enabled("there is no fish") { Program.has("fish") }, arguments: valueLines.indices)
  func fishCompletesValues(index: Int) async throws {
    let (line, values) = Self.valueLines[index]
    let folder = try workplace()
    let outcome = try await Program.found("fish").finish(
      ["--no-config", "-c", "assay completions fish | source; complete -C '\(line)'"],
      environment: Self.environment(folder),
      folder: folder.url
    )
    let seen = outcome.output.split(separator: "\n").map { line in
      let word = String(line.prefix { $0 != "\t" })
      return word.hasSuffix("/") ? String(word.dropLast()) : word
    }
    #expect(seen.sorted() == values.sorted(), "\(line): \(outcome.errors)")
  }

  /// Of one value zsh makes the line; of several their common beginning.
  @Test(.enabled("there is no zsh") { Program.has("zsh") }, arguments: valueLines.indices)
  func zshCompletesValues(index: Int) async throws {
    let (line, values) = Self.valueLines[index]
    let folder = try workplace()
    try await Program.assay.finish(["completions", "zsh"]).output
      .write(toFile: folder.path("_assay"), atomically: true, encoding: .utf8)
    let script = Repository.path("fixtures/terminal/completes.zsh")
    let outcome = try await Program.found("zsh").finish(
      ["-f", script, folder.path(""), line],
      environment: Self.environment(folder),
      folder: folder.url
    )
    #expect(outcome.status == 0, "\(outcome.errors)")
    let begun = line.split(separator: " ").last.map(String.init) ?? ""
    let before = line.dropLast(begun.count)
    let common = values.reduce(values.first ?? begun) { $0.commonPrefix(with: $1) }
    let seen = outcome.output.trimmingCharacters(in: .newlines)
    #expect(seen.hasPrefix(before + common), "\(line): \(seen)")
    // Anything else would be of no listed value.
    let rest = seen.dropFirst(before.count + common.count)
    #expect(rest.allSatisfy { " /".contains($0) }, "\(line): \(seen)")
  }

  @Test func everyCommandHasItsWords() async throws {
    let man = try await Program.assay.finish(["man"]).output
    let fish = try await Program.assay.finish(["completions", "fish"]).output
    let zsh = try await Program.assay.finish(["completions", "zsh"]).output
    for command in ["verify", "mock", "lint", "drift", "diff", "promises", "init", "explain", "schema", "man"] {
      #expect(man.contains("\n.SS assay \(command)"))
      #expect(fish.contains(" -a \(command) "))
      #expect(zsh.contains("'\(command):"))
    }
    // A line that begins so is a request to roff, and has to be one it knows.
    let requests = man.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } }
    #expect(Set(requests).isSubset(of: [".TH", ".SH", ".SS", ".TP", ".B", ".PP"]))
  }
}
