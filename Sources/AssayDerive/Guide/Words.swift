import AssayText

/// Conversions of words and names in guides.
extension StringProtocol {
  /// The text without white space at both ends.
  var trimmed: String {
    var view = Substring(self).unicodeScalars
    while let first = view.first, first.properties.isWhitespace { view.removeFirst() }
    while let last = view.last, last.properties.isWhitespace { view.removeLast() }
    return String(view)
  }

  /// The words of a name or a sentence in lower case, split where the case changes and at all characters except letters
  /// and digits.
  var nameWords: [String] {
    var words: [String] = []
    var word = ""
    var wasLower = false
    for scalar in unicodeScalars {
      let isUpper = scalar.properties.isUppercase
      guard scalar.properties.isAlphabetic || scalar.properties.numericType != nil else {
        if !word.isEmpty { words.append(word) }
        (word, wasLower) = ("", false)
        continue
      }
      if isUpper, wasLower {
        words.append(word)
        word = ""
      }
      word += scalar.properties.lowercaseMapping
      wasLower = !isUpper
    }
    return word.isEmpty ? words : words + [word]
  }

  /// The text as lower-case words joined by hyphens, for names in a contract.
  var slug: String {
    asciiWords.joined(separator: "-")
  }

  /// The words of the name, without characters that are not ASCII.
  var asciiWords: [String] { nameWords.map { $0.filter(\.isASCII) }.filter { !$0.isEmpty } }

  /// The parts of the text between any of `marks`; empty ones only if they are asked for.
  func parts(_ marks: String, keepingEmpty: Bool = false) -> [String] {
    split(omittingEmptySubsequences: !keepingEmpty) { marks.contains($0) }.map { String($0) }
  }

  /// The parts of the text before and after the first `mark`.
  func halves(_ mark: Character, keepingEmpty: Bool = false) -> [String] {
    split(separator: mark, maxSplits: 1, omittingEmptySubsequences: !keepingEmpty).map { String($0) }
  }

  /// The words of the text as written: letters, digits and `marks`.
  func wordParts(_ marks: String = "") -> [String] {
    split { !($0.isLetter || $0.isNumber || marks.contains($0)) }.map { String($0) }
  }

  func begins(_ texts: String...) -> Bool { texts.contains { hasPrefix($0) } }
  func ends(_ texts: String...) -> Bool { texts.contains { hasSuffix($0) } }
  func containsAny(_ texts: String...) -> Bool { texts.contains { contains($0) } }

  /// The text with `replacement` for everything except letters, digits and `marks` of ASCII.
  func plain(_ marks: String = "", else replacement: Character = "_") -> String {
    String(map { $0.isPlain(or: marks) ? $0 : replacement })
  }

  /// The name without case and separators, for comparing `job_id` with `jobId`.
  var folded: String { nameWords.joined() }

  /// True if the text is a single field name: `job_id`, `createdAt`, `data.items[].id`, `X-Request-Id`.
  var isFieldName: Bool {
    guard let first = utf8.first, first == 0x5F || first | 0x20 >= 0x61 && first | 0x20 <= 0x7A, utf8.count <= 80 else {
      return false
    }
    return utf8.allSatisfy {
      $0 == 0x5F || $0 == 0x2D || $0 == 0x2E || $0 == 0x5B || $0 == 0x5D || $0 == 0x2A || ($0 >= 0x30 && $0 <= 0x39)
        || ($0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A)
    }
  }
}

extension Character {
  /// Returns true for a letter or a digit of ASCII, or one of `marks`.
  func isPlain(or marks: String = "") -> Bool { isASCII && (isLetter || isNumber || marks.contains(self)) }
}

extension Array where Element: Equatable {
  /// Appends an element that the array does not have.
  mutating func add(_ element: Element) { if !contains(element) { append(element) } }
}

extension Array {
  /// Calls `change` with each element.
  mutating func change(_ change: (inout Element) -> Void) { for index in indices { change(&self[index]) } }
}

/// Names that are each given once.
struct UniqueNames {
  private(set) var taken: Set<String> = []

  /// Returns `stem`, or if it is taken, `stem` with the first free number after `mark`.
  mutating func take(_ stem: String, _ mark: String = "-") -> String {
    var (name, count) = (stem, 2)
    while !taken.insert(name).inserted { (name, count) = ("\(stem)\(mark)\(count)", count + 1) }
    return name
  }

