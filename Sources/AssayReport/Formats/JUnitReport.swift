package import AssayFindings
import AssayText

/// JUnit XML that is valid against the strict schema of Jenkins' xunit plugin (`junit-10.xsd`), one test case a check.
///
/// Each suite is also valid for Surefire's and Ant's schemas, except where these contradict each other. Ant's requires
/// `timestamp`, `hostname`, `package` and `id`, and output at the end of a suite, which Surefire's does not allow.
/// Surefire's allows output and flaky failures of a case, which Ant's does not. The attributes are written, and output
/// stays with its case.
///
/// GitLab takes the suite from `classname` and the text from the element's body; Jenkins takes the package from the
/// part of `classname` before its last dot. So the class is contract and scenario, and bodies contain everything.
package struct JUnitReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    JUnitDocument(options: options, rich: false).render(results)
  }
}

/// JUnit XML with content that the strict schema does not allow: file and line, properties, requests and responses.
package struct JUnitRichReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    JUnitDocument(options: options, rich: true).render(results)
  }
}

/// The XML of a JUnit report, in one of its two profiles.
struct JUnitDocument {
  let options: ReportOptions
  /// True if the report may have content that the strict schema does not allow.
  let rich: Bool

  func render(_ results: [RunResult]) -> String {
    let suites = ReportCase.suites(of: results, options: options).map(withWarnings)
    var xml = XMLWriter()
    xml.element(
      "testsuites",
      ["name": "assay"] + counts(suites.flatMap(\.cases))
        + ["time": results.reduce(.zero) { $0 + $1.duration }.secondsToTheMillisecond]
    ) { xml in
      for (id, suite) in suites.enumerated() { write(suite, id: id, isOneOfMany: suites.count > 1, &xml) }
    }
    return xml.text
  }

  private func counts(_ cases: [ReportCase]) -> XMLWriter.Attributes {
    [
      "tests": String(cases.count), "failures": String(cases.count { $0.result == .failure }),
      "errors": String(cases.count { $0.result == .error }),
    ]
  }

  /// Returns the suite with a skipped case after each check that passed with a broken `should`, since GitLab shows no
  /// details of passed cases.
  private func withWarnings(_ suite: ReportCase.Suite) -> ReportCase.Suite {
    var suite = suite
    suite.cases = suite.cases.flatMap { item -> [ReportCase] in
      guard item.check?.status == .warned else { return [item] }
      var warning = item
      warning.name += " (should)"
      warning.duration = .zero
      warning.result = .skipped
      warning.body = item.output
      warning.output = ""
      warning.check = nil
      return [item, warning]
    }
    return suite
  }

  private func write(_ suite: ReportCase.Suite, id: Int, isOneOfMany: Bool, _ xml: inout XMLWriter) {
    let started = DateTime(suite.result.started).map { [("timestamp", String($0.description.prefix(19)))] } ?? []
    xml.element(
      "testsuite",
      // The host is not known here; Ant's schema asks for "localhost" then.
      ["name": suite.name, "package": suite.name, "id": String(id), "hostname": "localhost"] + counts(suite.cases) + [
        "skipped": String(suite.cases.count { $0.result == .skipped }),
        "time": suite.result.duration.secondsToTheMillisecond,
      ] + XMLWriter.Attributes(started)
    ) { xml in
      // Some readers take the properties of all suites for one list, and each name once.
      properties(of: suite.result, prefix: isOneOfMany ? suite.name + "." : "", &xml)
      for item in suite.cases { write(item, &xml) }
    }
  }

  private func properties(of result: RunResult, prefix: String, _ xml: inout XMLWriter) {
    let facts = [
      ("assay", result.assay), ("outcome", result.outcome.rawValue), ("title", result.title), ("contract", result.file),
      ("started", result.started),
    ]
    let servers = result.servers.map { ("server.\($0.name)", $0.url) }
    xml.element("properties") { xml in
      for (name, value) in facts.filter({ !$0.1.isEmpty }) + servers {
        xml.element("property", ["name": prefix + name, "value": value])
      }
    }
  }

  private func write(_ item: ReportCase, _ xml: inout XMLWriter) {
    var attributes: XMLWriter.Attributes = [
      "name": item.name, "classname": item.classname, "time": item.duration.secondsToTheMillisecond,
    ]
    if rich, let place = item.place {
      attributes += ["file": options.path(of: place.file), "line": String(place.line)]
    }
    xml.element("testcase", attributes) { content(of: item, &$0) }
  }

  private func content(of item: ReportCase, _ xml: inout XMLWriter) {
    if rich, let check = item.check {
      xml.element("properties") { xml in
        xml.element("property", ["name": "operation", "value": check.operation])
        xml.element("property", ["name": "status", "value": check.status.rawValue])
      }
    }
    let why: XMLWriter.Attributes = ["type": item.type, "message": item.message]
    switch item.result {
    case .passed:
      for (attempt, message) in (item.check?.earlier ?? []).enumerated() {
        let words = "broke at attempt \(attempt + 1): \(message)"
        xml.element("flakyFailure", ["type": "flaky", "message": message]) { xml in
          xml.element("stackTrace", text: Self.inert(words))
        }
      }
    case .failure: xml.element("failure", why, text: Self.inert(item.body))
    case .error: xml.element("error", why, text: Self.inert(item.body))
    case .skipped:
      xml.element("skipped", ["message": item.message], text: Self.inert(item.body.isEmpty ? item.message : item.body))
    }
    let transcript = rich ? item.check?.transcript ?? "" : ""
    let output = [item.output, transcript].filter { !$0.isEmpty }.joined(separator: "\n\n")
    if !output.isEmpty { xml.element("system-out", text: Self.inert(output)) }
  }

  /// Returns the text without marks that make readers fetch a file (`[[ATTACHMENT|path]]`) or take a property from it.
  private static func inert(_ text: String) -> String { text.replacing("[[", with: "[\\u005b") }
}
