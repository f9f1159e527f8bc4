import AssayFindings

/// The message of a finding; a member's name at its head is set as code, so that `answer is missing` reads as meant.
enum HTMLMessage {
  static func write(_ finding: Finding, limit: Int, to writer: inout HTMLWriter) {
    let name = finding.location.split(separator: "/").last ?? ""
    guard finding.location.contains("/"), finding.message.hasPrefix("\(name) ") else {
      return writer.prose(finding.message, limit: limit)
    }
    writer.element("code", text: VisibleText.line(String(name), limit: limit))
    writer.prose(String(finding.message.dropFirst(name.count)), limit: limit)
  }
}
