#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

extension FileAccess {
  /// Returns true if `path` names standard output, by `-` or by one of the system's names.
  package static func isStandardOutput(_ path: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(path)
  }

  /// Returns a text that identifies the file at `path`, regardless of the path's spelling, of links, and of whether the
  /// file exists.
  ///
  /// Returns `nil` for devices such as `/dev/null`, to which several texts can be written.
  package static func identity(of path: String) -> String? {
    var status = stat()
    if stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFCHR { return nil }
    var existing = path
    var missing: [Substring] = []
    // A circle of links leads nowhere.
    var mostLinks = 40
    while true {
      if let real = realPath(existing) {
        return missing.isEmpty ? real : "\(real == "/" ? "" : real)/\(missing.joined(separator: "/"))"
      }
      let trimmed = existing.withoutTrailingSlashes
      if mostLinks > 0, let target = target(ofLink: trimmed) {
        mostLinks -= 1
        existing = target.hasPrefix("/") ? target : "\(folder(of: trimmed))/\(target)"
        continue
      }
      let name = trimmed.split(separator: "/").last ?? ""
      // What is not there has no links: `..` is the folder before it.
      if name != "." { missing.insert(name, at: 0) }
      while let up = missing.firstIndex(of: ".."), up > 0 { missing.removeSubrange(up - 1...up) }
      guard trimmed != ".", trimmed != "/" else { return path }
      existing = folder(of: trimmed)
    }
  }

  /// Returns the path to which the symbolic link at `path` leads; `nil` if it is not a link.
  private static func target(ofLink path: String) -> String? {
    var bytes = [CChar](repeating: 0, count: 4_096)
    let count = readlink(path, &bytes, bytes.count)
    return count > 0 ? String(decoding: bytes.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self) : nil
  }

  /// Makes the folders of `path`, and throws if it is already known that the file cannot be written.
  package static func prepareToWrite(_ path: String) throws(Failure) {
    guard !isStandardOutput(path) else { return }
    guard !path.isEmpty else { throw failure(path, ENOENT) }
    guard !path.hasSuffix("/") else { throw failure(path, EISDIR) }
    var status = stat()
    let exists = stat(path, &status) == 0
    if exists, status.st_mode & S_IFMT == S_IFDIR { throw failure(path, EISDIR) }
    let folder = folder(of: path)
    if !exists { try makeFolder(folder, for: path) }
    // A file is replaced, which its folder has to allow, or else written in place.
    if access(folder, W_OK | X_OK) == 0 { return }
    let reason = errno
    guard exists, access(path, W_OK) == 0 else { throw failure(path, reason) }
  }

  /// Returns true if there is anything at `path`.
  package static func exists(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0
  }

  /// Returns true if there is a plain file at `path` that this process may read.
  package static func canRead(_ path: String) -> Bool { access(path, R_OK) == 0 && number(of: path) != nil }

  /// Returns true if there is a folder at `path`.
  package static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }

  private static func makeFolder(_ folder: String, for path: String) throws(Failure) {
    guard !isFolder(folder) else { return }
    let parent = Self.folder(of: folder.withoutTrailingSlashes)
    if parent != folder { try makeFolder(parent, for: path) }
    // Another process may have made it since.
    guard mkdir(folder, 0o777) == 0 || isFolder(folder) else { throw failure(path, errno == EEXIST ? ENOTDIR : errno) }
  }

  private static func realPath(_ path: String) -> String? {
    guard let text = realpath(path, nil) else { return nil }
    defer { free(text) }
    return String(cString: text)
  }
}

extension String {
  fileprivate var withoutTrailingSlashes: String {
    var view = self[...]
    while view.count > 1, view.last == "/" { view.removeLast() }
    return String(view)
  }
}
