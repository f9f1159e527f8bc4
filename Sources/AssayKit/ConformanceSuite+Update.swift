import AssayContract
import AssayDerive
import AssayDocuments
import AssayJSON

/// A contract updated to a newer version of its documents.
public struct UpdatedContract: Sendable {
  /// The contract's text, in which sources cite the current lines of their text; the rest is not changed.
  public let text: String
  /// The number of sources whose lines have moved.
  public let moved: Int
  /// The points to check by hand, one line each: promises whose lines are missing or changed, and documented calls,
  /// fields, events and states that the contract does not have.
  public let report: [String]
  /// True if a document differs from the version recorded in the contract.
  public let isChanged: Bool
}

extension ConformanceSuite {
  /// Moves the sources of this contract to the current lines of their text in the documents.
  ///
  /// `paths` are the documents, identified by their names; other documents of the contract are searched in the folder
  /// of the first one. `target` is the file to which the contract will be written: the files that it names are named
  /// relative to that. Throws ``ConformanceError/file(path:reason:)`` if a document cannot be read, and the errors of
  /// ``derive(fromDocuments:for:)``.
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

  /// Returns the JSON contract `text` in the format of the file `target`, or `path` without one: YAML or JSON. Comments
  /// of `document`, which was read from `path`, are kept in YAML.
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
