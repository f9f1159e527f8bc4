import AssayContract
import AssayDerive
import AssayDocuments
import AssayJSON

/// A contract that has followed its documents.
public struct UpdatedContract: Sendable {
  /// The contract's text: sources at the lines their text stands at now, all else as it was.
  public let text: String
  /// The number of sources whose lines have moved.
  public let moved: Int
  /// The points a person should look at, a line each: promises whose lines are missing or say something else, and
  /// documented calls, fields, events and states that the contract does not have.
  public let report: [String]
  /// True if a document differs from the one the contract remembers.
  public let isChanged: Bool
}

extension ConformanceSuite {
  /// Moves the sources of this contract to where their text went in its documents as they are now.
  ///
  /// `paths` are the documents, found by their names; others that the contract names are looked for next to the first of them.
  /// With `target`, the file the contract is to be written to, the files it names are named as seen from there.
  /// Throws ``ConformanceError/file(path:reason:)`` where one cannot be read, and what
  /// ``derive(fromDocuments:for:)`` throws.
  public func update(fromDocuments paths: [String], for target: String? = nil) throws(ConformanceError)
    -> UpdatedContract
  {
    guard !contract.documents.isEmpty else {
      throw .file(path: contract.file, reason: "it names no `documents` that could be followed")
    }
    func name(_ path: String) -> Substring { path.split(separator: "/").last ?? "" }
    let folder = (paths.first ?? "").split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var documents: [String: [String]] = [:]
    var strangers = Set(paths)
    for document in contract.documents {
      let given = paths.first { name($0) == name(document.file) }
      let path = given ?? (folder + [Substring(document.file)]).joined(separator: "/")
      strangers.remove(path)
      do throws(FileAccess.Failure) {
        documents[document.name] = DocumentText(try FileAccess.read(path)).lines
      } catch {
        throw ConformanceError(error)
      }
    }
    if let stranger = strangers.min() {
      let files = contract.documents.map(\.file).joined(separator: ", ")
      throw .file(path: stranger, reason: "it is not a document of \(contract.file), which names \(files)")
    }
    let fresh = try Self.derive(fromDocuments: paths)
    let update = ContractUpdate(contract, documents: documents, fresh: fresh.text)
    let moved = Self.moved(update.text, from: contract.file, to: target, movesSchema: true)
    return UpdatedContract(
      text: try Self.written(moved, in: contract.document, from: contract.file, to: target),
      moved: update.moved,
      report: update.report,
      isChanged: update.isChanged
    )
  }

  /// The contract `text`, in JSON, as the file `target` has it, or else the one at `path`, that `document` is read from: YAML where
  /// its name says so, with the comments that stand there.
  private static func written(_ text: String, in document: JSONDocument, from path: String, to target: String?)
    throws(ConformanceError) -> String
  {
    let place = target.flatMap { FileAccess.isStandardOutput($0) ? nil : $0 } ?? path
    guard isYAML(path) || isYAML(place), let now = json(text) else { return text }
    let value: CommentedValue
    if isYAML(path), let origin = document.origin?.bytes {
      if isYAML(place), now.root == document.root { return String(decoding: origin, as: UTF8.self) }
      if YAMLText.hasAliases(origin) { throw .file(path: path, reason: aliasesReason) }
      value = CommentedValue(document, isYAML: true).saying(now.root)
    } else {
      value = CommentedValue(now, isYAML: false)
    }
    return isYAML(place) ? YAMLLayout.text(of: value) : JSONLayout.text(of: value)
  }
}
