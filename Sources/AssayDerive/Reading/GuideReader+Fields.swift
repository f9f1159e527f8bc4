import AssayDocuments
import AssayText

/// Reading of tables and lists of fields, statuses, events and states.
extension GuideReader {
  // MARK: Tables

  /// The positions of the columns in a table of fields, such as name and type.
  struct Columns {
    var name: Int?
    var type: Int?
    var required: Int?
    var isOptionalColumn = false
    var location: Int?
    var about: Int?
    var standard: Int?
    /// True if the values in the column for standards are examples.
    var isOfExamples = false

    private static let examples = WordList("example, examples, beispiel, exemple, ejemplo, exemplo, пример, 示例, 例")
    private static let requireds = WordList(
      """
      required, req, mandatory, require, pflicht, pflichtfeld, erforderlich, obligatoire, requis, obligatorio,
      requerido, obligatorios, obrigatório, obrigatórios, obrigatorios, obbligatorio, обязательный, обязательно, обязательное, 必填, 必须, 是否必填, 必須, 필수,
      wymagane, privalomas, presence, req'd, 必要
      """
    )
    private static let optionals = WordList(
      "optional, nullable, opcional, opcionais, opcionales, optionnel, опционально, 可选, 任意"
    )
    private static let presence = requireds + optionals
    /// The words in the titles of the other columns, in the order in which they are looked for.
    private static let titles: [(column: any WritableKeyPath<Columns, Int?> & Sendable, words: WordList)] = [
      (
        \.type,
        WordList(
          """
          type, typ, tipo, тип, 类型, 類型, 型, 타입, tipas, datatype, format, datentyp, データ型, 数据类型
          """
        )
      ),
      (
        \.about,
        WordList(
          """
          description, notes, note, meaning, beschreibung, bedeutung, descripción, descrição, descrizione, описание,
          说明, 描述, 説明, 說明, 설명, details, comment, opis, aprašymas, values, explanation, remarks, purpose, 備考
          """
        )
      ),
      (
        \.name,
        WordList(
          """
          field, name, parameter, param, property, key, attribute, argument, member, feld, eigenschaft, champ, nom,
          campo, nombre, nome, поле, имя, параметр, 字段, 名称, 字段名, 参数, 参数名, 欄位, 參數, フィールド, 項目, パラメータ, 名前, 필드, 이름, 매개변수, 파라미터,
          paramètre, parámetro, parâmetro, pole, nazwa, laukas, header, query, part, variable, json, schlüssel,
          параметры, поля
          """
        )
      ),
      (
        \.location,
        WordList(
          "in, location, where, place, 位置, ort"
        )
      ),
      (
        \.standard,
        WordList(
          "default, standard, example, beispiel, 默认, 既定値, ejemplo, exemple, value, wert, valeur, valor, valore, значение, 值"
        )
      ),
    ]

    /// Returns true if a text, in lower case, is about fields that must be there or may be missing.
    static func isOfPresence(_ text: String) -> Bool { text.has(presence) }

    init(_ header: [String]) {
      for (index, cell) in header.enumerated() {
        let text = cell.lowercased().trimmed
        let has = WordedText(text).has
        if required == nil, has(Self.requireds) || text == "r" || text == "req?" { required = index; continue }
        if required == nil, has(Self.optionals) { (required, isOptionalColumn) = (index, true); continue }
        for (column, words) in Self.titles where self[keyPath: column] == nil && has(words) {
          self[keyPath: column] = index
          break
        }
        isOfExamples = isOfExamples || standard == index && has(Self.examples)
      }
    }

    /// Returns true if a row's field is required; `nil` if the row does not say.
    func isRequired(_ texts: [String], _ name: String, _ type: String) -> Bool? {
      if let column = required, let text = texts[safe: column]?.lowercased().trimmed {
        let isOptional =
          text.has(.optional) || text.isEmpty || text == "-" || text.hasPrefix("no")
        let says = isOptional ? false : text.has(.required) ? true : nil
        return isOptionalColumn ? says.map { !$0 } : says
      }
      if name.hasSuffix("?") || type.lowercased().contains("optional") { return false }
      return name.hasSuffix("*") ? true : nil
    }
  }

