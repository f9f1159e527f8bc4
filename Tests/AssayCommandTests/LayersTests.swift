import Foundation
import TestKit
import Testing

/// `.ci/layers`, which `make lint` runs, says each kind of breach, with its place, and nothing else.
///
/// Each case is planted in a copy of what the script reads: the manifest, the article and the sources.
struct LayersTests {
  /// A breach: the file to change, what to put for what, and what is said about it.
  struct Breach: Sendable, CustomTestStringConvertible {
    var name: String
    var file: String
    /// The text to replace; empty for the beginning of the file.
    var old: String
    var new: String
    var says: [String]
    var testDescription: String { name }
  }

  static let breaches = [
    Breach(
      name: "a layer declares one above it",
      file: "Package.swift",
      old: #"layer("AssayText"),"#,
      new: #"layer("AssayText", ["AssayKit"]),"#,
      says: ["Package.swift: AssayText (row 0) declares AssayKit (row "]
    ),
    Breach(
      name: "a layer declares one beside it",
      file: "Package.swift",
      old: #"layer("AssayText"),"#,
      new: #"layer("AssayText", ["AssayJSON"]),"#,
      says: ["Package.swift: AssayText (row 0) declares AssayJSON (row 0)"]
    ),
    Breach(
      name: "a file imports what its target does not declare",
      file: "Sources/AssayFindings/Planted.swift",
      old: "",
      new: "import AssayContract\n",
      says: ["Sources/AssayFindings/Planted.swift:1: imports AssayContract, which AssayFindings does not declare"]
    ),
    Breach(
      name: "a pure layer imports the system",
      file: "Sources/AssayJSON/Planted.swift",
      old: "",
      new: "/// A planted file.\npackage import Foundation\n",
      says: ["Sources/AssayJSON/Planted.swift:2: imports Foundation; rows 0 to 3 do without the system"]
    ),
    Breach(
      name: "another than the transport knows libcurl",
      file: "Package.swift",
      old: #"layer("AssayTransport", ["#,
      new: #"layer("Planted", ["CCurl"]), layer("AssayTransport", ["#,
      says: ["Package.swift: Planted must not know CCurl", "Architecture.md: shows Planted in no row"]
    ),
    Breach(
      name: "a target stands in no row",
      file: "Package.swift",
      old: "    // Row 0",
      new: "    layer(\"Planted\"),\n    // Row 0",
      says: ["Package.swift: Planted stands in no row of the table"]
    ),
    Breach(
      name: "the package depends on another",
      file: "Package.swift",
      old: "dependencies: [],\n  targets:",
      new: "dependencies: [.package(path: \"../planted\")],\n  targets:",
      says: ["Package.swift: depends on planted; there are no packages"]
    ),
    Breach(
      name: "the article shows another row",
      file: "Sources/AssayKit/AssayKit.docc/Architecture.md",
      old: "| 0 | `AssayText`, ",
      new: "| 0 | ",
      says: ["Architecture.md: shows AssayText in no row; in Package.swift it stands in row 0"]
    ),
  ]

  @Test(arguments: breaches)
  func isSaid(_ breach: Breach) throws {
    let tree = try Self.copy()
    let file = tree.url.appending(path: breach.file)
    let text = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
    #expect(breach.old.isEmpty || text.contains(breach.old), "\(breach.file) has nothing to put the breach in place of")
    let planted =
      breach.old.isEmpty ? breach.new + text : text.replacing(breach.old, with: breach.new, maxReplacements: 1)
    try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(planted.utf8).write(to: file)
    let outcome = try Self.layers(of: tree)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    for line in breach.says { #expect(lines.contains { $0.hasPrefix(line) }, "\(outcome.errors)") }
    #expect(lines.count == breach.says.count, "\(outcome.errors)")
  }

  @Test func theTreeAsItIsKeepsThem() throws {
    let tree = try Self.copy()
    let outcome = try Self.layers(of: tree)
    #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
  }

  private static func layers(of tree: TemporaryFolder) throws -> Program.Outcome {
    // The folder is there as long as the value is.
    try withExtendedLifetime(tree) { try Program.python.run([Repository.path(".ci/layers"), tree.path("")]) }
  }

  /// What the script reads, in a folder of its own.
  private static func copy() throws -> TemporaryFolder {
    let tree = try TemporaryFolder()
    let files = FileManager.default
    for name in ["Package.swift", "Sources"] {
      try files.copyItem(at: Repository.url(name), to: tree.url.appending(path: name))
    }
    return tree
  }
}
