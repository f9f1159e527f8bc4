import AssayJSON
import AssaySchema
import Foundation

/// Published sets: a folder of schemas with their instances, or a folder of documents. Each result is a line of JSON.
enum BenchSets {
  /// Measures each folder in `folder` with a `schema.json` and an `instances.jsonl`, an instance per line: the time to
  /// compile the schema, and to validate all instances, parsed in advance. The instances are validated one after the
  /// other, and also each repeatedly before the next, as Blaze measures; then again with formats as annotations, as in
  /// Blaze.
  static func schemas(_ folder: URL) throws {
    for set in try children(of: folder) {
      let file = set.appendingPathComponent("schema.json")
      guard let text = try? Data(contentsOf: file) else { continue }
      let bytes = Array(text)
      let schema: CompiledSchema
      do { schema = try SchemaSet(document: JSONDocument(parsing: bytes)).schema(at: JSONPointer()) } catch {
        try line(["schema": set.lastPathComponent, "refused": String(describing: error)])
        continue
      }
      let lines = try Data(contentsOf: set.appendingPathComponent("instances.jsonl")).split(separator: 0x0A)
      let instances = try lines.map { try JSONDocument(parsing: Array($0)).root }
      var valid = instances.count { schema.isValid($0) }
      let verdict = valid
      let alone = try SchemaSet(document: JSONDocument(parsing: bytes), options: SchemaOptions(assertsFormat: false))
        .schema(at: JSONPointer())
      let loops = max(20, min(1_000, 400_000 / max(1, instances.count)))
      let each = instances.map { instance in
        Stopwatch.mean("each", of: loops) { if alone.isValid(instance) { valid += 1 } }
      }
      let validate = Stopwatch.seconds("validate") {
        for instance in instances where schema.isValid(instance) { valid += 1 }
      }
      let compile = Stopwatch.seconds("compile") {
        // A schema is checked first, and compiled for the first value.
        let schema = try? SchemaSet(document: JSONDocument(parsing: bytes)).schema(at: JSONPointer())
        if schema?.isValid(.null) == true { valid += 1 }
      }
      try line([
        "schema": set.lastPathComponent, "bytes": lines.reduce(0) { $0 + $1.count }, "instances": instances.count,
        "valid": verdict, "validate": validate, "each": each.reduce(0, +), "compile": compile,
      ])
    }
  }

  /// Measures each `.json` file in `folder`: the time to parse it, and also to read every value in it.
  static func documents(_ folder: URL) throws {
    for file in try children(of: folder) where file.pathExtension == "json" {
      let bytes = Array(try Data(contentsOf: file))
      guard let document = try? JSONDocument(parsing: bytes) else { continue }
      var sink = read(document.root)
      let parse = Stopwatch.seconds("parse") { sink += (try? JSONDocument(parsing: bytes))?.entryCount ?? 0 }
      let all = Stopwatch.seconds("all") { sink += (try? JSONDocument(parsing: bytes)).map { read($0.root) } ?? 0 }
      precondition(sink != 0)
      try line(["document": file.lastPathComponent, "bytes": bytes.count, "parse": parse, "all": all])
    }
  }

  /// Decodes every string, name and number.
  private static func read(_ value: JSONValue) -> Int {
    switch value.kind {
    case .object: value.members.reduce(1) { $0 + $1.key.utf8.count + read($1.value) }
    case .array: value.items.reduce(1) { $0 + read($1) }
    case .string: value.string?.utf8.count ?? 0
    case .number: Int((value.double ?? 0).bitPattern & 1)
    case .true, .false, .null: 1
    }
  }

  private static func children(of folder: URL) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil).sorted {
      $0.lastPathComponent < $1.lastPathComponent
    }
  }

  private static func line(_ row: [String: Any]) throws {
    let text = try JSONSerialization.data(withJSONObject: row, options: .sortedKeys)
    FileHandle.standardOutput.write(text + [0x0A])
  }
}
