import Foundation
import TestKit

/// What varies from run to run, and what stands for it in the files of `fixtures/cli`; its README lists them.
struct Masks {
  private var literals: [(String, String)]
  private let isLive: Bool

  /// - Parameters:
  ///   - out: The case's temporary folder.
  ///   - servers: Where its servers listen.
  ///   - isLive: Whether the run took the time it took; a recording's times are its own, and stay.
  init(out: String, servers: [String: String], isLive: Bool) {
    literals = [(out, "OUT/")]
    for url in servers.values.sorted() {
      literals.append((url, "http://127.0.0.1:PORT"))
      if let port = url.split(separator: ":").last { literals.append((" \(port) ", " PORT ")) }
    }
    self.isLive = isLive
  }

  func applied(to text: String) -> String {
    var text = text
    for (literal, mask) in literals { text = text.replacing(literal, with: mask) }
    for (pattern, mask) in Self.always + (isLive ? Self.live : []) {
      text = text.replacingOccurrences(of: pattern, with: mask, options: .regularExpression)
    }
    return text
  }

  /// The version, wherever the product names itself, and the commit that is checked out.
  private static let always = [
    (#"(?m)^assay \d+\.\d+\.\d+(-\S+)?$"#, "assay VERSION"),
    (#"("assay": ")\d+\.\d+\.\d+[^"]*"#, "$1VERSION"),
    (#"("name": "assay",\s+"version": ")\d+\.\d+\.\d+[^"]*"#, "$1VERSION"),
    (#"(name="assay" value=")\d+\.\d+\.\d+[^"]*"#, "$1VERSION"),
    (#"(assay )\d+\.\d+\.\d+(?=[ ,.<])"#, "$1VERSION"),
    (#"("commit": ?"|commit</dt><dd><code>|(?m)^- commit: \W*)[0-9a-f]{12,40}"#, "$1COMMIT"),
    (#"(/assay@v|/download/v|ASSAY_VERSION: )\d+\.\d+\.\d+"#, "$1VERSION"),
  ]

  /// When a run was, and how long it took.
  private static let live = [
    (#"(http://127\.0\.0\.1:)\d{5}\b"#, "$1PORT"),
    (#"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?Z?"#, "WHEN"),
    (#"\b\d{1,2} \p{L}+ \d{4}, \d\d:\d\d UTC"#, "WHEN"),
    (#"("(?:(?:duration|start)(?:_ms)?|stop|time|wait|receive|send|connect|blocked|dns|ssl)": )[0-9.]+"#, "$1TIME"),
    (#"(\btime=")[0-9.]+""#, #"$1TIME""#),
    (#"(?m)\b\d+(\.\d+)? (µs|ms|s|min)( \d+ s)?\b"#, "TIME"),
  ]
}
