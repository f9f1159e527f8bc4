import CMarkdown

/// The reader that converts the result of cmark-gfm for a text to values.
struct MarkdownReader {
  private let source: DocumentText

  // cmark keeps its extensions in a list of the whole process, which is filled once.
  private static let extensions: [String] = {
    cmark_gfm_core_extensions_ensure_registered()
    return ["table", "strikethrough", "tasklist"]
  }()

  static func blocks(of source: DocumentText) throws(DocumentError) -> [MarkdownBlock] {
    guard let parser = cmark_parser_new(CMARK_OPT_DEFAULT) else { return [] }
    defer { cmark_parser_free(parser) }
    for name in extensions {
      if let found = cmark_find_syntax_extension(name) { cmark_parser_attach_syntax_extension(parser, found) }
    }
    var text = source.text
    text.withUTF8 { buffer in
      buffer.withMemoryRebound(to: CChar.self) { cmark_parser_feed(parser, $0.baseAddress, $0.count) }
    }
    guard let root = cmark_parser_finish(parser) else { return [] }
    defer { cmark_node_free(root) }
    return try MarkdownReader(source: source).children(of: root, depth: 0)
  }

  private init(source: DocumentText) { self.source = source }

  private func children(of node: OpaquePointer, depth: Int) throws(DocumentError) -> [MarkdownBlock] {
    guard depth <= MarkdownDocument.deepest else {
      throw DocumentError(
        "lists and quotes are nested deeper than \(MarkdownDocument.deepest) levels",
        line: lines(of: node).lowerBound
      )
    }
    var blocks: [MarkdownBlock] = []
    // How far down a table's lines are moved: cmark counts the text right before a table, which has no line then, as its own.
    var shift = 0
    for child in Children(node) {
      guard var kind = try kind(of: child, depth: depth) else { continue }
      var lines = lines(of: child)
      if cmark_node_get_start_line(child) == 0, let table = cmark_node_next(child), case .paragraph(var text) = kind {
        let first = self.lines(of: table).lowerBound
        shift = text.plain.count { $0 == "\n" } + 1
        for index in text.runs.indices { text.runs[index].line += first - lines.lowerBound }
        kind = .paragraph(text)
        lines = first...min(first + shift - 1, source.lines.count)
      } else if shift > 0, case .table(var table) = kind {
        table.header.line = min(table.header.line + shift, lines.upperBound)
        kind = .table(table)
        lines = table.header.line...lines.upperBound
        shift = 0
      }
      blocks.append(MarkdownBlock(kind: kind, lines: lines))
    }
    return blocks
  }

  private func kind(of node: OpaquePointer, depth: Int) throws(DocumentError) -> MarkdownBlock.Kind? {
    switch cmark_node_get_type(node) {
    case CMARK_NODE_HEADING: return .heading(level: Int(cmark_node_get_heading_level(node)), text(of: node))
    case CMARK_NODE_PARAGRAPH: return .paragraph(text(of: node))
    case CMARK_NODE_BLOCK_QUOTE: return .quote(try children(of: node, depth: depth + 1))
    case CMARK_NODE_HTML_BLOCK: return .html(Self.string(cmark_node_get_literal(node)))
    case CMARK_NODE_THEMATIC_BREAK: return .rule
    case CMARK_NODE_CODE_BLOCK: return .code(code(of: node))
    case CMARK_NODE_LIST:
      var items: [MarkdownList.Item] = []
      for item in Children(node) {
        items.append(.init(blocks: try children(of: item, depth: depth + 1), lines: lines(of: item)))
      }
      return .list(
        MarkdownList(isOrdered: cmark_node_get_list_type(node) == CMARK_ORDERED_LIST, items: items)
      )
    default:
      return Self.typeName(node) == "table" ? table(of: node).map { .table($0) } : nil
    }
  }

  private func code(of node: OpaquePointer) -> CodeBlock {
    var code = Self.string(cmark_node_get_literal(node)).split(separator: "\n", omittingEmptySubsequences: false)
    if code.last?.isEmpty == true { code.removeLast() }
    let first = lines(of: node).lowerBound
    var (length, offset): (Int32, Int32) = (0, 0)
    var character: CChar = 0
    let isFenced = cmark_node_get_fenced(node, &length, &offset, &character) != 0
    return CodeBlock(
      info: Self.string(cmark_node_get_fence_info(node)),
      code: code.map { String($0) },
      firstLine: isFenced ? first + 1 : first
    )
  }