  /// Returns `stem` for a scenario, with "again" after it as often as it is taken.
  mutating func takeAgain(_ stem: String) -> String {
    var name = stem
    while !taken.insert(name).inserted { name += "-again" }
    return name
  }
}

/// Lists of words, each written as one text with commas between them.
enum CommaSeparated {
  /// Returns the words between the commas of a text; blanks before a word do not count.
  static func list(_ text: String) -> [String] {
    text.split { $0 == "," || $0 == "\n" }.map { String($0.drop { $0 == " " }) }
  }

  static func set(_ text: String) -> Set<String> { Set(list(text)) }
}

/// Words that show the meaning of a text that has one of them, in the languages of guides.
///
/// Structure and code decide where possible. These words are for labels, which have no other meaning than their words.
struct WordList: ExpressibleByArrayLiteral, Sendable {
  let words: [String]

  /// The words between the commas of a text.
  init(_ text: String) { words = CommaSeparated.list(text) }
  init(arrayLiteral words: String...) { self.words = words }
  private init(words: [String]) { self.words = words }

  static func + (left: WordList, right: WordList) -> WordList {
    WordList(words: left.words + right.words)
  }

  static let request = WordList(
    """
    request, body, payload, input, anfrage, requête, requete, corps, solicitud, petición, cuerpo, requisição,
    requisicao, corpo, richiesta, запрос, тело, 请求, 請求, リクエスト, 요청, żądanie, verzoek, begäran, pyyntö, istek,
    užklausa, поля запроса
    """
  )
  static let response = WordList(
    """
    response, returns, answer, reply, output, result, success, antwort, rückgabe, ergebnis, réponse, reponse,
    respuesta, resposta, risposta, ответ, 响应, 響應, 回應, 返回, レスポンス, 応答, 응답, odpowiedź, antwoord, svar, vastaus,
    yanıt, atsakymas, відповідь, answered, responds, replied, replies, returned, beantwortet, antwortet,
    liefert, répond, renvoie, responde, devuelve, devolve, retorna, risponde, restituisce, отвечает, возвращает,
    відповідає, повертає, 成功
    """
  )
  static let failure = WordList(
    """
    error, errors, failure, fehler, erreur, erreurs, errores, erro, erros, errore, errori, ошибка, ошибки, 错误, 失败,
    錯誤, エラー, 오류, 에러, błąd, błędy, fout, fouten, fel, virhe, hata, klaida, klaidos, помилка, помилки
    """
  )
  static let parameters = WordList(
    """
    parameter, parameters, params, param, arguments, parametre, paramètre, paramètres, parámetro, parámetros,
    parâmetro, parâmetros, parametri, параметр, параметры, 参数, 參數, パラメータ, パラメーター, 매개변수, 파라미터, parametry,
    parametr
    """
  )
  static let query: WordList = ["query", "querystring", "abfrage", "consulta", "クエリ", "쿼리", "查询"]
  static let form = WordList(
    """
    form, multipart, formular, formulaire, formulario, formulário, форма, 表单, フォーム, 폼
    """
  )
  static let headers = WordList(
    """
    header, headers, kopfzeile, kopfzeilen, en-têtes, cabecera, cabeceras, cabeçalho, заголовки, 请求头, ヘッダー, 헤더
    """
  )
  static let event = WordList(
    """
    event, events, sse, ereignis, ereignisse, événement, événements, evento, eventos, eventi, событие, события,
    事件, イベント, 이벤트, zdarzenie, zdarzenia, подія, події, įvykis, įvykiai
    """
  )
  static let state = WordList(
    """
    status, state, states, statuses, zustand, zustände, statut, état, états, estado, estados, stato, stati,
    статус, статусы, состояние, 状态, 狀態, ステータス, 状態, 상태, stan, durum, būsena, būsenos
    """
  )
  static let required = WordList(
    """
    required, mandatory, yes, y, true, must, pflicht, ja, erforderlich, obligatoire, oui, requis, sí, si,
    obligatorio, requerido, sim, obrigatório, obbligatorio, да, обязательно, обязательный, 是, 必填, 必须, 必須, はい, 예,
    필수, tak, wymagane, ✓, ✔, ✅, x, ●, ○, taip, так
    """
  )
  static let optional = WordList(
    """
    optional, no, n, false, nein, nicht, facultatif, optionnel, non, opcional, não, nao, opzionale, нет,
    необязательно, 否, 可选, 选填, 任意, いいえ, 아니오, 선택, nie, opcjonalne, -, —, –, ✗, ✘, ❌, ne, ні, nullable
    """
  )
  /// Words in a line that states how a stream ends.
  static let ends = WordList(
    """
    ends, end, closes, closed, terminates, terminal, final, last, finishes, endet, termine, termina,
    завершается, 结束, 終了
    """
  )
  /// Words in a heading above a description of authentication.
  static let authentication = WordList(
    """
    authentication, authorization, authorisation, auth, authenticate, authenticating, credentials, api key,
    api keys, security, authentifizierung, autorisierung, authentification, autenticación, autenticação,
    autenticazione, аутентификация, авторизация, автентифікація, 认证, 鉴权, 身份验证, 認証, 인증, uwierzytelnianie,
    authenticatie
    """
  )
  /// Words of a sentence that is about all calls.
  static let every = WordList(
    """
    all, every, each, any, alle, allen, jede, jeder, jedem, toutes, tous, chaque, todas, todos, cada, tutte,
    tutti, ogni, все, всех, каждый, каждого, каждом, 所有, 每个, すべて, 全て, 모든, wszystkie, każde, visi, visos
    """
  )
  /// Words of a sentence which says that something may be left out.
  static let mayBe = WordList("may, can, could, optionally, optional, kann, peut, puede, pode, può, 可以, 可选")
  /// Words of a sentence that is not true of every call.
  static let conditions = WordList(
    """
    if, when, unless, otherwise, already, again, exists, same, instead, wenn, falls, sonst, si, sinon, cuando,
    se, quando, если, когда, 如果, 否则, 場合
    """
  )
  /// Words for sending something along, as a client is stated to.
  static let sending = WordList(
    """
    send, include, add, pass, put, set, attach, provide, supply, use, specify, give, need, needs, require,
    requires, required, expect, expects, sende, senden, sendet, schicken, mitschicken, mitsenden, angeben,
    setzen, braucht, brauchen, benötigt, benötigen, verlangt, envoyer, envoyez, ajouter, ajoutez, inclure,
    incluez, passez, utilisez, envíe, enviar, incluya, incluir, añada, agregue, usar, envie, inclua, adicione,
    inviare, invia, includi, aggiungi, usa, отправляйте, отправлять, передавайте, передавать, передать,
    передайте, добавьте, добавляйте, укажите, указывайте, требует, надсилайте, додайте, 发送, 携带, 传递, 添加, 需要, 送信,
    付け, 指定, 必要, 보내, 추가, 포함, 필요
    """
  )
  /// Verbs for receiving something from a server, in addition to the words for its response.
  static let coming = WordList(
    """
    get, receive, receives, received, gives, yields, erhalten, erhält, bekommen, bekommt, recevez, reçoit,
    recibe, recebe, riceve, получает, получите, отримує, 收到, 受け取
    """
  )
  /// Words for calls that the server itself makes: webhooks.
  static let webhooks = WordList(
    """
    webhook, webhooks, callback, callbacks, web hook, rückruf, rückrufe, вебхук, вебхуки, 回调, 웹훅, コールバック
    """
  )
  /// Words in a sentence that says something is not sent, or not read.
  static let denied = WordList(
    """
    never, do not, don't, don’t, does not, doesn't, doesn’t, must not, mustn't, should not, shouldn't, may not,
    need not, cannot, can not, not send, not sent, not needed, not required, not necessary, no need, not read,
    not used, not supported, not accepted, not allowed, ignore, ignored, forbidden, nicht, nie, niemals, kein,
    keine, keinen, ignoriert, verboten, pas, jamais, ignoré, nunca, no se , no envíe, no env, no incl, no debe,
    não, non, mai, не, никогда, нельзя, ніколи, 不要, 请勿, 勿, 不得, 无需, 不再, 禁止, 忽略, しない, ないで, 送らない, 不要, 하지 마, 마세요, 않,
    nigdy, niet, nooit, geen, inte, aldrig, älä, göndermeyin, niekada
    """
  )
  /// Words in a line which advises against a call.
  static let avoided = WordList(
    """
    instead of, do not use, don't use, never call, deprecated, removed, no longer, formerly, previously,
    used to be, was renamed, replaced by, obsolete, not available, does not exist, veraltet, entfernt, statt ,
    früher, nicht mehr, obsolète, supprimé, obsoleto, eliminado, устарел, удалён, удален, 已废弃, 弃用, 廃止, 사용하지,
    planned, coming soon, not yet, avoid , don’t, old endpoint, legacy path, wrong:, ❌
    """
  )
  /// Words in a heading above calls that are out of date.
  static let formerly = WordList(
    """
    changelog, change log, migration, migrating, deprecated, removed, history of, release notes,
    breaking changes, what's new, whats new, roadmap, future, planned, old api, v1 (old, änderungen, historie,
    journal des modifications, cambios, 历史版本, 更新日志, 変更履歴, 변경 이력, история изменений, upgrading, anti-pattern,
    do not, don't
    """
  )
}

