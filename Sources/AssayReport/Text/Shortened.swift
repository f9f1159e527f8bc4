package import AssayFindings

extension RunResult {
  /// The result with every text from outside shortened to a readable length, followed by its full length: a name may be
  /// as long as a response, and appears many times in a report.
  package var shortened: RunResult {
    var result = self
    result.findings = findings.map(\.shortened)
    // Of a hundred thousand that say nothing long, no copy is made.
    if checks.contains(where: { $0.shortened != $0 }) { result.checks = checks.map(\.shortened) }
    return result
  }
}

extension CheckResult {
  /// The check with every text from outside shortened and followed by its length.
  fileprivate var shortened: CheckResult {
    var check = self
    check.reason = Finding.cut(reason)
    check.transcript = Finding.cut(transcript, to: 40_000)
    check.illustrations = illustrations.map { $0.mapTexts { Finding.cut($0, to: 400) } }
    return check
  }
}

extension Finding {
  /// The finding with every text from outside shortened and followed by its length.
  package var shortened: Finding { mapTexts { Self.cut($0) } }

  /// Returns the first `limit` code points and the total number; the whole text if it is not longer.
  fileprivate static func cut(_ text: String, to limit: Int = 4_000) -> String {
    guard text.utf8.count > limit, text.unicodeScalars.dropFirst(limit).first != nil else { return text }
    return String(text.unicodeScalars.prefix(limit)) + "… (\(text.unicodeScalars.count) characters)"
  }
}
