import AssayKit
import AssayText

/// The flags of every command that runs a contract against a backend.
enum RunFlags {
  static let flags = [
    Flag(
      name: "--server",
      value: "NAME=URL",
      repeats: true,
      help: "The URL of a server of the contract; URL alone if it has just one."
    ), Flag(name: "--only", value: "GLOB", repeats: true, help: "Run the checks whose ids match: 'search/*'."),
    Flag(name: "--skip-server", value: "NAME", repeats: true, help: "Do not call a server of the contract."),
    Flag(name: "--skip", value: "GLOB", repeats: true, help: "Leave out the checks whose ids match."),
    Flag(
      name: "--header",
      value: "'NAME: VALUE'",
      repeats: true,
      help: "Send a field with every request; never shown."
    ),
    Flag(
      name: "--header-command",
      value: "COMMAND",
      repeats: true,
      help: "Send the fields that a shell command prints at the start, 'NAME: VALUE' a line; never shown."
    ), Flag(name: "--timeout", value: "D", help: "The longest time for one exchange (default 30s)."),
    Flag(name: "--max-wait", value: "D", help: "The longest time for any stream or poll."),
    Flag(name: "--max-body", value: "SIZE", help: "The largest body of an answer, as 64M (default 32M, at most 1G)."),
    Flag(
      name: "--max-memory",
      value: "SIZE",
      help: "The memory for what is kept of responses: streams, polls, pages, secrets (default 64M)."
    ), Flag(name: "--poll-every", value: "D", help: "The time between two polls, instead of the contract's."),
    Flag(name: "--jobs", value: "N", help: "How many scenarios run at once (default 4)."),
    Flag(name: "--cacert", value: "FILE", help: "Trust the certificates in FILE (PEM) instead of the system's."),
    Flag(name: "--cert", value: "FILE", help: "The client's certificate (PEM)."),
    Flag(name: "--key", value: "FILE", help: "The key of the client's certificate (PEM)."),
    .allowFiles,
    Flag(
      name: "--unsafe",
      help: "Also run scenarios tagged `unsafe`, which may remove or change what they did not create."
    ),
    Flag(
      name: "--progress",
      value: "auto|on|off",
      help: "Print the progress of the run: always on a terminal, else now and then."
    ),
    Flag(name: "--insecure", help: "Skip certificate checks. Insecure: prints a warning; do not use it in CI."),
    Flag(name: "--rate", value: "N", help: "Send at most N requests a second."),
  ]

  /// Returns the options that the flags give, including `--strict` if the command has it. Servers are not included,
  /// since they depend on the contracts.
  static func options(_ arguments: ParsedArguments) throws(ParsedArguments.Mistake) -> VerifyOptions {
    var options = VerifyOptions()
    for (index, text) in arguments.all("--header").enumerated() {
      guard let field = header(text) else {
        // Its text is not shown: a value without a name may be a token.
        let which = arguments.all("--header").count > 1 ? " number \(index + 1)" : ""
        throw ParsedArguments.Mistake(message: "invalid --header\(which); write 'NAME: VALUE'")
      }
      options.headers.append(field)
    }
    // What sends nothing needs no token.
    if !["--replay", "--list", "--dry-run"].contains(where: arguments.has) {
      options.headers += try commandHeaders(arguments.all("--header-command"))
    }
    options.selection.only = arguments.all("--only")
    options.selection.skip = arguments.all("--skip")
    options.selection.skippedServers = arguments.all("--skip-server")
    options.limits.timeout = try arguments.duration("--timeout") ?? options.limits.timeout
    options.limits.maxWait = try arguments.duration("--max-wait")
    options.limits.mostBody = try arguments.size("--max-body", to: 1 << 30) ?? options.limits.mostBody
    options.limits.mostMemory = try arguments.size("--max-memory", to: 1 << 30) ?? options.limits.mostMemory
    options.limits.pollEvery = try arguments.duration("--poll-every")
    options.limits.jobs = try arguments.integer("--jobs", in: 1...4_096) ?? options.limits.jobs
    options.strict = arguments.has("--strict")
    options.selection.runsUnsafe = arguments.has("--unsafe")
    options.tls.caFile = arguments.one("--cacert")
    options.tls.certificateFile = arguments.one("--cert")
    options.tls.keyFile = arguments.one("--key")
    do throws(ConformanceError) { try options.checkFiles() } catch {
      throw ParsedArguments.Mistake(message: "\(error)")
    }
    options.allowedFolders = try arguments.allowedFolders()
    options.rate = try arguments.integer("--rate", in: 1...100_000)
    options.probes = try ProbeFlags.options(arguments)
    options.tls.isInsecure = arguments.has("--insecure")
    if options.tls.isInsecure {
      Terminal.complain("warning: --insecure accepts any certificate; the server may not be your backend")
    }
    return options
  }

  /// Returns the header fields that shell commands print. A signal ends the commands, with all processes they started,
  /// and then this process.
  private static func commandHeaders(_ commands: [String]) throws(ParsedArguments.Mistake) -> [HeaderField] {
    guard !commands.isEmpty else { return [] }
    let interruption = Interruption()
    defer { interruption.stop() }
    var fields: [HeaderField] = []
    for command in commands {
      do throws(ConformanceError) {
        fields += try HeaderCommand.fields(of: command) { interruption.isDue }
      } catch {
        throw ParsedArguments.Mistake(
          message: "--header-command: \(error)",
          status: interruption.isDue ? .interrupted : .usage
        )
      }
    }
    return fields
  }

