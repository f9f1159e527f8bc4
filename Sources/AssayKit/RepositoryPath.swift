/// The path of a file in the repository that a pipeline has checked out; forges identify files only by such paths.
package enum RepositoryPath {
  /// Returns `path` relative to the root of its repository, with `/` between folders; `nil` if it is not in a
  /// repository.
  ///
  /// The root is the one that GitHub, GitLab and Jenkins set in the environment, otherwise the nearest folder with a
  /// `.git`.
  package static func of(_ path: String) -> String? {
    guard let file = FileAccess.identity(of: path) else { return nil }
    let named = ["GITHUB_WORKSPACE", "CI_PROJECT_DIR", "WORKSPACE"].compactMap(SystemClock.environment)
    for root in named.compactMap(FileAccess.identity) where file.hasPrefix(root + "/") {
      return String(file.dropFirst(root.count + 1))
    }
    return root(around: FileAccess.folder(of: file)).map { String(file.dropFirst($0.count + 1)) }
  }

  /// Returns the nearest folder with a `.git`, from `folder` upwards; `nil` if absent.
  static func root(around folder: String) -> String? {
    var folder = folder
    while folder.count > 1 {
      if FileAccess.exists("\(folder)/.git") { return folder }
      folder = FileAccess.folder(of: folder)
    }
    return nil
  }
}
