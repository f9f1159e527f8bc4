package import AssayFindings
import AssayJSON

/// The Test Anything Protocol, version 14, a test point a check.
package struct TAPReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let cases = ReportCase.suites(of: results, options: options).flatMap(\.cases)
    guard !cases.isEmpty else { return "TAP version 14\n1..0 # SKIP nothing was verified\n" }
    var lines = ["TAP version 14", "1..\(cases.count)"]
    for (index, item) in cases.enumerated() { lines += self.lines(of: item, number: index + 1) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func lines(of item: ReportCase, number: Int) -> [String] {
    let isOK = item.result == .passed || item.result == .skipped
    var point = "\(isOK ? "ok" : "not ok") \(number) - \(escape(item.title))"
    if item.result == .skipped { point += " # SKIP \(escape(item.message))" }
    let body = item.body.isEmpty ? item.output : item.body
    guard !body.isEmpty else { return [point] }
    let block = VisibleText.block(body).split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return [point, "  ---"] + fields(of: item, isOK: isOK) + ["  report: |2"] + block + ["  ..."]
  }

  private func fields(of item: ReportCase, isOK: Bool) -> [String] {
    let severity = isOK ? "comment" : item.result == .error ? "error" : "fail"
    let fields = [("severity", severity), ("rule", item.type), ("message", item.message)]
    // JSON strings are YAML scalars (YAML 1.2 section 7.3.1), and leave nothing to guess about quotes or indents.
    return fields.filter { !$0.1.isEmpty }.map { name, value in
      var writer = JSONWriter()
      writer.visible(value)
      return "  \(name): \(writer.text)"
    }
  }

  /// `#` would begin a directive.
  private func escape(_ text: String) -> String {
    VisibleText.line(text, limit: 1000).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "#" || scalar == "\\" { result += "\\" }
      result.unicodeScalars.append(scalar)
    }
  }
}
