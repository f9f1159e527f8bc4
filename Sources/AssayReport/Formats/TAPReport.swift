package import AssayFindings
import AssayJSON

/// The Test Anything Protocol, version 13, a test point for each check. Readers of version 14 accept it; readers from
/// before 2022 know no other version.
package struct TAPReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    let cases = ReportCase.suites(of: results, options: options).flatMap(\.cases)
    guard !cases.isEmpty else { return "TAP version 13\n1..0 # SKIP nothing was verified\n" }
    var lines = ["TAP version 13", "1..\(cases.count)"]
    for (index, item) in cases.enumerated() { lines += self.lines(of: item, number: index + 1) }
    // It is written to the log of a pipeline more often than not.
    return LogText.harmless(lines.joined(separator: "\n") + "\n")
  }

  private func lines(of item: ReportCase, number: Int) -> [String] {
    let isOK = item.result == .passed || item.result == .skipped
    var point = "\(isOK ? "ok" : "not ok") \(number) - \(escape(item.title))"
    if item.result == .skipped { point += " # SKIP \(escape(item.message))" }
    let body = item.body.isEmpty ? item.output : item.body
    guard !body.isEmpty else { return [point] }
    // The first line tells the indentation (YAML 1.2 section 8.1.1.1): it must not begin with a blank.
    let text = VisibleText.block(body).drop { $0.isWhitespace }
    let block = text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
    return [point, "  ---"] + fields(of: item, isOK: isOK) + ["  report: |"] + block + ["  ..."]
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

  /// Escapes `#`, which would begin a directive; not every reader knows `\#`.
  private func escape(_ text: String) -> String {
    VisibleText.line(text, limit: 1000).unicodeScalars.reduce(into: "") { result, scalar in
      if scalar == "#" { result += VisibleText.escape(scalar) } else { result.unicodeScalars.append(scalar) }
    }
  }
}
