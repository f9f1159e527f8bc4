public import AssayFindings
import AssayText

extension RunOrigin {
  /// Makes the origin of this process's run of the contract at `path`. The commit is read from the Git repository
  /// around it, otherwise from the variables of the CI system, as is the job.
  public init(contract path: String, environment: String = "") {
    self.init(environment: environment, commit: Self.commit(around: path) ?? Self.commitOfJob, job: Self.jobURL)
  }

  /// The URL of the job in GitHub Actions, GitLab, Azure Pipelines or Jenkins; empty outside of these.
  private static var jobURL: String {
    if let server = value("GITHUB_SERVER_URL"), let name = value("GITHUB_REPOSITORY"), let run = value("GITHUB_RUN_ID")
    {
      return "\(server)/\(name)/actions/runs/\(run)"
    }
    if let server = value("SYSTEM_COLLECTIONURI"), let name = value("SYSTEM_TEAMPROJECT"),
      let run = value("BUILD_BUILDID")
    {
      return "\(server)\(name.replacing(" ", with: "%20"))/_build/results?buildId=\(run)"
    }
    return value("CI_JOB_URL") ?? value("BUILD_URL") ?? ""
  }

  private static var commitOfJob: String {
    let names = ["GITHUB_SHA", "CI_COMMIT_SHA", "BUILD_SOURCEVERSION", "GIT_COMMIT"]
    return names.compactMap(value).first(where: isCommit) ?? ""
  }

  private static func value(_ name: String) -> String? {
    guard let value = SystemClock.environment(name), !value.isEmpty else { return nil }
    return value
  }

  /// Returns the checked-out commit of the repository that contains `path`; `nil` outside of a repository.
  private static func commit(around path: String) -> String? {
    guard FileAccess.exists(path), let file = FileAccess.identity(of: path),
      let root = RepositoryPath.root(around: FileAccess.folder(of: file)),
      let folder = gitFolder(of: root), let head = line(of: "\(folder)/HEAD")
    else { return nil }
    guard head.hasPrefix("ref: ") else { return isCommit(head) ? head : nil }
    let name = String(head.dropFirst(5))
    // A further worktree keeps its branches in the folder of the first.
    let shared = line(of: "\(folder)/commondir").map { $0.hasPrefix("/") ? $0 : "\(folder)/\($0)" } ?? folder
    let loose = line(of: "\(folder)/\(name)") ?? line(of: "\(shared)/\(name)")
    let commit = loose ?? packed(name, in: "\(shared)/packed-refs")
    return commit.flatMap { isCommit($0) ? $0 : nil }
  }

  /// Returns the repository's data folder: `.git`, or the folder to which a file of that name points.
  private static func gitFolder(of root: String) -> String? {
    let path = "\(root)/.git"
    if FileAccess.isFolder(path) { return path }
    guard let text = line(of: path), text.hasPrefix("gitdir: ") else { return nil }
    let folder = String(text.dropFirst(8))
    return folder.hasPrefix("/") ? folder : "\(root)/\(folder)"
  }

  private static func packed(_ name: String, in path: String) -> String? {
    let line = lines(of: path).first { $0.hasSuffix(" \(name)") }
    return line?.split(separator: " ").first.map(String.init)
  }

  private static func line(of path: String) -> String? { lines(of: path).first.map(String.init) }

  private static func lines(of path: String) -> [Substring] {
    guard let bytes = try? FileAccess.read(path) else { return [] }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
  }

  private static func isCommit(_ text: String) -> Bool {
    (7...64).contains(text.utf8.count)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
  }
}
