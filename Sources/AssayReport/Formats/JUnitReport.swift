package import AssayFindings
import AssayText

/// JUnit XML that is valid against the strict schema of Jenkins' xunit plugin (`junit-10.xsd`), one test case a check.
///
/// GitLab takes the suite from `classname` and the text from the element's body, Jenkins the package from what stands
/// before the last dot of `classname`; so the class is contract and scenario, and bodies carry everything.
package struct JUnitReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    JUnitDocument(options: options, rich: false).render(results)
  }
}

/// JUnit XML with what the strict schema has no place for: file and line, properties, and what the wire showed.
package struct JUnitRichReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    JUnitDocument(options: options, rich: true).render(results)
  }
}

/// The XML of a JUnit report, in one of its two profiles.
struct JUnitDocument {
  let options: ReportOptions
  /// Whether to write what the strict schema does not allow.
  let rich: Bool

  func render(_ results: [RunResult]) -> String {
    let suites = ReportCase.suites(of: results, options: options)
    let all = suites.flatMap(\.cases)
    var xml = XMLWriter()
    xml.element(
      "testsuites",
      [
        "name": "assay", "tests": String(all.count), "failures": String(all.count { $0.result == .failure }),
        "errors": String(all.count { $0.result == .error }),
        "time": results.reduce(.zero) { $0 + $1.duration }.secondsToTheMillisecond,
      ]
    ) { xml in for suite in suites { write(suite, &xml) } }
    return xml.text
  }

  private func write(_ suite: ReportCase.Suite, _ xml: inout XMLWriter) {
    let cases = suite.cases
    xml.element(
      "testsuite",
      [
        "name": suite.name, "tests": String(cases.count), "failures": String(cases.count { $0.result == .failure }),
        "errors": String(cases.count { $0.result == .error }), "skipped": String(cases.count { $0.result == .skipped }),
        "time": suite.result.duration.secondsToTheMillisecond,
      ]
    ) { xml in
      properties(of: suite.result, &xml)
      for item in cases { write(item, &xml) }
    }
  }

  private func properties(of result: RunResult, _ xml: inout XMLWriter) {
    xml.element("properties") { xml in
      xml.element("property", ["name": "assay", "value": result.assay])
      xml.element("property", ["name": "outcome", "value": result.outcome.rawValue])
      if !result.title.isEmpty { xml.element("property", ["name": "title", "value": result.title]) }
      if !result.file.isEmpty { xml.element("property", ["name": "contract", "value": result.file]) }
      if !result.started.isEmpty { xml.element("property", ["name": "started", "value": result.started]) }
      for server in result.servers { xml.element("property", ["name": "server.\(server.name)", "value": server.url]) }
    }
  }

  private func write(_ item: ReportCase, _ xml: inout XMLWriter) {
    let time = item.duration.secondsToTheMillisecond
    if rich, let place = item.check?.place {
      xml.element(
        "testcase",
        ["name": item.name, "classname": item.classname, "time": time, "file": place.file, "line": String(place.line)]
      ) { content(of: item, &$0) }
    } else {
      xml.element("testcase", ["name": item.name, "classname": item.classname, "time": time]) { content(of: item, &$0) }
    }
  }

  private func content(of item: ReportCase, _ xml: inout XMLWriter) {
    if rich, let check = item.check {
      xml.element("properties") { xml in
        xml.element("property", ["name": "operation", "value": check.operation])
        xml.element("property", ["name": "status", "value": check.status.rawValue])
      }
    }
    switch item.result {
    case .passed: break
    case .failure: xml.element("failure", ["type": item.type, "message": item.message], text: item.body)
    case .error: xml.element("error", ["type": item.type, "message": item.message], text: item.body)
    case .skipped: xml.element("skipped", ["message": item.message], text: item.message)
    }
    let transcript = rich ? item.check?.transcript ?? "" : ""
    let output = [item.output, transcript].filter { !$0.isEmpty }.joined(separator: "\n\n")
    if !output.isEmpty { xml.element("system-out", text: output) }
  }
}
