import AssayHTTP
import AssayText

/// The files that a contract may send and serve: those in its own folder, in the Git repository around that, and in the
/// allowed folders. Contracts may be untrusted, and must not read other files of this machine.
package struct ContractFiles: Sendable {
  /// The folder to which the contract's file names are relative.
  let folder: String
  /// The folders whose files may be read, with links resolved.
  private let roots: [String]

  /// Makes the files of the contract in `folder`; those in `allowed` may also be read.
  package init(of folder: String, allowing allowed: [String] = []) {
    self.folder = folder
    let own = FileAccess.identity(of: folder).map { [$0] + [RepositoryPath.root(around: $0)].compactMap { $0 } } ?? []
    roots = own + allowed.compactMap(FileAccess.identity)
  }

  /// Returns the bytes of the file `name`, or of a `data:` URL (RFC 2397) in Base64; `nil` if it cannot or must not be
  /// read.
  package func read(_ name: String) -> [UInt8]? {
    if name.hasPrefix("data:"), let marker = name.firstRange(of: ";base64,") {
      return Base64.decode(String(name[marker.upperBound...]))
    }
    return holds(name) ? try? FileAccess.read(path(of: name)) : nil
  }

  /// Returns true if the file `name` is in an allowed folder and can be read.
  package func hasReadable(_ name: String) -> Bool { name.hasPrefix("data:") || (holds(name) && isThere(name)) }

  /// Returns true if the file `name` exists, in any folder.
  package func isThere(_ name: String) -> Bool { name.hasPrefix("data:") || FileAccess.canRead(path(of: name)) }

  /// Returns true if `name` is in one of the folders after its links are resolved.
  package func holds(_ name: String) -> Bool {
    guard let file = FileAccess.identity(of: path(of: name)) else { return false }
    return isInRoots(file)
  }

  /// Returns true if the path segments of `name` lead out of the folders, regardless of links and of whether the file
  /// exists.
  package func leadsOut(_ name: String) -> Bool {
    guard let folder = FileAccess.identity(of: folder) else { return false }
    var segments: [Substring] = name.hasPrefix("/") ? [] : folder.split(separator: "/")
    for segment in name.split(separator: "/") where segment != "." {
      if segment == ".." { _ = segments.popLast() } else { segments.append(segment) }
    }
    return !isInRoots("/" + segments.joined(separator: "/"))
  }

  private func isInRoots(_ file: String) -> Bool {
    roots.contains { file == $0 || file.hasPrefix($0 == "/" ? "/" : $0 + "/") }
  }

  private func path(of name: String) -> String { name.hasPrefix("/") ? name : "\(folder)/\(name)" }
}