  mutating func readTable(_ table: MarkdownTable, _ here: [Int]) {
    let header = table.header.cells.map { $0.plain.trimmed }
    let lowered = header.map { $0.lowercased() }
    let cells = table.rows.map { row in row.cells.map { $0.plain.trimmed } }
    if here.count == 1 { startSubject(here) }
    if !here.isEmpty, table.rows.count > 0,
      here.count > 1 || lowered.contains(where: { $0.has(Self.calls) })
    {
      return
    }
    if readStatuses(table, cells) || readNames(table, lowered, cells) { return }
    var columns = Columns(header)
    if columns.name == nil {
      // Below a title in code, "`type`", are its values.
      let firstIsNames =
        cells.allSatisfy { ($0.first ?? "").trimmingMarks.isFieldName } && !cells.isEmpty
        && table.header.cells.first?.runs.contains(where: \.isCode) != true
      if firstIsNames, columns.type != nil || columns.required != nil { columns.name = 0 }
    }
    // Values that are all names of types are types.
    if columns.type == nil, let column = columns.standard,
      cells.allSatisfy({ row in
        row[safe: column]?.split { !$0.isLetter }.contains { TypeWords.type($0) != nil } == true
      })
    {
      (columns.type, columns.standard) = (column, nil)
    }
    guard let nameColumn = columns.name else { return }
    // What the names are of, as the title of their column has it.
    let kind = Self.fieldRoles.contains(role(of: lowered[nameColumn]) ?? .unknown) ? role(of: lowered[nameColumn]) : nil
    if columns.type == nil, columns.required == nil, kind != .headers {
      let isKnown = walk.isLabelled && (Self.fieldRoles + [.event]).contains(walk.role)
      let isCode = table.rows.allSatisfy { $0.cells[safe: nameColumn]?.runs.contains { $0.isCode } == true }
      guard isKnown, isCode else { return }
    }
    let statements = self.statements(of: table, cells, columns, nameColumn, isHeaders: kind == .headers)
    guard statements.count * 2 > table.rows.count else { return }
    _ = take(statements, of: kind)
  }

  private static let lastly = ending + ["last", "end", "ends", "closes", "closed"]
  private static let calls = WordList("method, endpoint, path, route, methode")
  static let fieldRoles: [Role] = [.request, .response, .query, .form, .headers, .parameters]

  /// Returns the statements of the rows of a table of fields.
  private func statements(
    of table: MarkdownTable,
    _ cells: [[String]],
    _ columns: Columns,
    _ nameColumn: Int,
    isHeaders: Bool
  ) -> [OperationDraft.Field] {
    var statements: [OperationDraft.Field] = []
    statements.reserveCapacity(table.rows.count)
    var tree = RowTree()
    for (row, texts) in zip(table.rows, cells) {
      func text(_ column: Int?) -> String { column.flatMap { texts[safe: $0] } ?? "" }
      // Other blanks before a name indent it.
      guard let cell = row.cells[safe: nameColumn]?.plain else { continue }
      let rawName = String(cell.drop { $0 == " " })
      let branch = tree.path(of: rawName).trimmed
      var name = branch.replacing("`", with: "").replacing("*", with: rawName.contains("[*]") ? "*" : "").trimmed
      while name.ends("*", "?") { name.removeLast() }
      if let first = name.split(separator: " ").first { name = String(first) }
      // `ids[]` of type `integer[]` is one list.
      if name.hasSuffix("[]"), text(columns.type).contains("[]") { name.removeLast(2) }
      guard name.isFieldName else { continue }
      let type = text(columns.type)
      let types = TypeExpression.shape(ofWords: type, Source(document, row.line))?.types ?? []
      tree.enter(
        name,
        isList: type.contains("[]") || type.lowercased().contains("array"),
        isLeaf: !types.isEmpty && types.isDisjoint(with: ["object", "array"])
      )
      let value = text(columns.standard)
      var found = statement(
        tree.path,
        type: type,
        about: text(columns.about),
        isRequired: columns.isRequired(texts, rawName, type),
        location: text(columns.location),
        standard: value,
        Source(document, row.line)
      )
      // A field with its value is one that is sent, as in a fence.
      if isHeaders, !value.isEmpty, found.isRequired != false { (found.isRequired, found.example) = (true, value) }
      for cell in [columns.about, columns.type].compactMap({ $0.flatMap { row.cells[safe: $0] } }) {
        found.shape.list(Remark.list(inCode: cell.runs[...]))
      }
      if columns.isOfExamples {
        found.shape.takeExample(value.trimmingMarks, at: Source(document, row.line))
      } else {
        found.shape.about += "; default " + value.trimmingMarks
      }
      statements.append(found)
    }
    return statements
  }

  private static let maps = ["map<", "map[", "map of", "dict", "record<"]
  /// Words that say that the names of an object's members are data.
  static let keyed = WordList(
    "keyed by, keys are, the keys of, key =, as the key, as the keys, map from"
  )

