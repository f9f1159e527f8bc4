import AssayDocuments

/// A call whose method and path stand on lines of their own, each after a label.
struct LabelledCall {
  let outline: Int
  let document: String
  private var method: (text: String, source: Source)?
  var target: (target: CallTarget, source: Source, passage: Int)?

  /// A label whose value is on the next line.
  private var pending: String?

  init(outline: Int, document: String) {
    self.outline = outline
    self.document = document
  }

  var isBegun: Bool { method != nil || target != nil }

  /// Takes `Method: POST`, `**URL:** `/upload``, `Pfad: /x`.
  mutating func take(_ line: String, _ source: Source, _ passage: Int) {
    guard let (label, value) = parts(of: line) else { return }
    if let named = Methods.named(value.split(separator: " ").first.map { String($0).trimmingMarks } ?? ""),
      value.split(separator: " ").count <= 3
    {
      method = method ?? (named, source)
    } else if !value.contains(" "), value.contains("/"), let found = CallTarget(value), found.path != "/",
      !found.isFile,
      label.allSatisfy({ !$0.isNumber }), target == nil,
      !found.isAbsolute || method != nil || !Vocabulary.has(["base"], in: label.lowercased()),
      !PathLabels.isNoPath(String(label))
    {
      target = (found, source, passage)
    }
  }

  /// The label and the value of a line; `nil` where it has only one of them.
  private mutating func parts(of line: String) -> (String, String)? {
    let text = line.trimmed
    if let own = pending {
      pending = nil
      if Methods.named(text.trimmingMarks) != nil || text.trimming("`").hasPrefix("/") || text.contains("://") {
        return (own, text.trimming("`*\"'.,; "))
      }
    }
    if PathLabels.isPathOrMethod(text.trimming("*:： ")) {
      pending = text
      return nil
    }
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" || $0 == "=" }) else { return nil }
    let label = line[..<colon]
    return label.count < 30 ? (String(label), String(line[line.index(after: colon)...]).trimming("`*\"'.,; ")) : nil
  }

  mutating func finish() -> (sighting: CallSighting, place: (outline: Int, passage: Int))? {
    guard let target,
      method != nil
        || !target.target.isAbsolute && !target.target.segments.allSatisfy({ SightingReader.isBaseSegment($0) })
    else { return nil }
    let lines = [method?.source, target.source].compactMap { $0 }.map(\.lines)
    let range = (lines.map(\.lowerBound).min() ?? 1)...(lines.map(\.upperBound).max() ?? 1)
    let sighting = CallSighting(
      kind: .announced,
      method: method?.text,
      target: target.target,
      source: range.count < 8 ? Source(document, range) : target.source
    )
    return (sighting, (outline, target.passage))
  }
}

/// Labels after which a path is not an endpoint's.
private enum PathLabels {
  /// Returns true if a text is only the label of a path or a method.
  static func isPathOrMethod(_ text: String) -> Bool {
    [
      "url", "uri", "endpoint", "path", "route", "method", "http method", "request url", "methode", "pfad", "méthode",
      "chemin", "método", "ruta", "метод", "путь", "адрес", "方法", "请求方法", "请求方式", "路径", "地址", "接口地址", "请求地址",
      "请求路径", "メソッド", "パス", "エンドポイント", "메서드", "경로",
    ].contains(text.lowercased())
  }

  static func isNoPath(_ label: String) -> Bool {
    Vocabulary.has(
      [
        "guide", "script", "file", "logs", "log", "folder", "directory", "source", "see", "example", "docs",
        "documentation", "architecture", "datei", "config", "route", "screen", "page",
      ],
      in: label.lowercased()
    ) || label.lowercased().contains("guide") || label.lowercased().contains("script")
  }
}

extension MarkdownText {
  /// The text line by line.
  var lines: [MarkdownText] {
    var lines: [[Run]] = [[]]
    for run in runs {
      if run.text == "\n" {
        lines.append([])
      } else if run.text.contains("\n") {
        for (index, part) in run.text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          if index > 0 { lines.append([]) }
          var piece = run
          piece.text = String(part)
          lines[lines.count - 1].append(piece)
        }
      } else {
        lines[lines.count - 1].append(run)
      }
    }
    return lines.map { MarkdownText($0) }
  }
}