extension String {
  /// Returns true if the text, in lower case, has one of `words`: see ``WordedText``.
  func has(_ words: WordList) -> Bool { WordedText(self).has(words) }
}

/// Words whose whole text counts.
enum Vocabulary {
  static let finalStates = CommaSeparated.set(
    """
    completed, complete, done, finished, success, succeeded, successful, failed, failure, error, errored,
    cancelled, canceled, expired, ready, rejected, refused, aborted, timeout, timed_out, delivered, closed,
    ended, archived, shipped, approved, declined, dead, fertig, fehlgeschlagen, abgebrochen, terminé, ok,
    published, settled, refunded, partial, skipped, stopped, terminated, resolved
    """
  )
  static let runningStates = CommaSeparated.set(
    """
    pending, progress, queued, processing, running, in_progress, in-progress, inprogress, submitted, waiting,
    started, created, accepted, uploading, analyzing, working, active, scheduled, received, new, open,
    preparing, rendering, transcribing, retrying, printing, starting, initializing, wartend, laufend, idle,
    paused, assigned, packed, encoding, training, indexing
    """
  )
  static let lastEvents = CommaSeparated.set(
    """
    done, complete, completed, end, finish, finished, close, closed, error, failed, final, stop, message_stop,
    [done], success, cancelled, canceled, aborted, ended, fertig, fehler
    """
  )
  /// Words and signs between alternative values, such as "or".
  static let alternatives: Set<String> = [
    "or", "oder", "ou", "o", "и", "или", "або", "lub", "eller", "tai", "veya", "arba", "或", "或者", "または", "또는", "|",
    "/", ",", "、",
  ]
  /// Words that join two sentences.
  static let conjunctions = CommaSeparated.set("and, und, et, y, e, en, och, ja, ve, ir, i, та, і")
  static let descending = Phrases(
    CommaSeparated.list(
      """
      descending, highest first, newest first, latest first, most recent first, best first, desc, largest first,
      absteigend, neueste zuerst, décroissant, plus récent, descendente, decrescente, по убыванию, 降序, 降順, 내림차순,
      malejąco, reverse chronological, mažėjan
      """
    )
  )
  static let ascending = Phrases(
    CommaSeparated.list(
      """
      ascending, lowest first, oldest first, asc, smallest first, earliest first, aufsteigend, älteste zuerst,
      croissant, ascendente, crescente, по возрастанию, 升序, 昇順, 오름차순, rosnąco, chronological, didėjan
      """
    )
  )