  private static let uploads = WordList("upload, uploaded, binary, hochladen, 上传, アップロード, 업로드")

  func statement(
    _ name: String,
    type: String,
    about: String,
    isRequired: Bool?,
    location: String,
    standard: String,
    _ source: Source
  ) -> OperationDraft.Field {
    var shape = TypeExpression.shape(ofWords: type, source) ?? Shape.stated(at: source)
    let remark = Remark(about)
    let noun = name.nameWords.last ?? ""
    if shape.types.isEmpty, TypeWords.type(noun) == "file", about.lowercased().has(Self.uploads) { shape.isFile = true }
    if shape.values.isEmpty, shape.types == ["string"] || shape.types.isEmpty, remark.values.count > 1 {
      shape.values = remark.values
    }
    if remark.isNullable { shape.isNullable = true }
    let isKeyed = shape.types.isSubset(of: ["object"]) && about.lowercased().has(Self.keyed)
    if isKeyed || Self.maps.contains(where: type.lowercased().hasPrefix) {
      (shape.types, shape.entries) = (["object"], [Shape(sources: [source])])
    }
    if !shape.types.isDisjoint(with: ["integer", "number"]) {
      (shape.minimum, shape.maximum) = (remark.minimum, remark.maximum)
    }
    if shape.types.isEmpty || shape.items.isEmpty && shape.isArray || shape.types == ["object"] {
      shape.named = TypeName.words(in: type)
    }
    shape.about = about
    let required =
      isRequired
      ?? (remark.isOptional || type.lowercased().contains("optional")
        ? false : remark.isRequired || type.lowercased().contains("required") ? true : nil)
    let quoted = Remark.quotedWords(about)
    let plain = standard.trimmingMarks
    return OperationDraft.Field(
      name: name,
      shape: shape,
      isRequired: required,
      isFile: shape.isFile,
      example: plain.isEmpty || plain == "-" || plain == "—" || plain.contains(" ") ? quoted.first : plain,
      sources: [source],
      location: location.lowercased()
    )
  }

  /// Reads a table of status codes; returns false if the table is not one.
  mutating func readStatuses(_ table: MarkdownTable, _ cells: [[String]]) -> Bool {
    guard !cells.isEmpty,
      let column = (0..<2).first(where: { column in
        cells.allSatisfy { row in
          (row[safe: column]).map { StatusText.code(in: $0) != nil && $0.count < 40 || $0.lowercased().contains("xx") }
            ?? false
        }
      })
    else { return false }
    guard !walk.operations.isEmpty else { return true }
    for (row, texts) in zip(table.rows, cells) {
      guard let status = StatusText.code(in: texts[column]) else { continue }
      let source = Source(document, row.line)
      change { $0.addAnswer(status, Shape(), source: source) }
    }
    return true
  }

  /// Words that say of a state that nothing follows it.
  static let ending = WordList(
    "terminal, final, endzustand, endgültig, état final, estado final, stato finale, конечный, 终态, 最终, 終了状態, 最終"
  )
  private static let kinds = WordList("type, name, typ, tipo, nombre, nom, nome, тип, 类型, 類型, 名称, 種類")