  private func table(of node: OpaquePointer) -> MarkdownTable? {
    var rows: [MarkdownTable.Row] = []
    for row in Children(node) {
      rows.append(.init(line: lines(of: row).lowerBound, cells: Children(row).map { text(of: $0) }))
    }
    guard let header = rows.first else { return nil }
    return MarkdownTable(header: header, rows: Array(rows.dropFirst()))
  }

  /// Returns the lines of a node, without blank lines at its end.
  private func lines(of node: OpaquePointer) -> ClosedRange<Int> {
    let count = max(source.lines.count, 1)
    let first = min(max(Int(cmark_node_get_start_line(node)), 1), count)
    var last = min(max(Int(cmark_node_get_end_line(node)), first), count)
    while last > first, source.lines[last - 1].allSatisfy({ $0 == " " || $0 == "\t" }) { last -= 1 }
    return first...last
  }

  /// Returns the inline content of a block, visited without recursion, since emphasis may be deeply nested.
  private func text(of block: OpaquePointer) -> MarkdownText {
    guard let walk = cmark_iter_new(block) else { return MarkdownText() }
    defer { cmark_iter_free(walk) }
    var runs: [MarkdownText.Run] = []
    var line = lines(of: block).lowerBound
    var (strong, struck) = (0, 0)
    var links: [String] = []
    while true {
      let event = cmark_iter_next(walk)
      guard event != CMARK_EVENT_DONE, let node = cmark_iter_get_node(walk) else { break }
      let step = event == CMARK_EVENT_ENTER ? 1 : -1
      func add(_ text: String, code: Bool = false) {
        runs.append(
          .init(text: text, isCode: code, isStrong: strong > 0, isStruck: struck > 0, link: links.last, line: line)
        )
      }
      switch cmark_node_get_type(node) {
      case CMARK_NODE_STRONG: strong += step
      case CMARK_NODE_LINK, CMARK_NODE_IMAGE:
        if step > 0 { links.append(Self.string(cmark_node_get_url(node))) } else { links.removeLast() }
      case CMARK_NODE_TEXT: add(Self.string(cmark_node_get_literal(node)))
      case CMARK_NODE_CODE: add(Self.string(cmark_node_get_literal(node)), code: true)
      case CMARK_NODE_HTML_INLINE:
        if Self.string(cmark_node_get_literal(node)).lowercased().hasPrefix("<br") { add("\n") }
      case CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK:
        add("\n")
        line += 1
      default:
        if Self.typeName(node) == "strikethrough" { struck += step }
      }
    }
    return MarkdownText(Self.joined(runs))
  }

  /// Returns the runs with adjacent ones of the same style and line joined, since cmark splits text at every potential
  /// markup character.
  private static func joined(_ runs: [MarkdownText.Run]) -> [MarkdownText.Run] {
    var result: [MarkdownText.Run] = []
    for run in runs {
      if var last = result.last, last.line == run.line, last.isCode == run.isCode, !run.isCode,
        last.isStrong == run.isStrong, last.isStruck == run.isStruck, last.link == run.link
      {
        last.text += run.text
        result[result.count - 1] = last
      } else {
        result.append(run)
      }
    }
    return result
  }

  private static func string(_ text: UnsafePointer<CChar>?) -> String { text.map { String(cString: $0) } ?? "" }
  private static func typeName(_ node: OpaquePointer) -> String { string(cmark_node_get_type_string(node)) }
}

/// The child nodes of a node of cmark-gfm, in order.
private struct Children: Sequence, IteratorProtocol {
  private var upcoming: OpaquePointer?

  init(_ node: OpaquePointer) { upcoming = cmark_node_first_child(node) }

  mutating func next() -> OpaquePointer? {
    defer { upcoming = upcoming.flatMap { cmark_node_next($0) } }
    return upcoming
  }
}
