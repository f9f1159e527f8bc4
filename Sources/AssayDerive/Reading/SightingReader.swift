import AssayDocuments
import AssayText

/// The first pass over the guides: finds models, base URLs, and every place where a call is shown or named.
struct SightingReader {
  let outlines: [Outline]
  var models = ModelSet()
  var bases: [BaseURL] = []
  /// The beginning of all paths, where the guide gives one without a host.
  var basePath: (path: String, source: Source)?
  var sightings: [CallSighting] = []
  /// The indices of the sightings (places that show a call) in each passage, by the indices of outline and passage.
  var sightingsOf: [[[Int]]]
  var fences: [[Fence]]
  /// The client code of each passage.
  var clients: [[ClientCode?]]
  var declarations: [[[TypeDeclaration]]]
  /// The names of types that text, outside headings, has in code, as ``NamedBlock`` has them.
  var types: Set<String> = []
  /// The names of members that hold ids in examples, by the id.
  var ids: [String: String] = [:]
  /// The last outline and section in which a call has a line of its own.
  var owned: [Int] = []

  init(_ guides: [Guide]) {
    outlines = guides.map { Outline($0) }
    sightingsOf = outlines.map { $0.passages.map { _ in [] } }
    fences = outlines.map { $0.passages.map { _ in .other } }
    clients = outlines.map { $0.passages.map { _ in nil } }
    declarations = outlines.map { $0.passages.map { _ in [] } }
    for (outline, guide) in outlines.enumerated() { readModels(outline, guide) }
    models.prepare()
    for outline in outlines.indices { readBases(outline) }
    for outline in outlines.indices { readCalls(outline) }
    readExamples()
    readLinks()
  }

  // MARK: Models

  mutating func readModels(_ outline: Int, _ guide: Outline) {
    let converts = convertsSnakeCase(guide)
    for (index, passage) in guide.passages.enumerated() {
      guard case .code(let code) = passage.kind else { continue }
      let fence = Fence(code)
      fences[outline][index] = fence
      guard case .code = fence else { continue }
      let tokens = CodeLexer.tokens(of: code)
      var found = DeclarationReader.declarations(in: tokens, document: guide.name)
      if converts {
        for position in found.indices where found[position].values.isEmpty {
          for field in found[position].fields.indices where code.language == "swift" {
            found[position].fields[field].name = Self.snakeCase(found[position].fields[field].name)
          }
        }
      }
      declarations[outline][index] = found
      models.readUses(in: tokens.filter { $0.kind != .comment })
      for declaration in found { models.add(declaration) }
    }
  }

  func convertsSnakeCase(_ guide: Outline) -> Bool {
    guide.passages.contains { passage in
      if case .code(let code) = passage.kind {
        code.code.contains { $0.contains("convertFromSnakeCase") }
      } else {
        false
      }
    }
  }

  static func snakeCase(_ name: String) -> String {
    var result = ""
    for character in name {
      if character.isUppercase { result += "_" + character.lowercased() } else { result.append(character) }
    }
    return result
  }

  // MARK: Base URLs

  mutating func readBases(_ outline: Int) {
    let guide = outlines[outline]
    let names = Set(models.names)
    for (index, passage) in guide.passages.enumerated() {
      let section = guide.sections[passage.section]
      let context = ((section.path + [section.title.plain]).joined(separator: " ")).lowercased()
      switch passage.kind {
      case .code(let code):
        if case .code = fences[outline][index] {
          let client = ClientCode(CodeLexer.tokens(of: code), document: guide.name, models: names)
          clients[outline][index] = client
          for base in client.bases { add(base.url, name: base.name, Source(guide.name, base.line)) }
        } else if case .values = fences[outline][index] {
          continue
        } else {
          // A URL that a body has is a value.
          for (offset, line) in code.code.enumerated()
          where !line.contains("curl ") && !(line.trimmed.hasPrefix("\"") && line.contains("\":")) {
            let isBase = Self.isBase(line, in: code)
            readBase(line, isBase ? context + " base" : context, Source(guide.name, code.firstLine + offset))
          }
        }
      case .table(let table):
        let titles = table.header.cells.map(\.plain)
        // A URL in a table of fields is a value.
        if GuideReader.Columns(titles).type != nil { continue }
        let header = titles.joined(separator: " ").lowercased()
        for row in table.rows {
          readBase(row.cells.map(\.plain).joined(separator: " "), context + " " + header, Source(guide.name, row.line))
        }
      default:
        for (text, source) in passage.lines(in: guide.name) { readBase(text.plain, context, source) }
        if case .heading = passage.kind { continue }
        for run in passage.text.runs where run.isCode {
          let name = TypeName.bare(run.text)
          if name.isFieldName, name.contains(where: \.isLowercase), name.first?.isUppercase == true {
            types.insert(OperationTable.singular(NamedBlock.key(name)))
          }
        }
      }
    }
  }