  /// Reads a table of events or of states; returns false if the table is neither.
  mutating func readNames(_ table: MarkdownTable, _ header: [String], _ cells: [[String]]) -> Bool {
    guard let first = header.first, !cells.isEmpty else { return false }
    let rows = zip(table.rows, cells).map { row, texts in
      let rest = texts.dropFirst().joined(separator: " ").lowercased()
      let name = (texts.first ?? "").trimmingMarks
      return (name: name, texts: texts, cells: row.cells, rest: rest, source: Source(document, row.line))
    }
    let isOfEvents = first.has(.event)
    guard rows.allSatisfy({ isOfEvents ? $0.name.isEventName : Remark.isValueWord($0.name) }) else { return false }
    if readNumbers(header, cells, rows.map(\.source)) { return true }
    let isAboutTypes = header.contains {
      $0.has(["type", "typ", "tipo", "required", "тип", "类型", "型"]) && $0 != first
    }
    if isOfEvents || !isAboutTypes && walk.role == .event && first.has(Self.kinds) {
      guard !streams.isEmpty || walk.operations.isEmpty else { return false }
      // A final answer may be followed by the end of the stream.
      let isStated = rows.contains { $0.rest.has(.finals) }
      let columns = header.map { (part: part(of: $0), isOfFields: $0.has(Self.nouns)) }
      for row in rows {
        // A cell may have data: `{ "percent": 10 }`.
        let own = row.source
        let shape =
          row.texts.dropFirst().compactMap { self.shape(in: $0, own) }.first
          ?? zip(row.cells, columns).dropFirst().compactMap {
            members(listedIn: $0, of: $1.part, isOfFields: $1.isOfFields, own)
          }.first
        let isFinal =
          row.rest.has(.finals)
          || !isStated && row.rest.has(Self.lastly)
        take(event: row.name, shape, row.source, isListed: true, isFinal: isFinal)
      }
      return true
    }
    let isKnown =
      (walk.role == .state || first == "from") && rows.count { Vocabulary.isState($0.name) } * 2 >= rows.count
    guard first.has(.state) || isKnown, !isAboutTypes, rows.count > 1,
      !rows.allSatisfy({ Int($0.name) != nil })
    else { return false }
    let finals = header.firstIndex { $0.has(.ends) }
    let nexts = header.firstIndex { $0.has(["next", "to", "transitions"]) }
    for row in rows {
      let text = finals.flatMap { row.texts[safe: $0]?.lowercased() }
      let isFinal = text.map { $0.has(.required) && !$0.has(.optional) } ?? row.rest.has(Self.ending)
      addLoose(states: [row.name], row.source)
      if isFinal { loose.finalStates.insert(row.name) }
      let cell = nexts.flatMap { row.texts[safe: $0] }?.parts("()", keepingEmpty: true).enumerated()
      let words = (cell?.filter { $0.offset % 2 == 0 }.map(\.element).joined() ?? "").parts(",|/ ").map(\.trimmingMarks)
      let following = words.filter {
        !Vocabulary.isLink($0.lowercased()) && !$0.lowercased().has(["terminal", "none"])
      }
      if !following.isEmpty, following.allSatisfy({ Remark.isValueWord($0) }) {
        take(StateChain(groups: [[row.name], following]), row.source)
      }
    }
    return true
  }

  /// Returns the object in the events shown whose members a column lists, as its title says: `data` of "Fields in data".
  private func part(of header: String) -> String? {
    let events = streams.flatMap { table.operations[$0].stream.events }
    return header.wordParts("_").first { word in events.contains { $0.shape[word]?.isObject == true } }
  }

  /// The shape of an object of which a cell lists the members, in code: "`id`, `text`, `total?`".
  ///
  /// - Parameters:
  ///   - part: The member of the object that has these members.
  ///   - isOfFields: True if the title of the column says so. Else one name is too few, and names of states are values.
  private func members(listedIn cell: MarkdownText, of part: String?, isOfFields: Bool, _ source: Source) -> Shape? {
    let codes = cell.runs.filter(\.isCode).map { $0.text.trimmed }
    let names = codes.map { $0.trimming("?") }
    let isList = cell.runs.allSatisfy { run in run.isCode || run.text.allSatisfy { " ,、".contains($0) } }
    guard isList, !names.isEmpty, names.allSatisfy(\.isFieldName),
      part != nil || isOfFields || names.count > 1 && !names.contains(where: Vocabulary.isState)
    else { return nil }
    var shape = Shape.stated(["object"], at: source)
    for (name, code) in zip(names, codes) {
      let isRequired = code.hasSuffix("?") ? false : nil
      shape.put(Shape.stated(at: source), at: [part, name].compactMap { $0 }, isRequired: isRequired)
    }
    return shape
  }

  /// Reads a table of states that are numbers, each with its word; returns false for other tables.
  private mutating func readNumbers(_ header: [String], _ cells: [[String]], _ sources: [Source]) -> Bool {
    let isNumber = { (column: Int) in cells.allSatisfy { Int($0[safe: column]?.trimmingMarks ?? "") != nil } }
    guard let column = (0..<2).first(where: isNumber), cells.count > 1 else { return false }
    let words = (walk.title + " " + (header[safe: column] ?? "")).nameWords
    guard walk.role == .state || walk.role != .failure && words.contains(where: Refinement.stateNames.contains) else {
      return false
    }
    for (row, source) in zip(cells, sources) {
      addNumber(row[column].trimmingMarks, (row[safe: 1 - column] ?? "").trimmingMarks, source)
    }
    return true
  }

  /// Adds a state that is a number with the word for it.
  mutating func addNumber(_ number: String, _ word: String, _ source: Source) {
    addLoose(states: [number], meanings: [number: word.nameWords.first ?? ""], source)
  }
}
