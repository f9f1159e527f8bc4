/// The path of a file in the repository a pipeline has checked out: forges know files by these paths alone.
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
    return root(around: FileAccess.folder(of: file)).map { String(file.dropFirst($0.count + 1)) }
  }

  /// The nearest folder with a `.git`, from `folder` upwards; `nil` without one.
  static func root(around folder: String) -> String? {
    var folder = folder
    while folder.count > 1 {
      if FileAccess.exists("\(folder)/.git") { return folder }
      folder = FileAccess.folder(of: folder)
    }
    return nil
  }
}
