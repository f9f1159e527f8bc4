import AssayJSON
import Foundation
import TestKit
import Testing

/// `assay drift` over several runs; single ones are in `fixtures/cli`.
struct DriftCommandTests {
  private let contract = Repository.path("contracts/landmark.json")

  private func drift(_ flags: [String]) async throws -> Program.Outcome {
    try await Program.assay.finish(["drift", contract, "--poll-every", "20ms", "--max-wait", "5s"] + flags)
  }

  @Test func baselineTakesWhatIsKnownAndTellsWhatHealed() async throws {
    let folder = try TemporaryFolder()
    let baseline = folder.path("drift.json")
    let script = Repository.path("fixtures/backends/landmark.py")
    let drifting = try RunningServer.python(script, ["--variant", "predict-unknown-label"])
    let flags = drifting.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    #expect(try await drift(flags + ["--report", "json=\(baseline)"]).status == 1)
    #expect(try await drift(flags + ["--baseline", baseline]).status == 0)
    let further = try RunningServer.python(script, ["--variant", "predict-time-fraction"])
    let others = further.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    let outcome = try await drift(others + ["--baseline", baseline])
    #expect(outcome.status == 1)
    #expect(outcome.output.contains("── Healed since the baseline"))
    #expect(outcome.output.contains("/inferenceTimeMs  wider type"))
  }

