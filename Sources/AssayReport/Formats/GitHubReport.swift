package import AssayFindings

/// Workflow commands that GitHub Actions turns into annotations on the lines of the contract.
package struct GitHubReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    results.flatMap { Annotation.all(of: $0, options) }.map { command($0) + "\n" }.joined()
  }

  private func command(_ annotation: Annotation) -> String {
    var properties: [String] = []
    if !annotation.file.isEmpty { properties.append("file=" + property(annotation.file)) }
    if let place = annotation.place { properties += ["line=\(place.line)", "col=\(place.column)"] }
    properties.append("title=" + property(annotation.title))
    let name =
      switch annotation.kind {
      case .error: "error"
      case .warning: "warning"
      case .notice: "notice"
      }
    return "::\(name) \(properties.joined(separator: ","))::\(escape(LogText.harmless(annotation.message)))"
  }

  /// Escapes a message, which may contain line ends as `%0A`; other control characters are already made visible.
  private func escape(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "%": "%25"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// Escapes a property, which `:` and `,` would otherwise end.
  private func property(_ text: String) -> String {
    escape(LogText.harmless(VisibleText.line(text, limit: 200))).escaped { scalar in
      switch scalar {
      case ":": "%3A"
      case ",": "%2C"
      default: nil
      }
    }
  }
}
