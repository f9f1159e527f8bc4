import AssayFindings

/// A finding as text, all of it, for goldens.
enum FindingText {
  static func text(_ finding: Finding) -> String {
    var lines = [
      "\(finding.level.rawValue) \(finding.rule) at \(finding.location.isEmpty ? "the answer" : finding.location)"
        + (finding.occurrences > 1 ? ", \(finding.occurrences) times" : "")
    ]
    lines.append("  \(finding.message)")
    lines.append("  expected: \(finding.expected)")
    lines.append("  received: \(finding.actual)")
    lines += finding.details.map { "  \($0.name): \($0.text)" }
    if !finding.alternatives.isEmpty {
      lines.append("  alternatives: " + finding.alternatives.joined(separator: " | "))
    }
    let promise = finding.promise.map { "\($0.file):\($0.line):\($0.column) \($0.pointer)" } ?? "-"
    lines.append("  promise:  \(promise), \(finding.sources.map(\.description).joined(separator: ", "))")
    lines += finding.excerpt.split(separator: "\n").map { "  | \($0)" }
    return lines.joined(separator: "\n") + "\n"
  }
}
