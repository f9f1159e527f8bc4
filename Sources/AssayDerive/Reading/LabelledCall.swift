import AssayDocuments
import AssayText

/// A call whose method and path are on separate lines, each after a label.
struct LabelledCall {
  let outline: Int
  let document: String
  private var method: (text: String, source: Source)?
  /// More than one where a call may be made at several paths.
  private var targets: [(target: CallTarget, source: Source)] = []
  private var passage = 0

  /// The label of the previous line, whose value is expected on this line; `nil` if none.
  private var pending: String?

  /// True if the path is alone in a fence, and no label names it.
  private var isUnlabelled = false
  /// True if only the heading has the path, which may be that of a group.
  private(set) var isOfHeading = false
  /// The methods that sentences name: "Send a `POST` request to:".
  private var said: Set<String> = []

  private let level: Int
  /// True if lines that begin with a method say how the path is called.
  private var isListed = false

  /// The number of calls that were found before it.
  let start: Int

  init(outline: Int, document: String, level: Int = 0, start: Int = 0) {
    self.start = start
    self.outline = outline
    self.document = document
    self.level = level
  }

  /// Returns true if what a heading begins belongs to the call that is begun: another label of it, or a part of its
  /// section while its method or its path is missing.
  func goOn(after title: String, _ level: Int) -> Bool {
    guard method != nil || !targets.isEmpty || !said.isEmpty else { return false }
    var trial = LabelledCall(outline: outline, document: document)
    trial.take(title, Source(document, 1), 0)
    return trial.pending != nil || trial.method != nil || !trial.targets.isEmpty
      || level > self.level && (method == nil || targets.isEmpty)
        && (method != nil || targets.contains { !$0.target.isAbsolute })
  }

  mutating func take(_ target: CallTarget, _ source: Source, _ passage: Int) {
    if !targets.contains(where: { $0.target == target }) { targets.append((target, source)) }
    self.passage = passage
  }

  mutating func take(heading target: CallTarget, _ source: Source, _ passage: Int) {
    isOfHeading = targets.isEmpty
    take(target, source, passage)
  }

  /// Reads a line with a label and a value as the call's method, path or URL: `Method: POST`, `**URL:** `/upload``,
  /// `Pfad: /x`.
  mutating func take(_ line: String, _ source: Source, _ passage: Int) {
    guard let (label, value) = parts(of: line) else { return }
    let words = value.split(separator: " ").map(\.trimmingMarks)
    let isLabel = PathLabels.isPathOrMethod(label.trimming("-*:： "))
    // `POST`, `post (form)`, `JSON POST`
    if words.count <= 3,
      let named = words.first.flatMap({ Methods.named($0) })
        ?? (isLabel || label.lowercased().has(.request)
          ? words.last.flatMap { Methods.named($0) == $0 ? $0 : nil } : nil)
        ?? (isLabel ? words.lazy.compactMap { Methods.named($0) }.first : nil)
    {
      method = method ?? (named, source)
    } else if !value.contains(" "), value.contains("/"),
      let found = CallTarget(value)
        ?? (isLabel ? TextCall.bareTarget(value) : nil), found.path != "/",
      !found.isFile,
      label.allSatisfy({ !$0.isNumber }),
      targets.isEmpty || isLabel && (method == nil || isUnlabelled),
      !found.isAbsolute || method != nil || !label.lowercased().has(["base"]),
      !PathLabels.isNoPath(String(label))
    {
      if isUnlabelled || isOfHeading && isLabel { (targets, isUnlabelled) = ([], false) }
      isOfHeading = false
      take(found, source, passage)
    }
  }

  /// Reads a sentence that may name the method of a path which a fence or a table shows.
  mutating func take(sentence: String) {
    let words = sentence.wordParts()
    for (index, word) in words.enumerated() where Methods.all.contains(word) {
      let near = [words[safe: index - 1], words[safe: index + 1]].compactMap { $0?.lowercased() }
      if near.contains(where: { $0 == "http" || $0.has(.request) }) { said.insert(word) }
    }
  }

  /// Reads a fence of one line, which may be the value of the label before it, or a path, for labels or sentences that
  /// name its method.
  mutating func take(fence code: CodeBlock, _ source: Source, _ passage: Int) {
    let lines = code.code.map(\.trimmed).filter { !$0.isEmpty }
    guard lines.count == 1 else { return }
    if pending != nil {
      take(lines[0], source, passage)
    } else if targets.isEmpty, let target = CallTarget(lines[0]), target.isAbsolute || lines[0].hasPrefix("/"),
      target.path != "/", !target.isFile, !Hosts.isForeign(target.base)
    {
      isUnlabelled = true
      take(target, source, passage)
    }
  }

  /// Reads a line that begins with a method, under a heading that is only a path: "`GET` – lists the sessions". Returns
  /// the call.
  mutating func call(in line: MarkdownText) -> (method: String, target: CallTarget)? {
    guard level > 0, pending == nil, method == nil, targets.count == 1,
      let first = line.runs.first(where: { !$0.text.trimmed.isEmpty }), first.isCode || first.isStrong,
      Methods.all.contains(first.text.trimmed)
    else { return nil }
    isListed = true
    return (first.text.trimmed, targets[0].target)
  }

