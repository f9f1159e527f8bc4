import AssayDerive
import AssayHTTP
import AssayText

/// The files to which the references of a description lead: in its folder, its Git repository and the allowed folders,
/// in its Git revision, or at its URL's origin.
struct ReferencedFiles {
  private let source: ContractSource
  private let folder: String
  private let files: ContractFiles
  private let fetched: FetchedFiles?

  init(of source: ContractSource, allowing folders: [String], _ fetched: FetchedFiles?) {
    self.source = source
    self.fetched = fetched
    folder = source.name.split(separator: "/", omittingEmptySubsequences: false).dropLast().joined(separator: "/")
    files = ContractFiles(of: folder.isEmpty ? "." : folder, allowing: folders)
  }

  /// Returns the bytes of the file at `path`, relative to the folder of the description, or at a URL.
  func read(_ path: String) throws(DraftError) -> [UInt8] {
    do throws(ConformanceError) {
      if path.contains("://") { return try fetch(HTTPURL(path), path) }
      if let url = source.place {
        let target = url.resolving(path)
        guard target?.origin == url.origin else { throw .file(path: path, reason: "it is of another origin") }
        return try fetch(target, path)
      }
      if let bytes = try source.sibling(path) { return bytes }
    } catch {
      throw .unreadable(file: path, line: 1, column: 1, reason: error.description)
    }
    let whole = folder.isEmpty ? path : "\(folder)/\(path)"
    guard source.isPath else {
      throw .unreadable(file: whole, line: 1, column: 1, reason: "only files of a folder are read; save them there")
    }
    guard !files.leadsOut(path), !FileAccess.exists(whole) || files.holds(path) else {
      throw .unreadable(
        file: whole,
        line: 1,
        column: 1,
        reason: "it is outside the folder and its repository; allow it with --allow-files"
      )
    }
    do throws(FileAccess.Failure) {
      return try FileAccess.read(whole)
    } catch {
      throw .unreadable(file: whole, line: 1, column: 1, reason: error.reason)
    }
  }

  private func fetch(_ url: HTTPURL?, _ path: String) throws(ConformanceError) -> [UInt8] {
    guard let url, let fetched else { throw .file(path: ContractSource.shown(path), reason: "nothing is fetched here") }
    guard let bytes = try fetched.bytes(at: url) else {
      throw .file(path: ContractSource.shown(url.text), reason: "it is not fetched: too many files are referred to")
    }
    return bytes
  }
}
