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
