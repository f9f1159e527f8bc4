import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reading and writing of files by path, with system calls only: no further run-time library is loaded.
package enum FileAccess {
  /// The reason why a file could not be read or written.
  package struct Failure: Error, Hashable, Sendable {
    package var path: String
    /// The system's description of the error.
    package var reason: String
  }

  /// The maximum size of a file that is read, in bytes.
  package static let largest = 256 << 20

  /// The files that this process has read.
  private static let readFiles = Mutex<Set<FileNumber>>([])

  /// The identity of a file, the same for all its paths.
  struct FileNumber: Hashable {
    fileprivate var device: dev_t
    fileprivate var inode: ino_t

    /// Makes the identity of a plain file; `nil` for any other.
    fileprivate init?(_ status: stat) {
      guard status.st_mode & S_IFMT == S_IFREG else { return nil }
      (device, inode) = (status.st_dev, status.st_ino)
    }
  }

  private static func number(of descriptor: Int32) -> FileNumber? {
    var status = stat()
    return fstat(descriptor, &status) == 0 ? FileNumber(status) : nil
  }

  static func number(of path: String) -> FileNumber? {
    var status = stat()
    return stat(path, &status) == 0 ? FileNumber(status) : nil
  }

  /// Throws if this process has read the file at `path`, so that writing to it would overwrite an input. Other paths to
  /// the same file are recognised.
  package static func checkUnread(_ path: String) throws(Failure) {
    guard let number = number(of: path), readFiles.withLock({ $0.contains(number) }) else { return }
    throw Failure(path: path, reason: "the run reads this file")
  }

  /// Returns the text that identifies a file, like ``identity(of:)``; with `hardLinks`, it is equal for all hard links
  /// to a plain file.
  package static func identity(of path: String, hardLinks: Bool) -> String? {
    guard hardLinks, let number = number(of: path) else { return identity(of: path) }
    return "\(number.device):\(number.inode)"
  }

  /// Returns the bytes of the file at `path`; `-` is standard input.
  ///
  /// Devices other than `/dev/null` are refused without opening them, because they may never end; if `isPlain` is true, so
  /// are pipes. `isPlain` is false for a path that the user typed, which may be a pipe, such as `<(COMMAND)` of a shell.
  package static func read(_ path: String, isPlain: Bool = true) throws(Failure) -> [UInt8] {
    let isPlain = isPlain && path != "-"
    if isPlain { try checkPlain(path) }
    if path != "-", path != "/dev/null", isDevice(path) {
      throw Failure(path: path, reason: "a device, not a file, a pipe or `-`")
    }
    let descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC | (isPlain ? O_NONBLOCK : 0))
    guard descriptor >= 0 else { throw failure(path) }
    defer { if descriptor != STDIN_FILENO { close(descriptor) } }
    if let number = number(of: descriptor) {
      readFiles.withLock { _ = $0.insert(number) }
    } else if isPlain {
      throw Failure(path: path, reason: notPlain)
    }
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(descriptor, into: &piece)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw failure(path)
      }
      bytes += piece[..<count]
      guard bytes.count <= largest else { throw Failure(path: path, reason: "larger than \(largest) bytes") }
    }
  }

  /// Throws if `path` exists and is not a plain file, but a pipe, a device or a folder.
  package static func checkPlain(_ path: String) throws(Failure) {
    guard exists(path), number(of: path) == nil else { return }
    throw isFolder(path) ? failure(path, EISDIR) : Failure(path: path, reason: notPlain)
  }

  /// Returns true if there is something at `path` that is not a plain file, a folder or `/dev/null`, such as a pipe.
  static func isSpecialFile(_ path: String) -> Bool {
    path != "/dev/null" && exists(path) && number(of: path) == nil && !isFolder(path)
  }

  private static let notPlain = "not a plain file"

  private static func isDevice(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && [S_IFCHR, S_IFBLK].contains(status.st_mode & S_IFMT)
  }

  /// Returns true if the file at `path`, links followed, is in `folder`; a file that does not exist is inside.
  package static func isInside(_ path: String, folder: String) -> Bool {
    func real(_ path: String) -> String? {
      guard let found = realpath(path, nil) else { return nil }
      defer { free(found) }
      return String(cString: found)
    }
    guard let file = real(path), let folder = real(folder) else { return true }
    return file.hasPrefix(folder == "/" ? "/" : folder + "/")
  }

  /// Reads the available bytes, at most the size of `piece`; returns their number like the system call `read`.
  static func read(_ descriptor: Int32, into piece: inout [UInt8]) -> Int {
    piece.withUnsafeMutableBytes { buffer in
      #if canImport(Glibc)
        Glibc.read(descriptor, buffer.baseAddress, buffer.count)
      #else
        Darwin.read(descriptor, buffer.baseAddress, buffer.count)
      #endif
    }
  }

  /// Writes `text` to `path` in one step, so that a reader sees the old file or the whole new one. `-` is standard
  /// output.
  ///
  /// A file that is not plain (`/dev/null`, a FIFO, a link) is written to, not replaced.
  package static func write(_ text: String, to path: String) throws(Failure) {
    try write(to: path) { (take) throws(Failure) in try take(text) }
  }

  /// Writes a text that `write` passes on in pieces to `path`, like the function above.
  static func write(to path: String, _ write: (_ take: (String) throws(Failure) -> Void) throws(Failure) -> Void)
    throws(Failure)
  {
    guard !isStandardOutput(path) else { return try hand(write, to: STDOUT_FILENO, path: path) }
    guard isReplaceable(path) else { return try writeInPlace(write, to: path) }
    var template = Array("\(path).XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    // A folder may allow no new file and yet hold one that can be written.
    guard descriptor >= 0 else { return try writeInPlace(write, to: path) }
    let temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    do throws(Failure) {
      defer { close(descriptor) }
      try hand(write, to: descriptor, path: path)
    } catch {
      unlink(temporary)
      throw error
    }
    // mkstemp makes files only their owner can read; a report is for everyone the umask allows.
    let mask = umask(0)
    umask(mask)
    chmod(temporary, 0o666 & ~mask)
    guard rename(temporary, path) == 0 else {
      let failure = failure(path)
      unlink(temporary)
      throw failure
    }
  }

  private static func isReplaceable(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private static func writeInPlace(
    _ write: (_ take: (String) throws(Failure) -> Void) throws(Failure) -> Void,
    to path: String
  ) throws(Failure) {
    let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw failure(path) }
    defer { close(descriptor) }
    try hand(write, to: descriptor, path: path)
  }

  private static func hand(
    _ write: (_ take: (String) throws(Failure) -> Void) throws(Failure) -> Void,
    to descriptor: Int32,
    path: String
  ) throws(Failure) {
    try write { (piece: String) throws(Failure) in
      if let number = writeAll(Array(piece.utf8), to: descriptor) { throw failure(path, number) }
    }
  }

  /// Writes all of `bytes`; returns the system's error number on failure.
  package static func writeAll(_ bytes: [UInt8], to descriptor: Int32) -> Int32? {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { buffer in
        #if canImport(Glibc)
          Glibc.write(descriptor, buffer.baseAddress, buffer.count)
        #else
          Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count < 0, errno != EINTR { return errno }
      rest = rest.dropFirst(max(0, count))
    }
    return nil
  }

  /// Returns the system's message for an error number.
  package static func reason(_ number: Int32) -> String { String(cString: strerror(number)) }

  /// Returns the folder that contains `path`; `.` if the path names none.
  package static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names in the folder at `path`, sorted.
  package static func names(in path: String) throws(Failure) -> [String] {
    guard let stream = opendir(path) else { throw failure(path) }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  static func failure(_ path: String, _ number: Int32 = errno) -> Failure {
    Failure(path: path, reason: reason(number))
  }
}
