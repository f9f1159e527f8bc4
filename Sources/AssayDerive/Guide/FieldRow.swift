import AssayDocuments
import AssayText

/// A list item of a guide that describes a field: `name (string, required): about`, `name: string – about`,
/// `name=<type>`.
struct FieldRow: Sendable {
  /// The path of the field: `customer.address[].city`.
  var path: String
  /// The words for its type; empty if none is stated.
  var type: String
  var about: String
  /// True if the item shows how the field is sent: `id=<id>`.
  var isAssigned = false
  /// The allowed values of the field, if nested list items list them.
  var values: [String] = []

  init(path: String, about: String) { (self.path, type, self.about) = (path, "", about) }

  private var isList: Bool {
    type.contains("[]") || type.lowercased().contains("array")
  }

  /// Returns the row of each item; all are `nil` if the list does not describe fields.
  static func rows(of list: MarkdownList, under parent: FieldRow?) -> [FieldRow?] {
    let rows = list.items.map { item in item.text.flatMap { FieldRow($0, under: parent) } }
    let typed = rows.count { $0?.type.isEmpty == false || $0?.isAssigned == true }
    let isOfFields = typed > 0 && (typed * 2 >= rows.count || rows.allSatisfy { $0 != nil })
    return isOfFields ? rows : list.items.map { _ in nil }
  }

  private static let attributes = CommaSeparated.set(
    """
    type, description, validation, required, optional, default, example, examples, format, values, note, notes, constraints,
    typ, beschreibung, pflicht, descripción, tipo
    """
  )

  /// Takes bullets that say more of the field: "Type: string", "Required: yes"; returns true if all are such.
  mutating func takeAttributes(_ list: MarkdownList) -> Bool {
    let texts = list.items.map { $0.text.flatMap { $0.runs.first?.isCode == false ? $0.plain : nil } ?? "" }
    let pairs = texts.map { $0.halves(":").map { $0.trimming("* ") } }
    guard pairs.allSatisfy({ $0.count == 2 && Self.attributes.contains($0[0].lowercased()) }) else { return false }
    for pair in pairs {
      switch pair[0].lowercased() {
      case "type", "typ", "tipo": type = pair[1] + (type.isEmpty ? "" : ", ") + type
      case "required", "pflicht":
        type += pair[1].lowercased().has(.optional) ? ", optional" : ", required"
      case "optional":
        type += pair[1].lowercased().has(.optional) ? ", required" : ", optional"
      case "default": about += "; default " + pair[1]
      default: about += "; " + pair[1]
      }
    }
    return true
  }

  /// Returns the values that the bullets of a list name, if they are not fields themselves.
  static func values(of list: MarkdownList, for row: FieldRow) -> [String] {
    guard list.items.count > 1, !row.type.lowercased().contains("object"),
      rows(of: list, under: nil).contains(where: { $0 == nil })
    else { return [] }
    let names = list.items.compactMap { item -> String? in
      guard let text = item.text,
        let run = text.runs.first(where: { !$0.text.trimmed.isEmpty }),
        run.isCode || run.isStrong || text.runs.count == 1
      else { return nil }
      let name = run.text.trimmingMarks
      return Remark.isValueWord(name) ? name : nil
    }
    return names.count == list.items.count ? names : []
  }

  init?(_ text: MarkdownText, under parent: FieldRow?) {
    guard let first = text.runs.first(where: { !$0.text.trimmed.isEmpty }) else { return nil }
    let plain = text.plain.trimmed
    let isMarked = first.isCode || first.isStrong
    let own = isMarked ? first.text.trimmed : plain.prefix { !" :(–—=".contains($0) }.trimmed
    let words = own.halves(" ")
    var name = (words.first ?? "").trimming("\"'`:,*")
    var rest = String(plain.dropFirst(own.count)).trimmed
    if words.count > 1 { rest = words[1] + " " + rest }
    // `name=<type>`, `name: type`, `name[type]` in one piece.
    if let place = name.indices.first(where: {
      "=:".contains(name[$0]) || name[$0] == "[" && !name[$0...].hasPrefix("[]")
    }) {
      isAssigned = name[place] == "="
      rest = "(" + String(name[place...].dropFirst()).trimming("<>[]") + ") " + rest
      name = String(name[..<place]).trimming("\"'`")
    }
    let isOptional = name.hasSuffix("?")
    if isOptional { name.removeLast() }
    guard name.isFieldName, !name.hasSuffix("-"), !Methods.all.contains(name) else { return nil }
    // "Response: …" labels what follows it; a field of that name is spelt as one.
    let isTitle = !first.isCode && name.first?.isUppercase == true
    if isTitle, isMarked ? rest.hasPrefix(":") || own.hasSuffix(":") : name.lowercased().has(Self.labels) { return nil }
    (type, about) = (Self.type(in: rest, isMarked: isMarked), rest)
    if isOptional { type += type.isEmpty ? "optional" : ", optional" }
    let prefix = parent.map { $0.path + ($0.isList && !$0.path.hasSuffix("[]") ? "[]" : "") + "." } ?? ""
    path = prefix + name
  }

  /// Returns the words for the type in the text after a name; none without them.
  private static func type(in rest: String, isMarked: Bool) -> String {
    if rest.begins("(", "["), let close = rest.firstIndex(where: { $0 == ")" || $0 == "]" }) {
      let inner = String(rest[..<close].dropFirst())
      if isTypeText(inner, words: 4) || rest.hasPrefix("(<") { return inner }
      return type(in: rest[rest.index(after: close)...].trimmed, isMarked: false)
    }
    let marks = ":–—-"
    let hasMark = rest.first.map { marks.contains($0) } ?? false
    guard hasMark || isMarked else { return "" }
    let body = rest.drop { marks.contains($0) || $0 == " " }
    let head = body.split { ".—–;\n".contains($0) }.first.map { String($0.prefix(60)) } ?? ""
    return isTypeText(head, words: 1) ? head : ""
  }

  private static let labels: WordList = .request + .response + .parameters + ["field", "fields"]

  private static let presence = WordList(
    """
    required, optional, pflicht, obligatoire, obligatorio, необязательно, обязательно, 可选, 必填, 必須, 任意, 필수, 선택
    """
  )

  /// Returns true if the first words of a text name a type or say whether a field is required.
  static func isTypeText(_ text: String, words count: Int) -> Bool {
    let words = text.wordParts().prefix(count).map { $0.lowercased() }
    return words.contains { word in
      TypeWords.type(word) != nil || word.hasSuffix("s") && TypeWords.type(word.dropLast()) != nil && words.count == 1
        || word.has(presence)
    }
  }
}

extension MarkdownList.Item {
  /// The paragraph with which the item begins.
  fileprivate var text: MarkdownText? {
    if case .paragraph(let text)? = blocks.first?.kind { text } else { nil }
  }
}