  /// A run of one scenario heals nothing, closes no issue, and says why; a run of all does.
  @Test func partOfTheContractHealsNothing() async throws {
    let folder = try TemporaryFolder()
    let baseline = folder.path("drift.json")
    let script = Repository.path("fixtures/backends/landmark.py")
    let drifting = try RunningServer.python(script, ["--variant", "predict-unknown-label"])
    let flags = drifting.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
    #expect(try await drift(flags + ["--report", "json=\(baseline)"]).status == 1)
    let conforming = try RunningServer.python(script)
    let whole = conforming.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] } + ["--baseline", baseline]
    let issue = folder.path("issue.md")
    let part = try await drift(whole + ["--skip", "health*", "--report", "issue=\(issue)"])
    #expect(part.status == 0 && !part.output.contains("Healed"), "\(part.output)")
    #expect(part.output.contains("The run left out parts of the contract"))
    #expect(try !folder.text("issue.md").contains("This issue can be closed."))
    #expect(try await drift(whole).output.contains("Healed since the baseline"))
  }

  /// Two contracts, named in a project file: a page each, one report of both, one folder of records, the worst status.
  @Test func severalContractsMakeOneReport() async throws {
    let folder = try TemporaryFolder()
    let other = Repository.path("contracts/serial-ocr.json")
    let project = try folder.write(#"{ "contracts": ["\#(contract)", "\#(other)"] }"#, to: "assay.json")
    let mocks = (try RunningServer.mock(contract, ["--fault", "predict.field.added"]), try RunningServer.mock(other))
    let servers = ["landmark": mocks.0, "serial-ocr": mocks.1].flatMap { service, server in
      server.servers.flatMap { ["--server", "\(service).\($0.key)=\($0.value)"] }
    }
    let formats = ["json", "html", "markdown", "issue"]
    let reports = formats.flatMap { ["--report", "\($0)=\(folder.path("drift.\($0)"))"] }
    let outcome = try await Program.assay.finish(
      ["drift", "--config", project, "--poll-every", "20ms", "--history", folder.path("runs")] + servers + reports
    )
    #expect(outcome.status == 1, "\(outcome.output)\(outcome.errors)")
    let verdicts = ["landmark differs from its documentation in 1 place", "serial-ocr matches its documentation"]
    for verdict in verdicts {
      #expect(outcome.output.contains(verdict), "\(outcome.output)")
      for format in ["html", "markdown", "issue"] { #expect(try folder.text("drift.\(format)").contains(verdict)) }
    }
    let title = "# Drift: 1 of 2 services differs from its documentation in 1 place"
    #expect(try folder.text("drift.markdown").hasPrefix(title))
    let json = try JSONDocument(parsing: folder.text("drift.json")).root
    #expect(json["drift"]?.string == "2")
    #expect(json["runs"]?.items.map { $0["outcome"]?.string } == ["drift", "none"])
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("runs"))
    #expect(Set(names.filter { $0.hasSuffix(".md") }) == ["landmark-history.md", "serial-ocr-history.md"])
    let known = try await Program.assay.finish(
      ["drift", "--config", project, "--poll-every", "20ms", "--baseline", folder.path("drift.json"), "--quiet"]
        + servers
    )
    #expect(known.status == 0, "\(known.errors)")
    #expect(known.output.hasPrefix("landmark has no new drift; all of it is in the baseline\nserial-ocr matches"))
  }

  /// What shows in the first answer alone is no drift where the call is made again.
  @Test func retriesForgetWhatBroke() async throws {
    let folder = try TemporaryFolder()
    let contract = try folder.write(
      #"""
      { "contract": "1", "service": "counter", "title": "Counter", "servers": { "api": { "url": "http://127.0.0.1:8080" } },
        "operations": { "number": { "request": { "method": "GET", "path": "/number" }, "responses": { "200": { "body": {
          "type": "object", "required": ["number"], "properties": { "number": { "type": "integer" } } } } } } },
        "scenarios": { "count": { "steps": [{ "operation": "number" }] } } }
      """#,
      to: "counter.json"
    )
    let script = try folder.write(
      #"""
      import http.server, threading
      calls = 0
      class Handler(http.server.BaseHTTPRequestHandler):
          def do_GET(self):
              global calls
              calls += self.path == "/number"
              body = b'{"number":"one","word":"one"}' if calls == 1 else b'{"number":1}'
              self.send_response(200 if self.path == "/number" else 404)
              self.send_header("Content-Type", "application/json")
              self.send_header("Content-Length", str(len(body)))
              self.end_headers()
              self.wfile.write(body)
          def log_message(self, *rest): pass
      server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
      print(f"api=http://127.0.0.1:{server.server_port}\nREADY", flush=True)
      server.serve_forever()
      """#,
      to: "counter.py"
    )
    for (flags, status) in [(["--retries", "1"], Int32(0)), ([], 1)] {
      let server = try RunningServer.python(script)
      let outcome = try await Program.assay.finish(["drift", contract] + server.serverFlags + flags)
      #expect(outcome.status == status, "\(outcome.output)\(outcome.errors)")
    }
    let kept = try await drift(["--retries", "1", "--record", folder.path("run.har")])
    #expect(kept.errors.contains("--retries needs a run of its own"), "\(kept.errors)")
  }

  /// What is written is known, keeps its reason, and lies beside the faults of `assay verify` in one file.
  @Test func updateOfABaselineTakesDriftForKnown() async throws {
    let folder = try TemporaryFolder()
    let faults = #"{ "baseline": "1", "findings": [{ "contract": "other", "check": "a/b", "key": "k" }] }"#
    let baseline = try folder.write(faults, to: "baseline.json")
    let mock = try RunningServer.mock(contract, ["--fault", "predict.field.added"])
    let flags = mock.serverFlags + ["--baseline", baseline]
    #expect(try await drift(flags).status == 1)
    let update = try await drift(flags + ["--update-baseline"])
    #expect(update.status == 0, "\(update.output)\(update.errors)")
    #expect(update.errors.contains("baseline.json now has 1 known difference, which"), "\(update.errors)")
    let reason = try folder.text("baseline.json").replacing(#""kind":"#, with: #""reason": "ticket 7", "kind":"#)
    _ = try folder.write(reason, to: "baseline.json")
    #expect(try await drift(flags + ["--update-baseline"]).output.contains("accepted: ticket 7"))
    let root = try JSONDocument(parsing: folder.text("baseline.json")).root
    #expect(root["findings"]?.items.map { $0["key"]?.string } == ["k"])
    let rows = root["drift"]?.items.flatMap { contract in contract["rows"].map { Array($0.items) } ?? [] } ?? []
    #expect(rows.map { $0["reason"]?.string } == ["ticket 7"])
    let verify = ["verify", contract, "--poll-every", "20ms", "--baseline", baseline, "--update-baseline"]
    #expect(try await Program.assay.finish(verify + mock.serverFlags).status == 0)
    #expect(try folder.text("baseline.json").contains("ticket 7"))
    let conforming = try RunningServer.mock(contract)
    let healed = ["--baseline", baseline, "--update-baseline"] + conforming.serverFlags
    #expect(try await drift(healed).output.contains("Healed since the baseline"))
    #expect(try !folder.text("baseline.json").contains("ticket 7"))
    #expect(try await drift(["--update-baseline"]).errors.contains("--update-baseline needs --baseline FILE"))
  }

  /// The records of another service whose name begins with the same word are not its own.
  @Test func historyTakesItsOwnRecords() async throws {
    let folder = try TemporaryFolder()
    let mock = try RunningServer.mock(contract)
    let record = #"{ "history": "1", "contract": "landmark-admin" }"#
    _ = try folder.write(record, to: "landmark-admin-20261126T080000Z.json")
    let outcome = try await drift(mock.serverFlags + ["--history", folder.url.path])
    #expect(outcome.status == 0, "\(outcome.errors)")
  }

  /// The flags of a gate: a server that starts late is waited for, one tag is run, and one line is printed.
  @Test func waitsForServersAndRunsATag() async throws {
    let mock = try RunningServer.mock(contract)
    let quiet = try await drift(mock.serverFlags + ["--wait", "5s", "--quiet"])
    #expect(quiet.status == 0)
    #expect(quiet.output == "landmark matches its documentation, as far as it was seen\n")
    let unknown = try await drift(mock.serverFlags + ["--tag", "nothing"])
    #expect(unknown.status == 2)
    #expect(unknown.errors.contains("no scenario has the tag nothing"), "\(unknown.errors)")
    let replayed = try await drift(["--replay", Repository.path("fixtures/har/own/poll.har"), "--wait", "1s"])
    #expect(replayed.errors.contains("--wait and --replay exclude each other"), "\(replayed.errors)")
  }

  /// Nothing is sent: the mock is gone by the time its recording is read.
  @Test func recordingIsAsGoodAsTheBackend() async throws {
    let folder = try TemporaryFolder()
    let recording = folder.path("run.har")
    do {
      let mock = try RunningServer.mock(contract, ["--fault", "predict.field.added"])
      let live = try await drift(mock.serverFlags + ["--record", recording])
      #expect(live.status == 1)
      #expect(live.output.contains("undocumented field"))
      let replayed = try await drift(["--replay", recording])
      #expect(replayed.output == live.output)
      #expect(replayed.status == 1)
    }
    let verified = try await Program.assay.finish(["verify", contract, "--replay", recording])
    #expect(verified.status == 0, "a field more breaks no promise: \(verified.output)")
  }

  /// The same words as `assay verify` has for them.
  @Test(arguments: [
    (["--replay", "/nowhere.har"], "cannot use /nowhere.har"),
    (["--replay", "README.md"], "cannot use README.md"),
    (["--record", "a.har", "--replay", "b.har"], "--record and --replay exclude each other"),
    (["--replay", "fixtures/har/own/poll.har"], "contains runs of"),
    (["--replay", "fixtures/har/foreign/barest/recording.har"], "is a call of landmark; if it was recorded on"),
    (["--only", "nothing/*"], "--only nothing/* matches no check"),
  ])
  func replayMistakesAreTwo(_ flags: [String], _ words: String) async throws {
    let drift = try await Program.assay.finish(["drift", "contracts/landmark.json"] + flags, folder: Repository.root)
    let verify = try await Program.assay.finish(["verify", "contracts/landmark.json"] + flags, folder: Repository.root)
    #expect(drift.status == 2)
    #expect(drift.errors.contains(words), "\(drift.errors)")
    #expect(drift.errors.replacing("assay drift --help", with: "assay verify --help") == verify.errors)
  }

  /// Runs of one second keep a record each, and one page is over both; a day that is none is a mistake.
  @Test func historyHasARecordARunAndOnePage() async throws {
    let folder = try TemporaryFolder()
    let mock = try RunningServer.mock(contract)
    for _ in 1...2 {
      let outcome = try await drift(mock.serverFlags + ["--history", folder.url.path, "--since", "2026-01-01"])
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
    #expect(names.count { $0.hasSuffix(".json") } == 2)
    #expect(try folder.text("landmark-history.md").contains("2 runs from"))
    #expect(try folder.text("landmark-history.html").contains("2 runs from"))
    let wrong = try await drift(["--history", folder.url.path, "--since", "2026-02-30"])
    #expect(wrong.status == 2)
    #expect(wrong.errors.contains("--since needs a date such as 2026-03-01"), "\(wrong.errors)")
  }

  /// The body of the tracking issue is created once, stays while nothing changes, changes with a difference, and says when to close.
  @Test func issueChangesOnlyWithADifference() async throws {
    let folder = try TemporaryFolder()
    let script = Repository.path("fixtures/backends/landmark.py")
    func issue(_ variants: [String]) async throws -> String {
      let server = try RunningServer.python(script, variants.flatMap { ["--variant", $0] })
      let flags = server.servers.flatMap { ["--server", "\($0.key)=\($0.value)"] }
      _ = try await drift(flags + ["--report", "issue=\(folder.path("issue.md"))"])
      return try folder.text("issue.md")
    }
    let first = try await issue(["predict-unknown-label"])
    #expect(
      first.contains("differs from its documentation in 1 place") && first.contains("`POST /"),
      "\(first)"
    )
    #expect(try await issue(["predict-unknown-label"]) == first)
    #expect(try await issue(["predict-time-fraction"]) != first)
    #expect(try await issue([]).contains("This issue can be closed."))
  }

  /// A forge whose commands a stand-in acts out, as far as the article's job asks.
  enum Forge: String, CaseIterable {
    case gitHub, gitLab

    /// What the job's script begins with in the article, and how far it is indented.
    var opening: String { self == .gitHub ? "- run: |\n" : "    - |\n      # Status" }
    var command: String { self == .gitHub ? "gh" : "curl" }

    var standIn: String {
      switch self {
      case .gitHub:
        #"""
        #!/bin/bash
        body() { while [ "$1" != --body-file ]; do shift; done; cat "$2" > body; }
        case "$2" in
          list) if [ -e open ]; then echo 7; fi ;;
          view) sed 's/$/\r/' body ;;
          create) body "$@"; touch open; echo create >> done ;;
          edit) [ "$3" = 7 ]; body "$@"; echo edit >> done ;;
          close) [ "$3" = 7 ]; rm open; echo close >> done ;;
        esac
        """#
      case .gitLab:
        #"""
        #!/bin/bash
        method=GET; token=; closes=; file=; url=
        while [ $# -gt 0 ]; do
          case "$1" in
            --header) [ "$2" = "PRIVATE-TOKEN: secret" ] && token=1; shift ;;
            --request) method=$2; shift ;;
            --data) [ "$2" = state_event=close ] && closes=1; shift ;;
            --data-urlencode) case "$2" in description@*) file=${2#*@} ;; esac; shift ;;
            http*) url=$1 ;;
          esac
          shift
        done
        [ -n "$token" ] || exit 22
        [ -n "$file" ] && cat "$file" > body
        case "$method $url" in
          "GET https://forge.test/api/v4/projects/3/issues?labels=api-drift&state=opened")
            if [ -e open ]; then jq -Rs '[{ iid: 7, description: . }]' body; else echo '[]'; fi ;;
          "POST https://forge.test/api/v4/projects/3/issues") touch open; echo create >> done ;;
          "PUT https://forge.test/api/v4/projects/3/issues/7")
            if [ -n "$closes" ]; then rm open; echo close >> done; else echo edit >> done; fi ;;
          *) exit 22 ;;
        esac
        """#
      }
    }
  }

  /// The job of the article keeps one issue: created once, untouched on no change, edited on a change, closed when healed.
  @Test(arguments: Forge.allCases)
  func scheduledJobKeepsOneIssue(_ forge: Forge) async throws {
    // The job for GitLab reads JSON with jq.
    guard forge == .gitHub || FileManager.default.isExecutableFile(atPath: "/usr/bin/jq") else { return }
    let article = try Repository.text("Sources/AssayKit/AssayKit.docc/ContinuousIntegration.md")
    let section = try #require(article.components(separatedBy: "## Watch a service").dropFirst().first)
    let block = try #require(section.components(separatedBy: forge.opening).dropFirst().first)
    let text = (forge == .gitHub ? "" : "# Status") + (try #require(block.components(separatedBy: "```").first))
    let script = text.replacing(" assay drift", with: " \(Program.assay.path) drift")
      .replacing("contracts/landmark.json", with: contract)
    let folder = try TemporaryFolder()
    let job = try folder.write(script, to: "job.sh")
    let command = try folder.write(forge.standIn, to: forge.command)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command)
    let variables = "CI_API_V4_URL=https://forge.test/api/v4 CI_PROJECT_ID=3 DRIFT_TOKEN=secret"
    for variants in [["predict-unknown-label"], ["predict-unknown-label"], ["predict-time-fraction"], [], []] {
      let server = try RunningServer.python(
        Repository.path("fixtures/backends/landmark.py"),
        variants.flatMap { ["--variant", $0] }
      )
      let backend = try #require(server.servers.values.first)
      let outcome = try await Program("/bin/bash").finish(
        ["-c", #"export \#(variables); PATH="$PWD:$PATH" BACKEND="$1" exec bash -e "$0""#, job, backend],
        folder: folder.url
      )
      #expect(outcome.status == 0, "\(outcome.output)\(outcome.errors)")
    }
    #expect(try folder.text("done") == "create\nedit\nclose\n")
    #expect(try folder.text("drift/landmark-history.md").contains("5 runs from"))
  }
}
