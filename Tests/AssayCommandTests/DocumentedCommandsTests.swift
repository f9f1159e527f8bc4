import Foundation
import TestKit
import Testing

/// The commands of README and articles: each console block is run, each other one is marked as a sketch.
struct DocumentedCommandsTests {
  private static let pages =
    ["README.md", "contracts/README.md"]
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

  /// The languages whose blocks are tried: here, as Swift code, or as a pipeline.
  @Test(arguments: pages) func everyBlockHasALanguageThatIsTried(page: String) throws {
    for block in try Self.blocks(of: page) where !block.before.hasPrefix("<!-- sketch") {
      #expect(
        ["", "console", "json", "yaml", "groovy", "swift"].contains(block.language),
        "\(page): \(block.lines.first ?? "")"
      )
    }
  }

  @Test(arguments: pages) func everyJSONBlockIsRead(page: String) async throws {
    let folder = try TemporaryFolder()
    for block in try Self.blocks(of: page) where block.language == "json" && !block.before.hasPrefix("<!-- sketch") {
      for text in try Self.values(block.lines, page) where text.contains("\"contract\": \"1\"") {
        let path = try folder.write(text, to: "contract.json")
        let outcome = try await Program.assay.finish(["lint", path], folder: folder.url)
        #expect(outcome.status == 0, "\(page): \(outcome.output)\(outcome.errors)")
      }
    }
  }

  /// The JSON values of a block, one after the other; members without their braces are a value too.
  private static func values(_ lines: [String], _ page: String) throws -> [String] {
    var values: [String] = []
    var open: [String] = []
    for line in lines {
      open.append(line)
      let text = open.joined(separator: "\n")
      guard (try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)) != nil else {
        continue
      }
      values.append(text)
      open = []
    }
    if open.allSatisfy(\.isEmpty) { return values }
    let members = "{\(open.joined(separator: "\n"))}"
    let read = try? JSONSerialization.jsonObject(with: Data(members.utf8))
    #expect(read != nil, "\(page) has a block that is not JSON: \(members)")
    return values + [members]
  }

  @Test func readmeIsShort() throws {
    let text = try String(contentsOfFile: Repository.path("README.md"), encoding: .utf8)
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count <= 201)
  }
}
