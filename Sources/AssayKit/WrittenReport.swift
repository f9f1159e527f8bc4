import AssayFindings
import AssayJSON

/// A JSON report of `assay verify`, read from a file.
struct WrittenReport {
  private let path: String
  /// The results in the report, one for each contract, as JSON.
  let runs: [JSONValue]

  init(_ path: String) throws(ConformanceError) {
    self.path = path
    let root: JSONValue
    do {
      root = try JSONDocument(parsing: try FileAccess.read(path, isPlain: false)).root
    } catch let error as FileAccess.Failure {
      throw ConformanceError(error)
    } catch {
      throw .file(path: path, reason: "it is not JSON: \(error)")
    }
    runs = root["runs"].map { Array($0.items) } ?? [root]
    guard !runs.isEmpty, runs.allSatisfy({ $0["contract"]?.string != nil && $0["checks"]?.kind == .array }) else {
      throw .file(path: path, reason: "it is not a report of assay verify; --report json=FILE writes one")
    }
  }

  func parts() throws(ConformanceError) -> [RunPart] {
    var parts: [RunPart] = []
    for run in runs {
      guard let part = run["shard"]?["part"] else {
        throw .file(path: path, reason: "it is the report of a whole run, not of a part; --shard I/N makes one")
      }
      do { parts.append(try JSONDecoding.value(RunPart.self, from: part)) } catch {
        throw .file(
          path: path,
          reason: "its part of the run cannot be read; it may be from a different release of Assay"
        )
      }
    }
    return parts
  }
}
