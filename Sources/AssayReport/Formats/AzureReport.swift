package import AssayFindings

/// Logging commands that Azure Pipelines turns into issues of the job, with the lines of the contract.
package struct AzureReport: Reporter {
  package init() {}

  package func render(_ results: [RunResult], options: ReportOptions) -> String {
    results.flatMap { Annotation.all(of: $0, options) }.map { command($0) + "\n" }.joined()
  }

  private func command(_ annotation: Annotation) -> String {
    var properties: [String] = []
    switch annotation.kind {
    case .error: properties.append("type=error")
    case .warning: properties.append("type=warning")
    // The agent knows two kinds of issue; the rest is a line of the log.
    case .notice: return LogText.harmless("\(annotation.title): \(annotation.message)")
    }
    if !annotation.file.isEmpty { properties.append("sourcepath=" + property(annotation.file)) }
    if let place = annotation.place {
      properties += ["linenumber=\(place.line)", "columnnumber=\(place.column)"]
    }
    if !annotation.rule.isEmpty { properties.append("code=" + property(annotation.rule)) }
    let message = escape(LogText.harmless("\(annotation.title)\n\(annotation.message)"))
    return "##vso[task.logissue \(properties.joined(separator: ";"))]\(message)"
  }

  /// Escapes line ends, which the agent decodes; other control characters are already made visible.
  private func escape(_ text: String) -> String {
    text.escaped { scalar in
      switch scalar {
      case "%": "%AZP25"
      case "\n": "%0A"
      default: nil
      }
    }
  }

  /// Escapes a property, which `;` and `]` would otherwise end.
  private func property(_ text: String) -> String {
    escape(LogText.harmless(VisibleText.line(text, limit: 200))).escaped { scalar in
      switch scalar {
      case ";": "%3B"
      case "]": "%5D"
      default: nil
      }
    }
  }
}
