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
