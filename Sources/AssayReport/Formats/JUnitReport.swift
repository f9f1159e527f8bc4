package import AssayFindings

/// JUnit XML that is valid against the strict schema of Jenkins' xunit plugin (`junit-10.xsd`), one test case a check.
///
/// GitLab takes the suite from `classname` and the text from the element's body, Jenkins the package from what stands
/// before the last dot of `classname`; so the class is contract and scenario, and bodies carry everything.
package struct JUnitReport: Reporter {
  package static let name = "junit"

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    JUnitDocument(options: options, rich: false).render(results)
  }
}

/// JUnit XML with what the strict schema has no place for: file and line, properties, and what the wire showed.
package struct JUnitRichReport: Reporter {
  package static let name = "junit-rich"

  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    JUnitDocument(options: options, rich: true).render(results)
  }
}