  /// Returns true if a line gives a variable its value, and URLs in the same code begin with the variable.
  private static func isBase(_ line: String, in code: CodeBlock) -> Bool {
    guard let name = line.halves("=").first?.parts(" ").last, name.isFieldName, line.contains("://") else {
      return false
    }
    return code.code.contains { $0.containsAny("$\(name)/", "${\(name)}/") }
  }

  private static let baseWords = WordList(
    """
    base, basis, host, server, servers, environment, environments, umgebung, production, development, staging,
    sandbox, url, urls, adresse, endpoint, адрес, сервер, servidor, serveur, 基础, 地址, 服务器, ベース, サーバー, 베이스, 서버, bazow, bazinis, local, port, served, serves,
    runs, listens, reachable, available, läuft
    """
  )

  private static let pathWords = WordList(
    """
    base path, basepath, base url, root path, api route, prefix, prefixed, basispfad, präfix, préfixe, prefijo, prefisso,
    префикс, 前缀, プレフィックス
    """
  )

  private static let examples = WordList(
    "e.g, for example, such as, z.b, zum beispiel, par exemple, por ejemplo, 例如, たとえば"
  )

  mutating func readBase(_ line: String, _ context: String, _ source: Source) {
    let lowered = line.lowercased()
    guard line.contains("://") else {
      // "All routes are prefixed with `/api/v1`."
      let paths = line.contains("/") ? line.split { " `\"'".contains($0) }.filter { $0.hasPrefix("/") } : []
      guard basePath == nil, paths.count == 1, let target = CallTarget(String(paths[0])), target.path != "/",
        target.segments.count <= 3, !target.segments.contains(where: { CallTarget.isParameter($0) }),
        TextCall.all(in: line).isEmpty,
        (line.trimmed == paths[0] ? lowered + " " + context : lowered).has(Self.pathWords)
      else { return }
      basePath = (target.path, source)
      return
    }
    let baseWords: WordList = ["base", "basis-url", "basis", "baseurl", "base_url", "基础", "базовый", "ベース"]
    // Once for a line, however many URLs are in it.
    lazy var saysBase =
      lowered.has(baseWords) || context.has(baseWords) || line.parts(" ").count == 1 && context.has(Self.pathWords)
    lazy var isAbout = (lowered + " " + context).has(Self.baseWords + Self.pathWords)
    lazy var isExample = Self.isExample(line, lowered)
    lazy var showsNoCall = TextCall.all(in: line).isEmpty
    for part in line.split(whereSeparator: { $0.isWhitespace || "`\"'|<>()=,：，、。（）「」".contains($0) })
    where part.contains("://") {
      guard let target = CallTarget(String(part)), target.isAbsolute, target.query.isEmpty else { continue }
      let isPlain = target.path == "/" || target.segments.allSatisfy { Self.isBaseSegment($0) }
      guard
        isPlain && (isAbout || target.path == "/" && !isExample)
          || saysBase && target.segments.count <= 3 && !target.path.contains("{"), showsNoCall
      else { continue }
      let name = line.split(separator: "=").first.map { $0.parts(" ").last ?? "" } ?? ""
      add(String(part), name: name.isFieldName ? name : "", source)
    }
  }

  /// Returns true if a line shows a value that a client has: an example, or a header field that tells its own address.
  private static func isExample(_ line: String, _ lowered: String) -> Bool {
    lowered.has(examples)
      || WireFence.header(line).map { $0.name.lowercased().has(["origin", "referer"]) } == true
  }

  static func isBaseSegment(_ segment: String) -> Bool {
    ["api", "rest", "public", "app", "service"].contains(segment.lowercased())
      || CallTarget.isVersion(segment)
  }

  /// The most base URLs that are distinguished.
  static let mostBases = 200

  mutating func add(_ url: String, name: String, _ source: Source) {
    guard let base = BaseURL(url.trimmingMarks, name: name, source: source) else { return }
    if let index = bases.firstIndex(where: { $0.origin == base.origin && $0.path == base.path }) {
      if bases[index].name.isEmpty { bases[index].name = name }
      guard !name.isEmpty, bases[index].name != name else { return }
    }
    if bases.count < Self.mostBases { bases.append(base) }
  }
}
