import Foundation
import TestKit
import Testing

/// The commands of README and articles: each console block is run, each other one is marked as a sketch.
struct DocumentedCommandsTests {
  private static let pages =
    ["README.md"]
    + ((try? FileManager.default.contentsOfDirectory(atPath: Repository.path("Sources/AssayKit/AssayKit.docc"))) ?? [])
    .filter { $0.hasSuffix(".md") }.sorted().map { "Sources/AssayKit/AssayKit.docc/\($0)" }

  /// A fenced block and the line above it.
  private struct Block {
    var language: String
    var lines: [String]
    var before: String
  }

  private static func blocks(of page: String) throws -> [Block] {
    var blocks: [Block] = []
    var open: Block?
    var before = ""
    let text = try String(contentsOfFile: Repository.path(page), encoding: .utf8)
    for line in text.components(separatedBy: "\n").map({ $0.trimmingCharacters(in: .whitespaces) }) {
      if line.hasPrefix("```") {
        if let block = open {
          blocks.append(block)
          open = nil
        } else {
          open = Block(language: String(line.dropFirst(3)), lines: [], before: before)
        }
      } else if open != nil {
        open?.lines.append(line)
      }
      if !line.isEmpty { before = line }
    }
    return blocks
  }

  @Test(arguments: pages) func everyConsoleBlockIsRun(page: String) async throws {
    let folder = try TemporaryFolder()
    for name in ["contracts", "fixtures"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder.path(name),
        withDestinationPath: Repository.path(name)
      )
    }
    for block in try Self.blocks(of: page) where block.language == "console" {
      var lines = block.lines[...]
      while let line = lines.popFirst() {
        let words = line.split(separator: " ").map(String.init)
        try #require(words.prefix(2) == ["$", "assay"], "\(page): \(line)")
        let shown = lines.prefix { !$0.hasPrefix("$ ") }
        lines = lines.dropFirst(shown.count)
        let outcome = try await Program.assay.finish(Array(words.dropFirst(2)), folder: folder.url)
        #expect(outcome.status == 0, "\(page): \(line): \(outcome.errors)")
        let seen = (outcome.output + outcome.errors).components(separatedBy: "\n").map {
          $0.trimmingCharacters(in: .whitespaces)
        }
        // `…` stands for any lines.
        for text in shown where text != "…" { #expect(seen.contains(text), "\(page): \(line): \(text)") }
      }
    }
  }

  @Test(arguments: pages) func everyOtherCommandBlockIsASketchOfCommandsThatExist(page: String) async throws {
    for block in try Self.blocks(of: page) where block.language == "sh" {
      #expect(block.before.hasPrefix("<!-- sketch"), "\(page): \(block.lines.first ?? "")")
      let joined = block.lines.joined(separator: "\n").replacing("\\\n", with: " ").split(separator: "\n")
      for line in joined where line.hasPrefix("assay ") {
        let words = line.split(separator: " ").prefix { $0 != "#" }.map(String.init)
        let help = try await Program.assay.finish([words[1], "--help"])
        #expect(help.status == 0, "\(page): \(line)")
        let flags = words.filter { $0.hasPrefix("--") }.map { $0.prefix { $0 != "=" } }
        for flag in flags { #expect(help.output.contains("  \(flag)"), "\(page): \(flag)") }
      }
    }
  }

  @Test func readmeIsShort() throws {
    let text = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }
}