  /// Returns the label and the value in a line, or on two successive lines; `nil` if the line has only one of them.
  private mutating func parts(of line: String) -> (String, String)? {
    let text = line.trimmed
    if let own = pending {
      pending = nil
      let words = text.split(separator: " ").map(\.trimmingMarks)
      if words.count <= 3 && words.contains(where: { Methods.named($0) != nil }) || text.trimming("`").hasPrefix("/")
        || text.contains("://")
      {
        return (own, text.trimming("`*\"'.,; "))
      }
    }
    if PathLabels.isPathOrMethod(text.trimming("*:： ")) {
      pending = PathLabels.unnumbered(text)
      return nil
    }
    guard let colon = line.firstIndex(where: { $0 == ":" || $0 == "：" || $0 == "=" }) else { return nil }
    let label = PathLabels.unnumbered(String(line[..<colon]))
    return label.count < 30 ? (label, String(line[line.index(after: colon)...]).trimming("`*\"'.,; ")) : nil
  }

  /// Returns true if the path is only the beginning of those of the calls in its section.
  func isGroup(of calls: ArraySlice<CallSighting>) -> Bool {
    guard let group = targets.first?.target.segments else { return false }
    return calls.contains {
      $0.kind == .announced && $0.target.segments.count > group.count && $0.target.segments.starts(with: group)
    }
  }

  /// The calls, and the place that they belong to. The method may be one that a sentence names, where no other call is
  /// shown.
  func finish(isAlone: Bool) -> (sightings: [CallSighting], place: (outline: Int, passage: Int)) {
    let own = method?.text ?? (isAlone && said.count == 1 ? said.first : nil)
    let isCalled = { (target: CallTarget) in
      own != nil
        || !isListed && !isUnlabelled && !target.isAbsolute
          && !target.segments.allSatisfy { SightingReader.isBaseSegment($0) }
    }
    let sightings = targets.filter { isCalled($0.target) }.map { target, source in
      let lines = [method?.source, source].compactMap { $0 }.map(\.lines)
      let range = (lines.map(\.lowerBound).min() ?? 1)...(lines.map(\.upperBound).max() ?? 1)
      return CallSighting(
        kind: .announced,
        method: own,
        target: target,
        source: range.count < 8 ? Source(document, range) : source
      )
    }
    return (sightings, (outline, passage))
  }
}

/// Labels before a path: those of endpoints and methods, and those after which a path is not an endpoint's, such as
/// `file`.
enum PathLabels {
  private static let labels = CommaSeparated.list(
    """
    url, uri, endpoint, path, route, method, http method, request method, request url, methode, pfad, méthode, chemin, método,
    ruta, метод, путь, адрес, 方法, 端点, 接口, 请求方法, 请求方式, http请求方式, 路径, 地址, 接口地址, 请求地址, 请求路径, メソッド, パス, エンドポイント, 메서드, 경로
    """
  )

  /// Returns true if a text is only the label of a path or a method.
  static func isPathOrMethod(_ text: String) -> Bool {
    labels.contains(unnumbered(text).lowercased())
  }

  /// The text without the number of a section before it: "2. URL", "三、接口地址", "(1) Method".
  static func unnumbered(_ text: String) -> String {
    let rest = text.drop { $0.isNumber || "(（一二三四五六七八九十".contains($0) }
    guard rest.count < text.count, let mark = rest.first, ".、．)）".contains(mark) else { return text }
    return rest.drop { ".、．)） ".contains($0) }.trimmed
  }

  private static let others = WordList(
    """
    guide, script, file, logs, log, folder, directory, source, see, example, docs, documentation, architecture,
    datei, config, route, screen, page, 日志, 로그, ログ, журнал
    """
  )

  static func isNoPath(_ label: String) -> Bool {
    let lowered = label.lowercased()
    return lowered.has(others) || lowered.containsAny("guide", "script")
  }
}

extension MarkdownText {
  /// The name of the event in the line of a stream that the text begins with, in code: `event: ping`.
  var eventLine: String? {
    guard let first = runs.first(where: { !$0.text.trimmed.isEmpty }), first.isCode, first.text.hasPrefix("event:")
    else { return nil }
    let name = first.text.dropFirst(6).trimmed
    return name.isEventName ? name : nil
  }

  /// The text line by line.
  var lines: [MarkdownText] {
    var lines: [[Run]] = [[]]
    for run in runs {
      if run.text == "\n" {
        lines.append([])
        continue
      }
      for (index, part) in run.text.parts("\n", keepingEmpty: true).enumerated() {
        if index > 0 { lines.append([]) }
        var piece = run
        piece.text = part
        lines[lines.count - 1].append(piece)
      }
    }
    return lines.map { MarkdownText($0) }
  }
}
