package import AssayFindings

extension RunResult {
  /// The result with every text from outside cut to what a reader can take in, its length said: a name may be as long as an
  /// answer may be large, and stands in a report many times over.
  package var shortened: RunResult {
    var result = self
    result.findings = findings.map(\.shortened)
    // Of a hundred thousand that say nothing long, no copy is made.
    if checks.contains(where: { $0.shortened != $0 }) { result.checks = checks.map(\.shortened) }
    return result
  }
}

extension CheckResult {
  /// The check with every text from outside cut, its length said.
  fileprivate var shortened: CheckResult {
    var check = self
    check.reason = Finding.cut(reason)
    check.transcript = Finding.cut(transcript, to: 40_000)
    check.illustrations = illustrations.map { $0.mapTexts { Finding.cut($0, to: 400) } }
    return check
  }
}

extension Finding {
  /// The finding with every text from outside cut, its length said.
  package var shortened: Finding { mapTexts { Self.cut($0) } }

  /// The first `limit` code points and the number of all; the whole text where it is no longer.
  fileprivate static func cut(_ text: String, to limit: Int = 4_000) -> String {
    guard text.utf8.count > limit, text.unicodeScalars.dropFirst(limit).first != nil else { return text }
    return String(text.unicodeScalars.prefix(limit)) + "… (\(text.unicodeScalars.count) characters)"
  }
}
