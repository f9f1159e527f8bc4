import AssayJSON
import AssayRegex
import AssaySchema
import Foundation

/// Measures parsing and validating on four documents and prints a table, or JSON lines for a script that adds peers.
///
/// `assay-bench SCHEMAS OUTPUT [--json]`: schemas and small documents are read from the first folder. All documents are
/// written to the second, so that other libraries can be measured on the same bytes.
///
/// `assay-bench schemas FOLDER` and `assay-bench documents FOLDER` measure published sets.
///
/// The end-to-end commands are `assay-bench loop URL COUNT WIDTH`, a bare loop around libcurl, `assay-bench stream
/// URL`, which decodes an event stream without judging it, and `assay-bench serve FOLDER [THREADS]`.
@main
struct AssayBench {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 3 else {
      let usage =
        "usage: assay-bench SCHEMAS OUTPUT [--json] | schemas FOLDER | documents FOLDER | loop URL COUNT WIDTH | "
        + "stream URL | serve FOLDER [THREADS]\n"
      FileHandle.standardError.write(Data(usage.utf8))
      exit(2)
    }
    switch arguments[1] {
    case "schemas": try BenchSets.schemas(URL(fileURLWithPath: arguments[2]))
    case "documents": try BenchSets.documents(URL(fileURLWithPath: arguments[2]))
    case "loop": loop(arguments)
    case "stream": print(try BareStream(url: arguments[2]).run(), "events")
    case "serve":
      try serve(URL(fileURLWithPath: arguments[2]), threads: arguments.count > 3 ? Int(arguments[3]) ?? 1 : 1)
    default: try measureEngine(arguments)
    }
  }

  private static func loop(_ arguments: [String]) {
    guard arguments.count == 5, let count = Int(arguments[3]), let width = Int(arguments[4]), count > 0, width > 0
    else {
      exit(2)
    }
    if BareLoop(url: arguments[2], count: count, width: width).run() != count { exit(1) }
  }

  private static func serve(_ folder: URL, threads: Int) throws {
    guard let server = try StaticServer(folder: folder) else { exit(3) }
    let port = server.port
    for _ in 1..<max(1, threads) {
      Thread.detachNewThread { (try? StaticServer(folder: folder, port: port))?.run() }
    }
    print(port)
    fflush(nil)
    server.run()
  }

  private static func measureEngine(_ arguments: [String]) throws {
    let schemas = URL(fileURLWithPath: arguments[1])
    let output = URL(fileURLWithPath: arguments[2])
    let asJSON = arguments.contains("--json")
    try FileManager.default.createDirectory(at: output, withIntermediateDirectories: true)
    if !asJSON { print("document     bytes      parse   validate   both   (MB/s)") }
    for name in ["search", "results", "event", "nested"] {
      let bytes = try document(name, in: schemas)
      try Data(bytes).write(to: output.appendingPathComponent("\(name).json"))
      let text = try Data(contentsOf: schemas.appendingPathComponent("\(name).schema.json"))
      let schema = try SchemaSet(document: JSONDocument(parsing: Array(text))).schema(at: JSONPointer())
      let row = try measure(bytes, schema)
      print(asJSON ? row.json(name) : row.text(name))
    }
    if !asJSON {
      try measureRegex()
      try measureCompilation()
    }
  }

  /// Measures an expression for which backtracking matchers would take years.
  private static func measureRegex() throws {
    let regex = try ECMARegex("^(a+)+$")
    let text = String(repeating: "a", count: 50_000) + "!"
    var matches = 0
    let seconds = Stopwatch.seconds { if regex.contains(in: text) { matches += 1 } }
    precondition(matches == 0)
    print("^(a+)+$ on 50,000 a and an exclamation mark: \(Int(seconds * 1e6)) µs")
  }

  /// Measures the compilation of a schema that refers to all meta-schemas of its draft.
  private static func measureCompilation() throws {
    let document = try JSONDocument(parsing: "{\"$ref\":\"\(SchemaDialect.draft2020_12.rawValue)\"}")
    var compiled = 0
    let seconds = Stopwatch.seconds {
      if (try? SchemaSet(document: document).schema(at: JSONPointer())) != nil { compiled += 1 }
    }
    precondition(compiled > 0)
    print("compiling the 2020-12 meta-schemas: \(Int(seconds * 1e6)) µs")
  }

  private static func document(_ name: String, in folder: URL) throws -> [UInt8] {
    switch name {
    case "results": Array(BenchDocuments.results().utf8)
    case "nested": Array(BenchDocuments.nested().utf8)
    default: Array(try Data(contentsOf: folder.appendingPathComponent("\(name).json")))
    }
  }

  private static func measure(_ bytes: [UInt8], _ schema: CompiledSchema) throws -> BenchRow {
    let parsed = try JSONDocument(parsing: bytes)
    let root = parsed.root
    precondition(schema.isValid(root), "the document has to keep its schema")
    var sink = 0
    let parse = Stopwatch.seconds {
      if let document = try? JSONDocument(parsing: bytes) { sink &+= document.entryCount }
    }
    let validate = Stopwatch.seconds { if schema.isValid(root) { sink &+= 1 } }
    let both = Stopwatch.seconds {
      if let document = try? JSONDocument(parsing: bytes), schema.isValid(document.root) { sink &+= 1 }
    }
    precondition(sink != 0)
    return BenchRow(bytes: bytes.count, parse: parse, validate: validate, both: both)
  }
}
