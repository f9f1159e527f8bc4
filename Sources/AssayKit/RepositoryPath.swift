/// Where a file lies in the repository a pipeline has checked out: forges know files by these paths alone.
package enum RepositoryPath {
  /// `path` from the root of its repository, with `/` between folders; `nil` for what lies in none.
  ///
  /// The root is what GitHub, GitLab and Jenkins name in the environment, else the nearest folder with a `.git`.
  package static func of(_ path: String) -> String? {
    guard let file = FileAccess.identity(of: path) else { return nil }
    let named = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE"].compactMap(SystemClock.environment)
    for root in named.compactMap(FileAccess.identity) where file.hasPrefix(root + "/") {
      return String(file.dropFirst(root.count + 1))
    }
    var folder = FileAccess.folder(of: file)
    while folder.count > 1 {
      if FileAccess.exists("\(folder)/.git") { return String(file.dropFirst(folder.count + 1)) }
      folder = FileAccess.folder(of: folder)
    }
    return nil
  }
}