  /// Returns the options needed to read the contracts; the servers are those of `--server`, as given.
  static func reading(_ options: VerifyOptions, _ arguments: ParsedArguments) -> VerifyOptions {
    var reading = options
    for text in arguments.all("--server") {
      let url = text.firstIndex(of: "=").map { text[text.index(after: $0)...] } ?? text[...]
      reading.servers[text] = ServerURL(text.contains("://") && !url.contains("://") ? text : String(url))
    }
    return reading
  }

  private static func header(_ text: String) -> HeaderField? {
    let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    return parts.count == 2 ? HeaderField(parts[0], parts[1]) : nil
  }
}

extension RunFlags {
  /// Returns the values of the flag for tags; throws if no scenario has one of them.
  static func tags(
    _ arguments: ParsedArguments,
    _ suites: [ConformanceSuite]
  ) throws(ParsedArguments.Mistake) -> [String] {
    let (wanted, known) = (arguments.all("--tag"), suites.flatMap(\.tags).unique)
    for tag in wanted where !known.contains(tag) {
      let others = known.isEmpty ? "" : ", only \(known.all)"
      let nearest = SpellingSuggestion.didYouMean(tag, among: known)
      throw ParsedArguments.Mistake(message: "no scenario has the tag \(tag)\(others)\(nearest)")
    }
    return wanted
  }
}

extension Flag {
  static let tag = Flag(name: "--tag", value: "NAME", repeats: true, help: "Run the scenarios that have this tag.")
  static let retries = Flag(
    name: "--retries",
    value: "N",
    help: "Run a failing scenario up to N more times; one that passes then is flaky."
  )
  static let wait = Flag(name: "--wait", value: "D", help: "Wait up to D until every server responds.")

  static let allowFiles = Flag(
    name: "--allow-files",
    value: "DIR",
    repeats: true,
    help: "Allow the contract to send files of DIR also, besides those of its folder and its Git repository."
  )
}

extension ParsedArguments {
  /// Returns the folders that `--allow-files` names.
  func allowedFolders() throws(Mistake) -> [String] {
    for path in all("--allow-files") where !FileAccess.isFolder(path) {
      throw Mistake(message: "--allow-files \(path): there is no such folder")
    }
    return all("--allow-files")
  }
}

/// The flags `--only` and `--skip`, checked against the contracts' checks, so that a pipeline that checks nothing does
/// not pass.
struct CheckGlobs {
  private let options: VerifyOptions

  init(_ options: VerifyOptions) { self.options = options }

  /// Throws if an `--only` matches no check of any contract or no check is left; warns if a `--skip` matches none.
  func check(_ suites: [ConformanceSuite]) throws(ParsedArguments.Mistake) {
    let servers = suites.flatMap(\.servers).unique
    for name in options.selection.skippedServers where !servers.contains(name) {
      let nearest = SpellingSuggestion.didYouMean(name, among: servers)
      throw ParsedArguments.Mistake(message: "no contract has a server \(name), only \(servers.all)\(nearest)")
    }
    for glob in options.selection.only where checks(suites, only: [glob]).isEmpty {
      throw ParsedArguments.Mistake(message: "--only \(glob) matches no check\(suggestion(glob, suites))")
    }
    for glob in options.selection.skip where checks(suites, skip: [glob]).count == checks(suites).count {
      Terminal.complain("warning: --skip \(glob) matches no check\(suggestion(glob, suites))")
    }
    let chosen = choosing(only: options.selection.only, skip: options.selection.skip)
    if !suites.contains(where: { $0.hasChecks(chosen) }) {
      throw ParsedArguments.Mistake(message: "no check is left to run; assay lint says what is wrong with a contract")
    }
  }

  private func checks(_ suites: [ConformanceSuite], only: [String] = [], skip: [String] = []) -> [String] {
    var options = choosing(only: only, skip: skip)
    options.selection.skippedServers = []
    return suites.flatMap { $0.checks(options) }
  }

  /// Returns the options that select the checks matching a glob, without tags and shards, which are checked elsewhere.
  private func choosing(only: [String], skip: [String]) -> VerifyOptions {
    var chosen = VerifyOptions()
    chosen.probes = options.probes
    chosen.selection = options.selection
    (chosen.selection.only, chosen.selection.skip) = (only, skip)
    (chosen.selection.tags, chosen.selection.shard) = ([], nil)
    return chosen
  }

  private func suggestion(_ glob: String, _ suites: [ConformanceSuite]) -> String {
    let ids = checks(suites)
    let scenarios = ids.compactMap { $0.split(separator: "/").first.map(String.init) }.unique
    if let nearest = SpellingSuggestion.nearest(to: glob, among: ids + scenarios) {
      return "; did you mean \(nearest)?"
    }
    return ids.first.map { "; ids look like \($0)" } ?? ""
  }
}

extension RunFlags {
  /// Prints a note about secrets that are too short or common to be hidden, since much else would be hidden with them.
  static func tellWeakSecrets(of runs: [(ConformanceSuite, VerifyOptions)]) {
    for name in runs.flatMap({ $0.0.weakSecrets($0.1) }).unique {
      Terminal.complain(
        "note: \(name) is too short or too plain to be treated as a secret: reports show it where a backend returns it; "
          + "eight characters with letters and digits are hidden"
      )
    }
  }
}
