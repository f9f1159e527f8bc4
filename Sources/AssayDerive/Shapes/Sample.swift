import AssayJSON
import AssayText

/// A value in an example, with the comment next to it.
struct Sample: Sendable {
  indirect enum Kind: Sendable {
    case null
    case bool(Bool)
    case number(String)
    case string(String)
    case array([Sample])
    case object([Member])
    /// Bare words in a value's place: `string`, `number | null`, `<binary data>`.
    case words(String)
  }

  struct Member: Sendable {
    var name: String
    var line: Int
    var value: Sample
    /// True if the name has a question mark, as TypeScript marks an optional member.
    var isMarkedOptional = false
  }

  var kind: Kind
  var lines: ClosedRange<Int>
  /// True if dots stand for all that the object or the list has: `{…}`.
  var isCut = false
  /// The comment that follows the value on the same line of the example; empty if absent.
  var comment = ""
  /// The comment on the lines before one of several values of a fence; empty if absent.
  var label = ""
  /// The other values shown next to this one: `"a" | "b"`.
  var alternatives: [String] = []

  var string: String? { if case .string(let text) = kind { text } else { nil } }
  var members: [Member] { if case .object(let members) = kind { members } else { [] } }
  var items: [Sample] { if case .array(let items) = kind { items } else { [] } }
  subscript(name: String) -> Sample? { members.first { $0.name == name }?.value }

  /// True if the example is an object with a value for each of its members, or a list of such.
  var isShown: Bool {
    let objects = items.isEmpty ? [self] : items
    return objects.allSatisfy { object in
      !object.members.isEmpty
        && object.members.allSatisfy { if case .words(let text) = $0.value.kind { text != $0.name } else { true } }
    }
  }

  /// True if the example is a placeholder for a value: `"string"`, `"<jwt>"`, `"..."`.
  var isPlaceholder: Bool {
    switch kind {
    case .words: return true
    case .string(let text):
      let lowered = text.lowercased()
      return lowered.isEmpty || lowered.containsAny("...", "…")
        || Placeholder.isBracketed(text) || TypeWords.type(lowered) != nil || Placeholder.isReaders(text)
    default: return false
    }
  }

  /// The value as JSON text; words become a string.
  var json: String {
    switch kind {
    case .null: "null"
    case .bool(let truth): truth ? "true" : "false"
    case .number(let text): JSONNumber(text)?.text ?? "0"
    case .string(let text), .words(let text): JSONEscapes.quote(text)
    case .array(let items): "[" + items.map(\.json).joined(separator: ",") + "]"
    case .object(let members):
      "{" + members.map { JSONEscapes.quote($0.name) + ":" + $0.value.json }.joined(separator: ",") + "}"
    }
  }
}

/// The meaning of type words in models, tables, lists and examples that name types.
enum TypeWords {
  private static let table: [String: String] = {
    var table: [String: String] = [:]
    let lists = [
      "string": """
      string, str, text, uuid, guid, uri, url, date, datetime, date-time, timestamp, iso8601, iso-8601, email,
      char, instant, localdate, localdatetime, zoneddatetime, offsetdatetime, varchar, chaîne, cadena, texto,
      stringa, zeichenkette, строка, 字符串, 文字列, 문자열, tekst, jwt, token, base64, html, enum, substring, anyurl,
      httpurl, emailstr, tekstas, eilutė, rfc3339, zeitstempel, datum, fecha, chaine
      """,
      "integer": """
      integer, int, int32, int64, uint, uint32, uint64, long, short, entier, entero, inteiro, intero,
      ganzzahl, целое, i8, i16, i32, i64, u8, u16, u32, u64, usize, 整数, 整型, 정수, bigint, unix, epoch, sveikasis
      """,
      "number": """
      number, float, double, decimal, numeric, real, cgfloat, nombre, número, numero, zahl, gleitkommazahl,
      число, 数字, 数値, 浮点数, 숫자, bigdecimal, timeinterval, float32, float64, f32, f64, num, percentage, skaičius,
      liczba
      """,
      "boolean": """
      boolean, bool, booléen, booleano, wahrheitswert, логический, булево, 布尔, 布尔值, 真偽値, 불리언, flag
      """,
      "object": """
      object, dict, dictionary, map, objekt, objet, objeto, oggetto, объект, 对象, オブジェクト, 객체, record, json,
      any, hash, struct, objektas, obiekt
      """,
      "array": """
      array, list, liste, lista, tableau, arreglo, массив, список, 数组, 配列, 배열, set, tablica, masyvas
      """,
      "file": """
      file, binary, datei, fichier, archivo, arquivo, файл, 文件, ファイル, 파일, blob, image, uploadfile, plik,
      failas
      """,
    ]
    for (type, words) in lists { for word in CommaSeparated.list(words) { table[word] = type } }
    return table
  }()

  /// Returns the JSON type of a word, `file` for binary data; `nil` if it does not name a type.
  static func type(_ word: some StringProtocol) -> String? { table[word.lowercased()] }
}

extension Shape {
  /// Makes the shape of an example: its type, its members and its values.
  init(_ sample: Sample, in document: String) {
    let source = Source(document, sample.lines)
    self.init(sources: [source], sample: sample)
    switch sample.kind {
    case .null: isNullable = true
    case .bool: types = ["boolean"]
    case .number(let text): types = [JSONNumber(text)?.isInteger == true && !text.contains(".") ? "integer" : "number"]
    case .string(let text):
      types = ["string"]
      if let shape = TypeExpression.shapeOfPlaceholder(text, source) {
        types = []
        merge(shape)
      } else if Remark.isValueWord(text) {
        shown = [(text, source)]
      }
    case .words("…"): break
    case .words(let text):
      if let shape = TypeExpression.shapeOfPlaceholder(text, source) { merge(shape) } else { types = ["string"] }
    case .array(let list):
      types = ["array"]
      for item in list {
        var shape = Shape(item, in: document)
        // A value alone names nothing: the lines are those of the list.
        if shape.members.isEmpty { shape.sources = [source] }
        if items.isEmpty { items = [shape] } else { items[0].merge(shape) }
      }
      if let named = items.first?.sample, named.isPlaceholder, list.count == 1 { items[0].evidence = .shown }
    case .object(let list):
      types = ["object"]
      examples = 1
      var all = OrderedDictionary<String, Member>()
      for member in list {
        var shape = Shape(member.value, in: document)
        // Cited with its name.
        if let first = shape.sources.indices.first {
          shape.sources[first] = Source(document, member.line...max(member.line, shape.sources[first].lines.upperBound))
          shape.example.source = shape.sources[first]
        }
        if member.value.isCut { shape.named = member.name }
        let own = Member(name: member.name, shape: shape, isRequired: member.isMarkedOptional ? false : nil, seen: 1)
        all.add(own, for: member.name) { $0.shape.merge(shape) }
      }
      members = all.values
    }
    if !sample.isPlaceholder { example.types = types }
    example.source = sources.first
    if sample.alternatives.count > 1 { values = sample.alternatives }
    let remark = Remark(sample.comment, value: sample.string)
    if remark.isOptional { isNullable = isNullable || remark.isNullable }
    if !remark.values.isEmpty, types == ["string"] || types.isEmpty { values = remark.values }
    if remark.isNullable { isNullable = true }
    if isNullable, let type = remark.type, types.isEmpty { types = [type] }
  }
}
