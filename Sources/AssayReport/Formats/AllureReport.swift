package import AssayFindings
import AssayJSON
import AssayText

/// The folder of results that Allure reads: a file for each test case, and a file for each attached exchange.
package struct AllureReport: FolderReporter {
  package init() {}

  package func files(_ results: [RunResult], options: ReportOptions) -> [ReportFile] {
    ReportCase.suites(of: results, options: options).flatMap { suite in
      suite.cases.flatMap { files(of: $0, in: suite.result) }
    }
  }

  private func files(of item: ReportCase, in result: RunResult) -> [ReportFile] {
    let key = FaultFingerprint.digest(of: [item.classname, item.name], bytes: 16)
    let transcript = item.check?.transcript ?? ""
    let attachment = ReportFile(name: "\(key)-attachment.txt", text: lines(of: transcript))
    var writer = JSONWriter(indent: "  ")
    writer.object { writer in
      writer.member("uuid", key)
      // Allure joins the results of later runs by it.
      writer.member("historyId", key)
      writer.member("testCaseId", key)
      writer.member("fullName", VisibleText.line(item.title, limit: 1000))
      writer.member("name", VisibleText.line(item.name, limit: 1000))
      writer.member("status", status(of: item))
      writer.object("statusDetails") { writer in
        if !item.message.isEmpty { writer.member("message", VisibleText.line(item.message, limit: 2000)) }
        let trace = item.body.isEmpty ? item.output : item.body
        if !trace.isEmpty { writer.member("trace", trace) }
        writer.member("flaky", item.check?.isFlaky ?? false)
      }
      writer.member("stage", "finished")
      let start = (DateTime(result.started)?.millisecondsSinceEpoch ?? 0) + begin(of: item)
      writer.member("start", start)
      writer.member("stop", start + Int(item.duration.rounded(perSecond: 1000)))
      writer.array("labels", labels(of: item)) { label, writer in
        writer.object {
          $0.member("name", label.name)
          $0.member("value", VisibleText.line(label.value, limit: 200))
        }
      }
      guard !transcript.isEmpty else { return }
      writer.array("attachments", [attachment]) { file, writer in
        writer.object {
          $0.member("name", "request and response")
          $0.member("source", file.name)
          $0.member("type", "text/plain")
        }
      }
    }
    let file = ReportFile(name: "\(key)-result.json", text: writer.text + "\n")
    return [file] + (transcript.isEmpty ? [] : [attachment])
  }

  /// The contract, the scenario and the operation, as levels of Allure's two trees.
  private func labels(of item: ReportCase) -> [(name: String, value: String)] {
    let all = [
      (name: "framework", value: "assay"), (name: "parentSuite", value: item.contract),
      (name: "suite", value: item.check?.scenario ?? ""), (name: "epic", value: item.contract),
      (name: "feature", value: item.check?.operation ?? ""),
    ]
    return all.filter { !$0.value.isEmpty }
  }

  private func begin(of item: ReportCase) -> Int {
    item.check?.concurrency.map { Int($0.start.rounded(perSecond: 1000)) } ?? 0
  }

  private func lines(of transcript: String) -> String {
    VisibleText.lines(transcript, count: 400, limit: 2000).joined(separator: "\n") + "\n"
  }

  /// The status of a case; in Allure, a test without a result is "broken".
  private func status(of item: ReportCase) -> String {
    switch item.result {
    case .passed: "passed"
    case .failure: "failed"
    case .error: "broken"
    case .skipped: "skipped"
    }
  }
}