  /// Returns true if a word is one for states of jobs.
  static func isState(_ word: String) -> Bool {
    finalStates.contains(word.lowercased()) || runningStates.contains(word.lowercased())
  }

  /// Returns true if a word only links the text before it with the text after it.
  static func isLink(_ word: String) -> Bool { alternatives.contains(word) || conjunctions.contains(word) }
}

/// A text in lower case that is searched for lists of words: Latin and Cyrillic words as whole words, phrases and all
/// other words anywhere.
struct WordedText {
  private let text: String
  /// A bit set with a bit for each pair of adjacent bytes in the text. It quickly excludes most words from the search.
  private var pairs = SIMD16<UInt64>()

  init(_ text: String) {
    self.text = text
    pairs = text.withBytes { bytes in
      var pairs = SIMD16<UInt64>()
      for index in bytes.indices.dropLast() {
        let (place, bit) = Self.bit(of: bytes, at: index)
        pairs[place] |= bit
      }
      return pairs
    }
  }

  /// Returns the place of the bit for the two bytes at `index`.
  private static func bit(of bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> (place: Int, bit: UInt64) {
    let hash = (UInt32(bytes[index]) &* 0x9E37 ^ UInt32(bytes[index + 1]) &* 0x79B1) >> 3
    return (Int(hash >> 6 & 15), 1 << UInt64(hash & 63))
  }

  func has(_ list: WordList) -> Bool {
    text.withBytes { bytes in
      !bytes.isEmpty && list.words.contains { word in word.withBytes { mayHave($0) && Self.has($0, bytes) } }
    }
  }

  private func mayHave(_ word: UnsafeBufferPointer<UInt8>) -> Bool {
    for index in 0..<max(0, min(word.count - 1, 3)) {
      let (place, bit) = Self.bit(of: word, at: index)
      if pairs[place] & bit == 0 { return false }
    }
    return true
  }

  private static func has(_ word: UnsafeBufferPointer<UInt8>, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    // From U+2000 on there are no spaces between words, or they are marks.
    let isAnywhere = (word.first ?? 0) >= 0xE2 || word.contains(0x20) || word.contains(0x27)
    var start = 0
    while let found = text.offset(of: word, from: start) {
      let end = found + word.count
      if isAnywhere { return true }
      let (begins, ends) = (!isWord(before: found, text), isWord(endingAt: end, text))
      // Compounds: Abfrageparameter, requestBody.
      if begins && ends || word.count >= 7 && (begins || ends) { return true }
      start = found + 1
    }
    return false
  }

  /// Returns true if a word ends at `end`, ignoring a plural s.
  private static func isWord(endingAt end: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    if !isWord(at: end, text) { return true }
    guard text[end] == UInt8(ascii: "s"), !isWord(at: end + 1, text) else { return false }
    var letters = 0
    var start = end
    while start > 0, isWord(before: start, text) { (start, letters) = (start - 1, letters + 1) }
    return letters >= 4
  }

  private static func isWord(before index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var start = index - 1
    while start > 0, text[start] & 0xC0 == 0x80 { start -= 1 }
    return start >= 0 && isWord(at: start, text)
  }

  /// Returns true if the character that begins at `index` is part of a word.
  private static func isWord(at index: Int, _ text: UnsafeBufferPointer<UInt8>) -> Bool {
    guard index < text.count else { return false }
    let byte = text[index]
    if byte < 0x80 { return byte == 0x27 || byte == 0x2D || CodeLexer.isWordByte(byte) && byte != 0x5F }
    var decoder = UTF8()
    var bytes = text[index...].makeIterator()
    guard case .scalarValue(let scalar) = decoder.decode(&bytes) else { return true }
    return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }
}

/// Phrases that are all searched for in one pass over a text.
struct Phrases: Sendable {
  private let phrases: [[UInt8]]
  /// A flag for each byte, true if a phrase begins with it.
  private let begins: [Bool]

  init(_ phrases: [String]) {
    self.phrases = phrases.map { Array($0.utf8) }
    var begins = Array(repeating: false, count: 256)
    for phrase in self.phrases { if let first = phrase.first { begins[Int(first)] = true } }
    self.begins = begins
  }

  /// Returns true if one of the phrases occurs in `text`, at the beginning of a word; `text` must be in lower case.
  func stand(in text: String) -> Bool {
    let bytes = Array(text.utf8)
    for start in bytes.indices where begins[Int(bytes[start])] {
      if start > 0, CodeLexer.isWordByte(bytes[start - 1]), bytes[start] < 0x80 { continue }
      let isFound = phrases.contains { phrase in
        guard bytes[start...].starts(with: phrase) else { return false }
        // `desc` is not `description`.
        let end = start + phrase.count
        return phrase.count > 5 || end == bytes.count || !CodeLexer.isWordByte(bytes[end])
      }
      if isFound { return true }
    }
    return false
  }
}
